/// The new state of one changed row.
struct RowEdit: Sendable {
  /// The primary key.
  let key: Int64
  /// The current row; `nil` if it was deleted or does not match.
  let row: ListRow?
}
