/// An element of a ``ChunkedSequence``, which represents one or more rows.
protocol RowCounting: Sendable {
  /// The number of rows that the element represents: one for a row, all of them for a section.
  var rowCount: Int { get }
}
