/// The cells that ncurses writes in a frame, as far as that can be known before it does.
///
/// ncurses sends the cells that differ. Of a row that differs in two places it may also send equal cells next to
/// either, on the side of the other, where that is cheaper than moving the cursor or goes with clearing one end of
/// the row; and of one that begins with more blanks than before, the first cell after them (`TransformLine` and
/// `PutRange` in its tty_update.c). Cells outside ASCII it neither clears, moves nor writes over for any other
/// reason.
struct WrittenCells {
  /// The columns of each row, in order; nil if everything is written.
  private let rows: [[Range<Int>]]?

  /// How many equal cells it may send: more than any cursor movement has bytes (`_inline_cost`).
  static let reach = 10

  /// Everything: a frame that is painted anew.
  static let all = WrittenCells(rows: nil)

  private init(rows: [[Range<Int>]]?) { self.rows = rows }

  /// The cells in these columns of each row.
  init(_ rows: [[Range<Int>]]) { self.rows = rows }

  /// The cells of `next` that differ from those of `shown`, a grid of the same size, as ncurses is given them.
  init(of next: CellGrid, over shown: CellGrid, asGiven: (Cell) -> Cell) {
    rows = (0..<next.size.height).map { y in
      let (new, old) = (next.cells(inRow: y), shown.cells(inRow: y))
      if new == old { return [] }
      let cells = new.map(asGiven)
      var differing = (0..<cells.count).filter { x in
        new[new.startIndex + x] != old[old.startIndex + x] && cells[x] != asGiven(old[old.startIndex + x])
      }
      if let first = differing.first, cells[0].text == " ",
        let end = cells.firstIndex(where: { $0 != cells[0] }), first < end
      {
        differing.insert(end, at: differing.firstIndex { $0 >= end } ?? differing.endIndex)
      }
      return Self.ranges(differing)
    }
  }

  private static func ranges(_ columns: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for column in columns {
      guard let last = ranges.popLast() else {
        ranges.append(column..<column + 1)
        continue
      }
      if column - last.upperBound <= 2 * reach {
        ranges.append(last.lowerBound..<column + 1)
      } else {
        ranges += [last.lowerBound..<last.upperBound + reach, column - reach..<column + 1]
      }
    }
    return ranges
  }

  /// Whether a cell of `rect` may be written.
  func touch(_ rect: Rect) -> Bool {
    guard let rows else { return true }
    let columns = rect.minX..<rect.maxX
    return rows[max(0, rect.minY)..<min(rows.count, max(0, rect.maxY))].contains { row in
      row.contains { $0.overlaps(columns) }
    }
  }

  /// Whether the cell at column `x` of row `y` may be written.
  func contains(x: Int, y: Int) -> Bool {
    rows.map { $0[y].contains { $0.contains(x) } } ?? true
  }
}
