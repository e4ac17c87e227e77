/// A row of a list: its key, and the values by which it is sorted.
struct ListRow: Sendable {
  /// The primary key; all rows of a list are of one entity.
  var key: Int64
  /// The values of the keys of the order.
  var sortKey: SortKey
}
