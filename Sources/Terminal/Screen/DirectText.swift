/// Writes the cells that ncurses is not trusted with: those in direct colors, which it does not know on terminals with a
/// palette, those of pictures in a palette, which it writes slowly, and characters about whose width terminals
/// disagree.
///
/// ncurses is given ``Cell/underDirectText`` in their places, and the cells are written after it. The width of a disputed
/// character never matters to what follows it:
///
/// - its cells are blanked before, because the terminal may write fewer, or none if it joins the character to the one
///   before;
/// - the cursor is placed by row and column after it;
/// - the cells that the terminal may have written too many are written again, and where they could be a picture or the
///   next row, the character is simplified.
struct DirectText {
  /// A Boolean value that indicates whether a cell is written here and not by ncurses.
  let isDirect: (Cell) -> Bool
  /// Returns the character to write for a cell.
  let character: (Cell) -> String
  /// The style that the terminal can show for a style.
  let style: (Style) -> Style

  /// The most columns that joined disputed characters may take more than they should; with more, each is placed for itself.
  private static let mostExcess = 8

  /// The bytes for the cells of `next` that the terminal does not show yet.
  ///
  /// - Parameters:
  ///   - rows: The rows with cells that are written here, or more; nil for all.
  ///   - shown: What the terminal shows; nil for nothing.
  ///   - written: What ncurses has written in `rows`.
  func bytes(for next: CellGrid, rows: Set<Int>? = nil, over shown: CellGrid?, written: WrittenCells)
    -> [UInt8]
  {
    var pen = Pen()
    for y in 0..<next.size.height where rows?.contains(y) ?? true {
      let isSame = shown.map { next.hasSameRow(y, as: $0) } ?? false
      if isSame, !written.touch(Rect(x: 0, y: y, width: next.size.width, height: 1)) { continue }
      let row = Row(
        number: y, cells: Array(next.cells(inRow: y)), shown: shown.map { Array($0.cells(inRow: y)) },
        written: written)
      write(row, with: &pen)
    }
    return pen.bytes.isEmpty ? [] : pen.bytes + "\u{1b}[m".utf8
  }

  private func write(_ row: Row, with pen: inout Pen) {
    var x = 0
    // Cells before this column may have been overwritten by a disputed character.
    var spoiled = 0
    while x < row.cells.count {
      let cell = row.cells[x]
      guard cell.isDisputed, isDirect(cell) else {
        let isSpoiled = x < spoiled && !cell.isUnderPicture
        if isSpoiled || row.isStale(x) && isDirect(cell) {
          pen.write(character(cell), style: style(cell.style), at: Point(x: x, y: row.number))
        }
        x += 1
        continue
      }
      let run = row.disputedRun(from: x)
      if x < spoiled || row.isStale(run: run) {
        for piece in pieces(of: run, in: row) {
          write(piece, of: row, with: &pen)
          spoiled = piece.lowerBound + row.reach(of: piece)
        }
      }
      x = run.upperBound
    }
  }

  /// Returns the ranges to write without moving the cursor in between: the whole run, so that the letters of
  /// a word stay together where they take fewer columns, or single characters if a terminal could write too
  /// far.
  private func pieces(of run: Range<Int>, in row: Row) -> [Range<Int>] {
    let isSafe = row.reach(of: run) - run.count <= Self.mostExcess && row.hasRoom(for: run)
    return isSafe ? [run] : row.clusters(of: run)
  }

  private func write(_ piece: Range<Int>, of row: Row, with pen: inout Pen) {
    let point = Point(x: piece.lowerBound, y: row.number)
    let style = style(row.cells[piece.lowerBound].style)
    pen.write(String(repeating: " ", count: piece.count), style: style, at: point)
    pen.forgetCursor()
    let text = row.cells[piece].map(character).joined()
    pen.write(row.hasRoom(for: piece) ? text : Self.simplified(text), style: style, at: point)
    pen.forgetCursor()
  }

  /// A character without its marks, or a blank if its own width is disputed.
  private static func simplified(_ text: String) -> String {
    guard let base = text.unicodeScalars.first, !CharacterWidth.isDisputed(base) else { return " " }
    return String(base)
  }

  /// A row of the next frame.
  private struct Row {
    let number: Int
    let cells: [Cell]
    let shown: [Cell]?
    let written: WrittenCells

    /// Returns a Boolean value that indicates whether the terminal may show something else in a column.
    func isStale(_ x: Int) -> Bool {
      shown.map { $0[x] != cells[x] } ?? true || written.contains(x: x, y: number)
    }

    /// Returns a Boolean value that indicates whether the terminal may show something else in a run, or was
    /// given it in other pieces.
    func isStale(run: Range<Int>) -> Bool {
      guard let shown else { return true }
      let isSameRun =
        !Self.isJoined(shown, before: run.lowerBound) && !Self.isJoined(shown, before: run.upperBound)
      let pictures = spoiled(by: run).clamped(to: cells.indices).contains {
        shown[$0].isUnderPicture != cells[$0].isUnderPicture
      }
      return !isSameRun || pictures || run.contains(where: isStale)
    }

    /// The disputed characters of one style that stand side by side from column `start` on.
    func disputedRun(from start: Int) -> Range<Int> {
      let end = (start + 1..<cells.count).first { !Self.isJoined(cells, before: $0) }
      return start..<(end ?? cells.count)
    }

    /// Returns a Boolean value that indicates whether the cells on both sides of a column's left edge belong
    /// to one run.
    private static func isJoined(_ cells: [Cell], before x: Int) -> Bool {
      x > 0 && x < cells.count && cells[x - 1].isDisputed && cells[x].isDisputed
        && (cells[x].isRightHalf || cells[x - 1].style == cells[x].style)
    }

    /// The most columns that a terminal may take for characters.
    func reach(of columns: Range<Int>) -> Int {
      cells[columns].reduce(0) { $0 + ($1.isRightHalf ? 0 : Int($1.reach)) }
    }

    /// The columns behind characters that a terminal may write, too.
    private func spoiled(by columns: Range<Int>) -> Range<Int> {
      columns.upperBound..<max(columns.upperBound, columns.lowerBound + reach(of: columns))
    }

    /// Returns a Boolean value that indicates whether a terminal that takes more columns for characters
    /// writes neither over a picture nor into the next row.
    func hasRoom(for columns: Range<Int>) -> Bool {
      let spoiled = spoiled(by: columns)
      return spoiled.upperBound <= cells.count && !cells[spoiled].contains(where: \.isUnderPicture)
    }

    /// The columns of each character of a run.
    func clusters(of run: Range<Int>) -> [Range<Int>] {
      let starts = run.filter { !cells[$0].isRightHalf || $0 == run.lowerBound }
      return zip(starts, starts.dropFirst() + [run.upperBound]).map { $0..<$1 }
    }
  }

  /// Bytes with the place and style that they leave the terminal in.
  private struct Pen {
    var bytes: [UInt8] = []
    private var cursor: Point?
    private var style: Style?

    /// Writes characters that are known to take a column each; the right half of a wide one is no character.
    mutating func write(_ text: String, style: Style, at point: Point) {
      if text.isEmpty {
        if cursor == point { cursor?.x += 1 }
        return
      }
      if cursor != point { bytes += "\u{1b}[\(point.y + 1);\(point.x + 1)H".utf8 }
      if self.style != style { style.write(to: &bytes, after: self.style) }
      self.style = style
      bytes += text.utf8
      cursor = Point(x: point.x + 1, y: point.y)
    }

    mutating func forgetCursor() { cursor = nil }
  }
}
