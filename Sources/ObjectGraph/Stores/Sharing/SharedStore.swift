/// A store that other writers can change while it is open: other programs, and other coordinators of this one.
///
/// A coordinator that follows the store (``PersistentContainer/init(store:mergePolicy:followsExternalChanges:)``) asks
/// its writer about twice a second whether another writer has committed
/// (``SharedStoreWriter/otherWritersCommitted()``). Only then does it ask an ``ExternalChangeReader`` which rows
/// changed, reads these rows, and announces them as a ``CommitReport``, in one order with the commits of its own
/// contexts. How the reader finds the rows is its own affair: `SQLiteStore` compares versions, a store that keeps a
/// history would read that.
public protocol SharedStore: PersistentStore {
  /// Opens a reader of external changes, which begins with the state that is committed now.
  ///
  /// Called while no transaction of the coordinator's writer is under way.
  func makeExternalChangeReader() throws -> any ExternalChangeReader
}
