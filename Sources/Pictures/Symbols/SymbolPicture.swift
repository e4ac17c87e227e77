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

/// One character of a picture, and its colors.
public struct SymbolCell: Hashable, Sendable {
  /// One column wide, never a control character.
  public let character: Unicode.Scalar
  /// The color of the character.
  public let foreground: SymbolColor
  /// The color behind it.
  public let background: SymbolColor

  /// Creates a cell.
  public init(character: Unicode.Scalar, foreground: SymbolColor, background: SymbolColor) {
    self.character = character
    self.foreground = foreground
    self.background = background
  }
}
