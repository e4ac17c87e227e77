/// A row of a list: its key, and the values by which it is sorted.
struct ListRow: Sendable {
  /// The primary key, which also contains the entity in a list of several ones (`ListQuery.key(of:)`).
  var key: Int64
  /// The values of the keys of the order.
  var sortKey: SortKey

  /// Returns whether the row precedes another one of its list; rows with equal sort keys are in the order of their primary
  /// keys.
  borrowing func precedes(_ other: borrowing ListRow) -> Bool {
    let result = sortKey.compare(other.sortKey)
    return result == 0 ? key < other.key : result < 0
  }
}
