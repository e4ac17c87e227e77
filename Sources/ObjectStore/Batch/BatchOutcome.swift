public import ObjectModel

/// The rows that a batch has written.
public struct BatchOutcome: Sendable {
  /// The number of rows that were inserted, or that matched the request.
  public var count: Int
  /// The IDs of these rows, if the caller needs them.
  public var ids: [ManagedObjectID]
  /// All written rows, with those that delete rules changed; nil if there are too many to be listed.
  public var changes: RowChanges?

  /// Makes an outcome.
  public init(count: Int = 0, ids: [ManagedObjectID] = [], changes: RowChanges? = RowChanges()) {
    self.count = count
    self.ids = ids
    self.changes = changes
  }
}
