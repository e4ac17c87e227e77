package import ObjectModel

/// The distances by which a migration shifts the keys of rows, and the keys that are in use afterwards.
///
/// All rows of an inheritance tree have different keys. Where several trees of the old model become one, the rows of
/// all but the first get other keys. The first is the one whose root becomes the root of the new tree, if there is one.
package struct KeyOffsets {
  private var offsets: [Trees: Int64] = [:]
  /// The highest key in use, by the number of the root in the new model.
  package private(set) var highest: [EntityNumber: Int64] = [:]

  private struct Trees: Hashable {
    let old: EntityNumber
    let new: EntityNumber
  }

  /// The limit of keys that leaves room for counting on.
  private static let limit: Int64 = 1 << 62

  /// Computes the distances.
  ///
  /// - Parameters:
  ///   - highest: The highest keys in use, by the numbers of the roots in the old model.
  ///   - unbounded: The roots in the old model of trees that have rows with higher keys, which cannot be kept apart from others.
  ///   - path: The path of the store.
  /// - Throws: `StoreError.otherModel(path:reason:)` if the keys of trees that become one are too high for it.
  package init(
    _ mapping: ModelMapping, highest: [EntityNumber: Int64], unbounded: Set<EntityNumber> = [], path: String
  ) throws(StoreError) {
    var trees: [EntityNumber: [EntityNumber]] = [:]
    for (entity, mapped) in zip(mapping.destination.entities, mapping.entities) {
      guard let old = mapped.source.flatMap(mapping.source.entity) else { continue }
      if trees[entity.root]?.contains(old.root) != true {
        // The entities of a tree begin with its root.
        trees[entity.root, default: []].append(old.root)
      }
    }
    for (new, oldRoots) in trees {
      var end: Int64 = 0
      for old in oldRoots {
        offsets[Trees(old: old, new: new)] = end
        let count = highest[old] ?? 0
        let isApart = oldRoots.count == 1 || !unbounded.contains(old)
        guard isApart, end == 0 || count <= Self.limit - end else {
          throw .otherModel(
            path: path,
            reason: "entities become one tree, and their keys are too high to be kept apart in it")
        }
        end += count
      }
      self.highest[new] = end
    }
  }

  /// Returns the distance for rows that move from one tree to another.
  package func offset(from old: EntityNumber, to new: EntityNumber) -> Int64 {
    offsets[Trees(old: old, new: new)] ?? 0
  }
}
