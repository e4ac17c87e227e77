/// The rows of a list that have been read: all of them, or those between two rows.
struct RowExtent: Sendable {
  /// The row before which none was read; `nil` if there is none.
  var first: ListRow?
  /// The row after which none was read; `nil` if there is none.
  var last: ListRow?

  /// A Boolean value that indicates whether all rows have been read.
  var isWhole: Bool { first == nil && last == nil }

  /// Returns whether a row is between the two.
  func contains(_ row: ListRow) -> Bool {
    if let first, row.precedes(first) { return false }
    if let last, last.precedes(row) { return false }
    return true
  }
}
