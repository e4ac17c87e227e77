internal import Foundation
internal import ObjectModel
internal import ObjectStore

/// An index of the unsaved and uncommitted rows by the values of uniqueness constraints.
///
/// It lets many new objects be compared with each other without a scan of all of them for each. A row that it
/// finds may have other values by now. A row that receives the values later is found if it was recorded.
struct PendingKeys {
  /// A uniqueness constraint, with the number of the entity that declares it.
  struct Constraint: Hashable {
    var entity: EntityNumber
    var slots: [Slot]
  }

  private var ids: [Constraint: [[PropertyValue]: Set<ManagedObjectID>]] = [:]

  /// Returns the IDs of the rows that have, or had, these values in a constraint.
  ///
  /// - Throws: The errors of the store's reader.
  /// - Complexity: O(*n*) in the number of unsaved and uncommitted rows for the first call with a constraint,
  ///   then O(*m*) in the number of results.
  mutating func ids(
    of constraint: Constraint, _ values: [PropertyValue], in context: ManagedObjectContext
  ) throws -> Set<ManagedObjectID> {
    if ids[constraint] == nil {
      var places: [[PropertyValue]: Set<ManagedObjectID>] = [:]
      for id in context.overlaidIDs(of: constraint.entity) {
        guard let row = try context.row(for: id) else { continue }
        places[row.columnValues(constraint.slots), default: []].insert(id)
      }
      ids[constraint] = places
    }
    return ids[constraint]?[values] ?? []
  }

  /// Records the values of an object into which another one was merged.
  ///
  /// References to the other object now refer to this one.
  mutating func recordMerge(with object: ManagedObject, in model: ManagedObjectModel) {
    guard let row = object.row else { return }
    for constraint in ids.keys {
      let entity = model.entity(numbered: constraint.entity)
      if constraint.slots.contains(where: { entity?.isReference($0) ?? true }) {
        ids[constraint] = nil
      } else if model.family(of: constraint.entity).contains(row.id.entity) {
        ids[constraint]?[row.columnValues(constraint.slots), default: []].insert(row.id)
      }
    }
  }
}

extension Row {
  /// Returns the values of some slots as columns store them, which constraints compare.
  func columnValues(_ slots: [Slot]) -> [PropertyValue] { slots.map { values[$0].columnValue } }

  /// Returns a Boolean value that indicates whether some slots have these column values.
  func holds(_ columns: [PropertyValue], in slots: [Slot]) -> Bool {
    zip(columnValues(slots), columns).allSatisfy { PropertyValue.compare($0, $1) == .orderedSame }
  }
}
