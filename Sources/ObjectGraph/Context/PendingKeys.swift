internal import Foundation

/// Rows that lie over the store, by the values of uniqueness constraints.
///
/// So many new objects are compared with each other without going over all of them for each. What is found may have
/// other values by now; a row that has come to have the values is not missed, as long as it was noted.
struct PendingKeys {
  /// A uniqueness constraint, by the number of the entity that describes it.
  struct Constraint: Hashable {
    var entity: Int
    var slots: [Int]
  }

  private var ids: [Constraint: [[PropertyValue]: Set<ManagedObjectID>]] = [:]

  /// The rows that have, or had, these values in a constraint.
  ///
  /// O(rows over the store) for the first question about a constraint, O(answer) then.
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

  /// Notes what an object has become that another one was merged with.
  ///
  /// Others refer to it now that referred to the other one.
  mutating func noteMerge(with object: ManagedObject, in model: ObjectModel) {
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
  /// The values of some slots as columns hold them, which is how they are compared.
  func columnValues(_ slots: [Int]) -> [PropertyValue] { slots.map { values[$0].columnValue } }

  /// Whether columns would hold these values in some slots.
  func holds(_ columns: [PropertyValue], in slots: [Int]) -> Bool {
    zip(columnValues(slots), columns).allSatisfy { PropertyValue.compare($0, $1) == .orderedSame }
  }
}
