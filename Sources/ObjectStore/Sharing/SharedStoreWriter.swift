/// A writer that detects the commits of other writers.
public protocol SharedStoreWriter: StoreWriter {
  /// Returns whether another writer has committed since the last call, or since the writer was opened.
  ///
  /// May return `true` when no row changed. Called often, outside of transactions.
  /// - Complexity: Must not depend on the size of the store or of the commit.
  func otherWritersCommitted() throws -> Bool
}
