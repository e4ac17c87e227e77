/// A section of a list: its name, and how many rows it has.
struct ListSection: Sendable, RowCounting {
  /// What its rows have in common.
  let name: String
  /// A row of that name, there (any more) or not, which tells the place of the section among the others.
  let sample: ListRow
  /// How many rows it has.
  var rowCount: Int
}
