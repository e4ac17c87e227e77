extension TerminalModel {
  /// The cells of one screen with their operations, without cursor and modes.
  struct Grid: Sendable {
    private(set) var columns: Int
    private(set) var rows: [[Cell]]

    init(columns: Int, rows count: Int) {
      self.columns = columns
      rows = Array(repeating: Array(repeating: .blank(.plain), count: columns), count: count)
    }

    private func blankRow(_ style: Style) -> [Cell] {
      Array(repeating: .blank(style), count: columns)
    }

    /// Writes a character, and blanks the rest of wide characters that it overwrites in part.
    mutating func put(_ text: String, width: Int, style: Style, row: Int, column: Int) {
      splitWide(row: row, before: column)
      splitWide(row: row, before: column + width)
      rows[row][column] = Cell(text: text, style: style)
      if width == 2 { rows[row][column + 1] = Cell(text: "", style: style) }
    }

    /// Covers a cell with a part of a picture.
    mutating func stick(_ piece: Piece, row: Int, column: Int) {
      splitWide(row: row, before: column)
      splitWide(row: row, before: column + 1)
      rows[row][column] = Cell(text: " ", style: .plain, piece: piece)
    }

    /// Returns a Boolean value that indicates whether a cell shows nothing.
    func isBlank(row: Int, column: Int) -> Bool {
      let cell = rows[row][column]
      return [" ", "\u{A0}"].contains(cell.text) && cell.style.background == .standard
    }

    /// Adds a combining mark to the character of a cell.
    mutating func combine(_ mark: Unicode.Scalar, row: Int, column: Int) {
      let start = rows[row][column].isRightHalf ? column - 1 : column
      rows[row][start].text.unicodeScalars.append(mark)
    }

    /// Blanks a wide character that the border before `column` splits.
    private mutating func splitWide(row: Int, before column: Int) {
      guard column > 0, column < columns, rows[row][column].isRightHalf else { return }
      rows[row][column - 1].text = " "
      rows[row][column].text = " "
    }

    mutating func erase(row: Int, _ range: Range<Int>, style: Style) {
      let range = range.clamped(to: 0..<columns)
      splitWide(row: row, before: range.lowerBound)
      splitWide(row: row, before: range.upperBound)
      for column in range { rows[row][column] = .blank(style) }
    }

    mutating func eraseRows(_ range: Range<Int>, style: Style) {
      for row in range { rows[row] = blankRow(style) }
    }

    mutating func insertCells(_ count: Int, row: Int, column: Int, style: Style) {
      let count = min(count, columns - column)
      splitWide(row: row, before: column)
      rows[row].insert(contentsOf: repeatElement(.blank(style), count: count), at: column)
      rows[row].removeLast(count)
      healRightEdge(row: row)
    }

    mutating func deleteCells(_ count: Int, row: Int, column: Int, style: Style) {
      let count = min(count, columns - column)
      splitWide(row: row, before: column)
      splitWide(row: row, before: column + count)
      rows[row].removeSubrange(column..<column + count)
      rows[row].append(contentsOf: repeatElement(.blank(style), count: count))
    }

    /// Scrolls the rows of a region up, with blank rows at the bottom.
    mutating func scrollUp(_ count: Int, region: Range<Int>, style: Style) {
      let count = min(count, region.count)
      rows.removeSubrange(region.lowerBound..<region.lowerBound + count)
      rows.insert(
        contentsOf: repeatElement(blankRow(style), count: count), at: region.upperBound - count)
    }

    /// Scrolls the rows of a region down, with blank rows at the top.
    mutating func scrollDown(_ count: Int, region: Range<Int>, style: Style) {
      let count = min(count, region.count)
      rows.removeSubrange(region.upperBound - count..<region.upperBound)
      rows.insert(contentsOf: repeatElement(blankRow(style), count: count), at: region.lowerBound)
    }

    /// Crops or fills at the right and at the bottom, without rewrapping the text.
    mutating func resize(columns newColumns: Int, rows newCount: Int) {
      for row in rows.indices where newColumns < columns {
        rows[row].removeLast(columns - newColumns)
      }
      for row in rows.indices where newColumns > columns {
        rows[row].append(contentsOf: repeatElement(.blank(.plain), count: newColumns - columns))
      }
      let cut = newColumns < columns
      columns = newColumns
      if newCount < rows.count { rows.removeLast(rows.count - newCount) }
      while rows.count < newCount { rows.append(blankRow(.plain)) }
      for row in rows.indices where cut { healRightEdge(row: row) }
    }

    /// Blanks the left half of a wide character whose right half is outside the screen.
    private mutating func healRightEdge(row: Int) {
      guard let last = rows[row].last, let scalar = last.text.unicodeScalars.first else { return }
      if scalar.columns == 2 { rows[row][columns - 1].text = " " }
    }
  }
}
