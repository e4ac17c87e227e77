internal import ObjectModel

/// The entities of objects by their keys, recorded while expressions are evaluated.
///
/// Expressions are computed with columns' values, in which an object is its key alone. The results are objects again.
final class ReferenceLog {
  /// Two inheritance trees may use the same key.
  private var entities: [Int64: Set<EntityNumber>] = [:]

  /// Records an object.
  func record(_ id: ManagedObjectID) { entities[id.key, default: []].insert(id.entity) }

  /// Returns the entity of the recorded object with a key, if it is one of a family.
  func entity(ofKey key: Int64, in family: ClosedRange<EntityNumber>) -> EntityNumber? {
    entities[key]?.first(where: family.contains)
  }
}
