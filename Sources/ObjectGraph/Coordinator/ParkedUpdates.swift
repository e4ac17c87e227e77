/// An update that could not be written because another row held its unique values.
///
/// Its row lies in the store with the new values, but with an empty slot in each uniqueness constraint that the update
/// touches, and in the version that it had before the commit.
struct ParkedUpdate {
  let id: ManagedObjectID
  /// The version of the row before the commit; for a row that the commit inserted, its final version.
  let version: Int64
  /// Whether the commit inserted the row.
  let isInserted: Bool
  /// The values before the commit; for a row that the commit inserted, those that it was inserted with.
  let base: [PropertyValue]
  /// The values that the row is going to have.
  var target: [PropertyValue]
  /// The values that the store has now.
  var current: [PropertyValue]

  /// The row as it is written in the end, one version later if anything has changed.
  var row: Row {
    Row(id: id, version: isInserted || target == base ? version : version + 1, values: target)
  }

  /// The slots that have to be written yet.
  var slots: [Int] { target.indices.filter { target[$0] != current[$0] } }

  /// A Boolean value that indicates whether the row only takes back the values of a constraint that it had before.
  func isEntitled(to constraint: [Int]) -> Bool { constraint.allSatisfy { target[$0] == base[$0] } }
}

/// A queue of parked updates, each found by the ID of its row.
struct ParkedUpdates {
  private var items: [ManagedObjectID: ParkedUpdate] = [:]
  private var queue: [ManagedObjectID] = []
  private var next = 0

  var isEmpty: Bool { items.isEmpty }

  subscript(id: ManagedObjectID) -> ParkedUpdate? { items[id] }

  mutating func append(_ item: ParkedUpdate) {
    items[item.id] = item
    queue.append(item.id)
  }

  /// Changes an item, which keeps its place in the queue.
  mutating func update(_ item: ParkedUpdate) { items[item.id] = item }

  @discardableResult
  mutating func remove(_ id: ManagedObjectID) -> ParkedUpdate? {
    let item = items.removeValue(forKey: id)
    if items.isEmpty { (queue, next) = ([], 0) }
    return item
  }

  /// The first item, which stays in the queue until it is removed.
  mutating func first() -> ParkedUpdate? {
    guard !items.isEmpty else { return nil }
    while next < queue.count {
      if let item = items[queue[next]] { return item }
      next += 1
    }
    return nil
  }
}
