internal import ObjectModel
internal import ObjectStore

/// The rows that a commit deletes, determined before the first deletion, so that a row that stays loses
/// nothing.
struct DeletionPlan {
  /// A reference that must be set to null because its destination is deleted.
  ///
  /// A join row is deleted instead.
  struct Release {
    let source: ManagedObjectID
    let slot: Slot
  }

  /// The rows to delete, by ID.
  private var going: [ManagedObjectID: Row] = [:]
  /// The IDs of all rows that were ever planned, in order; a cascade appends to them.
  private(set) var order: [ManagedObjectID] = []
  private var releases: [ManagedObjectID: [Release]] = [:]

  func goes(_ id: ManagedObjectID) -> Bool { going[id] != nil }

  /// Returns a planned row, or nil if the row stays or has been deleted.
  func row(_ id: ManagedObjectID) -> Row? { going[id] }

  mutating func add(_ row: Row) {
    if going.updateValue(row, forKey: row.id) == nil { order.append(row.id) }
  }

  mutating func release(_ target: ManagedObjectID, from source: ManagedObjectID, slot: Slot) {
    releases[target, default: []].append(Release(source: source, slot: slot))
  }

  /// Removes a row from the plan, and returns it with the references to it.
  mutating func remove(_ id: ManagedObjectID) -> (row: Row, releases: [Release])? {
    guard let row = going.removeValue(forKey: id) else { return nil }
    return (row, releases.removeValue(forKey: id) ?? [])
  }
}
