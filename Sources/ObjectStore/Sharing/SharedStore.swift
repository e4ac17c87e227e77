/// A store that other writers can change while it is open: other programs, and other coordinators of this
/// one.
///
/// A coordinator that follows the store
/// (``PersistentContainer/init(store:mergePolicy:followsExternalChanges:)``) asks its writer about twice a
/// second whether another writer has committed (``SharedStoreWriter/otherWritersCommitted()``). Only then it
/// asks an ``ExternalChangeReader`` for the changed rows, reads them, and publishes them as a
/// ``CommitReport``, in one order with the commits of its own contexts. The reader decides how to find the
/// rows: `SQLiteStore` reads its history, or compares versions if it keeps none.
public protocol SharedStore: PersistentStore {
  /// Opens a reader of external changes, which begins with the state that is committed now.
  ///
  /// Called while no transaction of the writer is under way.
  ///
  /// - Parameter writer: The writer of the coordinator, whose commits the reader leaves out. This store opened it.
  func makeExternalChangeReader(for writer: any SharedStoreWriter) throws
    -> sending any ExternalChangeReader
}
