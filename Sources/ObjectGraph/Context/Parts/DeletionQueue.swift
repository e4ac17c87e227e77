internal import ObjectModel

/// Deleted objects whose delete rules must be applied, in the order of deletion.
struct DeletionQueue {
  /// Deleted objects whose delete rules have not all been applied yet.
  private var waiting: [ManagedObject] = []
  /// The number of objects at the start of `waiting` whose delete rules have been applied, or are being applied.
  private var begun = 0
  /// A Boolean value that indicates whether the delete rules of the waiting objects are being applied.
  private var isApplying = false
  /// Deleted objects whose ``ManagedObject/prepareForDeletion()`` is running.
  private var preparing: [ManagedObject] = []
  /// Deleted objects to which a merge added references of other contexts, in the order of the first one.
  private var affected: [ManagedObject] = []
  private var affectedIDs: Set<ManagedObjectID> = []

  /// Creates a queue of some objects.
  init(_ objects: [ManagedObject] = []) { waiting = objects }

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

  /// Removes all objects, whose rules were applied or are not applied any more.
  mutating func removeAll() { (waiting, begun) = ([], 0) }

  // MARK: Applying

  /// A Boolean value that indicates whether a deletion is in progress: its hook runs, or delete rules are being applied.
  var isInProgress: Bool { isApplying || !preparing.isEmpty }

  /// Begins to apply the delete rules of the waiting objects.
  ///
  /// - Returns: `false` if there are none, or if their rules are being applied already.
  mutating func beginApplying() -> Bool {
    guard !isApplying, !waiting.isEmpty else { return false }
    isApplying = true
    return true
  }

  /// Returns the next objects whose delete rules must be applied, up to `count`; none after the last one.
  ///
  /// Objects stay in the queue while their rules are applied, which may append more.
  mutating func beginNext(_ count: Int) -> [ManagedObject] {
    let objects = Array(waiting[begun...].prefix(count))
    begun += objects.count
    return objects
  }

  /// Ends applying delete rules, and removes all objects.
  mutating func endApplying() {
    removeAll()
    isApplying = false
  }

  // MARK: References of other contexts

  /// Records a deleted object to which a merged row refers.
  mutating func recordAffected(_ object: ManagedObject) {
    if affectedIDs.insert(object.objectID).inserted { affected.append(object) }
  }

  /// Returns the deleted objects to which merged rows refer, and removes them.
  mutating func removeAffected() -> [ManagedObject] {
    defer { (affected, affectedIDs) = ([], []) }
    return affected
  }
}
