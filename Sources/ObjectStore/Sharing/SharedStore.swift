/// A store that other writers can change while it is open: other programs, and other coordinators of this
/// one.
///
/// A coordinator that follows the store
/// (``PersistentContainer/init(store:mergePolicy:followsExternalChanges:)``) asks its writer about twice a
/// second whether another writer has committed (``CommitDetector/otherWritersCommitted()``), or a detector if it
/// cannot write the store. A store that announces commits is asked at once
/// (``CommitDetector/onAnnouncement(_:)``). Only after a commit, the coordinator asks an
/// ``ExternalChangeReader`` for the changed rows, reads them, and publishes them as a ``CommitReport``, in one
/// order with the commits of its own contexts. The reader decides how to find the
/// rows: `SQLiteStore` reads its history, or compares versions if it keeps none.
public protocol SharedStore: PersistentStore {
  /// Opens a reader of external changes, which begins with the state that is committed now.
  ///
  /// Called while no transaction of the writer is under way.
  ///
  /// - Parameter detector: The writer of the coordinator, whose commits the reader leaves out, or a detector. This store
  ///   opened it.
  func makeExternalChangeReader(for detector: any CommitDetector) throws
    -> sending any ExternalChangeReader

  /// Opens a detector of commits if the store cannot be written.
  ///
  /// Called after ``PersistentStore/makeWriter()`` has thrown `StoreError.readOnly(path:)` or
  /// `StoreError.cannotWrite(path:reason:)`. The default implementation returns `nil`: such a store is not followed.
  func makeCommitDetector() throws -> (any CommitDetector)?
}

extension SharedStore {
  /// Always `nil`.
  public func makeCommitDetector() throws -> (any CommitDetector)? { nil }
}

extension StoreError {
  /// A Boolean value that indicates whether a store can only be read.
  package var refusesWriting: Bool {
    switch self {
    case .readOnly, .cannotWrite: true
    default: false
    }
  }
}
