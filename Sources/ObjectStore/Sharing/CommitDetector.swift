/// A detector of the commits of other writers.
public protocol CommitDetector: AnyObject {
  /// Returns whether another writer has committed since the last call, or since the detector was opened.
  ///
  /// May return `true` when no row changed. Called often, outside of transactions.
  /// - Complexity: Must not depend on the size of the store or of the commit.
  func otherWritersCommitted() throws -> Bool

  /// A Boolean value that indicates whether the store's writer is committing work of its own behind the transactions, such
  /// as the contents of an index.
  ///
  /// A reader of external changes is prepared then: one that holds the state of the beginning would keep a store from
  /// giving back the space of its log. The default implementation returns `false`.
  var isWorkingBehind: Bool { get }
}

extension CommitDetector {
  /// Always `false`.
  public var isWorkingBehind: Bool { false }
}
