/// A picture made of characters.
public struct SymbolPicture: Hashable, Sendable {
  /// Cells in a row.
  public let columns: Int
  /// Rows of cells.
  public let rows: Int
  /// All cells, row after row, the top one first.
  public let cells: [SymbolCell]

  /// The cell at a place, which has to lie in the picture.
  public subscript(column: Int, row: Int) -> SymbolCell {
    precondition(column >= 0 && column < columns && row >= 0 && row < rows)
    return cells[row * columns + column]
  }
}
