/// Deleted objects whose delete rules must be applied, in the order of deletion.
struct DeletionQueue {
  /// Deleted objects whose delete rules have not been applied yet.
  private var waiting: [ManagedObject] = []
  /// Deleted objects whose ``ManagedObject/prepareForDeletion()`` is running.
  private var preparing: [ManagedObject] = []
  /// Deleted objects to which a merge added references of other contexts.
  private var affected: [ManagedObject] = []

  /// Creates a queue of some objects.
  init(_ objects: ManagedObject...) { waiting = objects }

  /// Returns a Boolean value that indicates whether an object is deleted, but still has its relationships.
  func contains(_ object: ManagedObject) -> Bool {
    preparing.contains { $0 === object } || waiting.contains { $0 === object }
  }

  /// Adds an object whose ``ManagedObject/prepareForDeletion()`` is about to run.
  mutating func beginPreparing(_ object: ManagedObject) { preparing.append(object) }

  /// Removes the object that was added last by ``beginPreparing(_:)``.
  mutating func endPreparing() { preparing.removeLast() }

  /// Adds an object to those whose delete rules must be applied.
  mutating func append(_ object: ManagedObject) { waiting.append(object) }

  /// Returns the object at a position in the queue, or `nil` after the last one.
  ///
  /// Objects stay in the queue while their rules are applied, which may append more.
  func object(at index: Int) -> ManagedObject? { index < waiting.count ? waiting[index] : nil }

  /// Returns up to `count` objects of the queue from a position on.
  func objects(from index: Int, count: Int) -> [ManagedObject] { Array(waiting[index...].prefix(count)) }

  /// Removes all objects whose rules were applied.
  mutating func removeAll() { waiting.removeAll() }

  // MARK: References of other contexts

  /// Records a deleted object to which a merged row refers.
  mutating func recordAffected(_ object: ManagedObject) { affected.append(object) }

  /// Returns the deleted objects to which merged rows refer, and removes them.
  mutating func removeAffected() -> [ManagedObject] {
    defer { affected.removeAll() }
    return affected
  }
}
