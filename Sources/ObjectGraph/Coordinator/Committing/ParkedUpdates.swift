internal import ObjectModel

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

  /// Replaces an update, which keeps its position in the queue.
  mutating func update(_ item: ParkedUpdate) { items[item.id] = item }

  @discardableResult
  mutating func remove(_ id: ManagedObjectID) -> ParkedUpdate? {
    let item = items.removeValue(forKey: id)
    if items.isEmpty { (queue, next) = ([], 0) }
    return item
  }

  /// Returns the first update, which stays in the queue until it is removed.
  mutating func first() -> ParkedUpdate? {
    guard !items.isEmpty else { return nil }
    while next < queue.count {
      if let item = items[queue[next]] { return item }
      next += 1
    }
    return nil
  }
}
