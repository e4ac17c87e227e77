public import ObjectModel
public import ObjectStore

/// The result of a batch request.
public struct BatchResult: Sendable {
  /// The number of rows that were inserted, or that matched and were updated or deleted.
  public let count: Int
  /// The IDs of these rows, if the request asked for them (``BatchResultType/objectIDs``); otherwise empty.
  public let objectIDs: [ManagedObjectID]
  /// The report, for contexts that do not merge changes automatically (``ManagedObjectContext/mergeChanges(from:)``).
  ///
  /// After a batch of more than 1,000 rows, it contains no rows, and a context reads all of its objects again
  /// (``CommitReport/isReload``).
  public let report: CommitReport
}
