/// What became of one row that changed.
struct RowEdit: Sendable {
  /// The primary key.
  let key: Int64
  /// The row as it is now; nil when it is gone, or does not match (any more).
  let row: ListRow?
}
