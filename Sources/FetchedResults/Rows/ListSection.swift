/// A section of a list: its name, and how many rows it has.
struct ListSection: Sendable, RowCounting {
  /// The name, which all rows of the section share.
  let name: String
  /// A row with that name, still in the list or not, which determines the position of the section.
  let sample: ListRow
  /// The number of rows in the section.
  var rowCount: Int
}
