internal import ObjectStore

/// A save that all contexts see and that has been submitted to the writer.
struct PublishedSave: Sendable {
  /// The number of the save in ``PersistentStoreCoordinator/pending``.
  let number: Int
  let changes: RowChanges
  let pending = PendingSave()
}
