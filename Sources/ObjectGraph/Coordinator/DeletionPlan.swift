/// The rows that a commit deletes, decided before the first of them is touched, so that a row that stays loses nothing.
struct DeletionPlan {
  /// A reference that must be set to null because its destination is deleted.
  ///
  /// A row that joins two objects is dropped instead.
  struct Release {
    let source: ManagedObjectID
    let slot: Int
  }

  /// The rows that go.
  private var going: [ManagedObjectID: Row] = [:]
  /// The IDs of all rows that ever were to go, in order; a cascade appends to them.
  private(set) var order: [ManagedObjectID] = []
  private var releases: [ManagedObjectID: [Release]] = [:]

  func goes(_ id: ManagedObjectID) -> Bool { going[id] != nil }

  /// A row that goes, or nil if the row stays or is gone.
  func row(_ id: ManagedObjectID) -> Row? { going[id] }

  mutating func add(_ row: Row) {
    if going.updateValue(row, forKey: row.id) == nil { order.append(row.id) }
  }

  mutating func release(_ target: ManagedObjectID, from source: ManagedObjectID, slot: Int) {
    releases[target, default: []].append(Release(source: source, slot: slot))
  }

  /// Takes a row out of the plan, and returns it with the references to it.
  mutating func remove(_ id: ManagedObjectID) -> (row: Row, releases: [Release])? {
    guard let row = going.removeValue(forKey: id) else { return nil }
    return (row, releases.removeValue(forKey: id) ?? [])
  }
}
