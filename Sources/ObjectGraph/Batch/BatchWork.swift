internal import ObjectModel
internal import ObjectStore

/// A batch request, as the writer executes it.
public struct BatchWork: Sendable {
  /// Fills the values of the next row, given its index, and returns `false` after the last row.
  typealias Filler = @Sendable (Int, inout [PropertyValue]) throws -> Bool

  enum Kind: Sendable {
    case delete(StoreQuery)
    case update(StoreQuery, [BatchAssignment])
    /// The entity, the number of rows if it is known, and the source of the rows.
    case insert(EntityNumber, count: Int?, Filler)
  }

  var kind: Kind
  var includesIDs: Bool
  var policy = MergePolicy.error
  var durability = Durability.full
  var author: String?
  var context: String?
  var priority = TaskPriority.medium

  /// The maximum number of rows that are announced one by one, if a test sets it.
  var rowLimit: Int?

  init(_ kind: Kind, _ type: BatchResultType, rowLimit: Int?) {
    self.kind = kind
    self.rowLimit = rowLimit
    includesIDs = type == .objectIDs
  }

  /// Checks that the rows which the request names fit the model, and that all objects which it names belong to a store.
  ///
  /// - Throws: `FetchError`.
  func validate(in model: ManagedObjectModel, of store: StoreIdentity) throws(FetchError) {
    switch kind {
    case .insert: break
    case .delete(let query): try query.validate(in: model, of: store)
    case .update(let query, let assignments):
      try query.validate(in: model, of: store)
      for assignment in assignments { try assignment.expression.validateObjects(of: store) }
    }
  }

  /// Returns the information about the written rows that is needed.
  ///
  /// After a batch of more rows, contexts read their objects and lists again. That blocks the main actor for longer than
  /// merging rows in slices, but reading the values of many rows takes as long as writing them. They are therefore read if
  /// a context shows them.
  func listing(isFollowed: Bool) -> BatchListing {
    BatchListing(includesIDs: includesIDs, rowLimit: rowLimit ?? (isFollowed ? 100_000 : 1_000))
  }
}
