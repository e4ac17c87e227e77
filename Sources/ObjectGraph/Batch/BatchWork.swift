internal import ObjectModel
internal import ObjectStore

/// A checked batch request, as the writer executes it.
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
  var listing: BatchListing
  var policy = MergePolicy.error
  var durability = Durability.full
  var author: String?
  var context: String?
  var priority = TaskPriority.medium

  /// The maximum number of rows that are announced one by one; after a larger batch, contexts read their objects again.
  static let rowLimit = 1_000

  init(_ kind: Kind, _ type: BatchResultType, rowLimit: Int) {
    self.kind = kind
    listing = BatchListing(includesIDs: type == .objectIDs, rowLimit: rowLimit)
  }
}
