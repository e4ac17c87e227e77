internal import ObjectModel

/// The objects that notifications of a context concern, even if their changes cancel each other out.
///
/// ``ContextChanges`` combine an insertion and a deletion to nothing. A reader of the store can have read the object in
/// between, and must know of both.
struct ConcernedObjects: Sendable {
  /// The objects of all notifications.
  private var all: Set<ManagedObjectID> = []
  /// The objects whose values may have changed since the first notification: those that were updated, and those that
  /// several notifications concern.
  private(set) var updated: Set<ManagedObjectID> = []
  /// A Boolean value that indicates whether other objects may have changed as well.
  private(set) var isReload = false

  /// Makes an empty set.
  init() {}

  /// Makes the set of the objects of one notification.
  init(_ changes: ContextChanges) {
    all = changes.inserted.union(changes.updated).union(changes.deleted)
    updated = changes.updated
    isReload = changes.isReload
  }

  /// Adds the objects of later notifications.
  mutating func append(_ later: ConcernedObjects) {
    updated.formUnion(later.updated)
    updated.formUnion(all.intersection(later.all))
    all.formUnion(later.all)
    if later.isReload { isReload = true }
  }

  /// Returns a Boolean value that indicates whether an object is known to be concerned.
  func contains(_ id: ManagedObjectID) -> Bool { all.contains(id) }

  /// Returns a Boolean value that indicates whether objects of some entities are concerned, or may be.
  ///
  /// - Parameter isWanted: Returns a Boolean value that indicates whether an entity is one of them.
  /// - Complexity: O(*n*) in the number of objects.
  func containsObject(where isWanted: (EntityNumber) -> Bool) -> Bool {
    isReload || all.contains { isWanted($0.entity) }
  }
}
