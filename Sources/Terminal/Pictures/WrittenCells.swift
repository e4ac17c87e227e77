/// The cells that ncurses writes in a frame, as far as that can be known before it does.
///
/// ncurses sends the cells that differ, and may send equal ones between them too, where that is cheaper than
/// moving the cursor. Cells outside ASCII it neither clears, moves nor writes over for any other reason.
struct WrittenCells {
  /// The columns of each row, in order; nil if everything is written.
  private let rows: [[Range<Int>]]?

  /// Equal cells between two that differ are sent again up to this number: more than any cursor movement has
  /// bytes (`_inline_cost` in ncurses' tty_update.c).
  static let longestGap = 10

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
      return Self.ranges(
        (0..<new.count).filter { x in
          let (cell, before) = (new[new.startIndex + x], old[old.startIndex + x])
          return cell != before && asGiven(cell) != asGiven(before)
        })
    }
  }

  private static func ranges(_ columns: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for column in columns {
      if let last = ranges.last, column - last.upperBound <= longestGap {
        ranges[ranges.count - 1] = last.lowerBound..<column + 1
      } else {
        ranges.append(column..<column + 1)
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
