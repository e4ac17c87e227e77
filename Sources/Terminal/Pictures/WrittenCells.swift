/// The cells that ncurses writes in a frame, or more, as far as that can be known before it does.
///
/// ncurses sends the cells that differ, and equal ones only in these places of a row that differs (`TransformLine`
/// and `PutRange` in its tty_update.c):
///
/// - between two that differ, if there are so few that going on is cheaper than moving the cursor;
/// - of a row that begins with more blanks than before, and was cleared up to its first character: that one;
/// - of a row that ends in more blanks than before, and is cleared after its last character: all up to that one, if
///   the first that differs is no farther from it than moving the cursor would cost.
///
/// Cells outside ASCII it neither clears, moves nor writes over on the cursor's way.
struct WrittenCells {
  /// The columns of each row, in order; nil if everything is written.
  private let rows: [[Range<Int>]]?

  /// The largest number of equal cells that it may send: more than the bytes of the shortest cursor movement
  /// (`_inline_cost`), because
  /// right halves of wide characters are not always counted.
  static let reach = 10

  /// All cells, for a frame that is repainted completely.
  static let all = WrittenCells(rows: nil)

  private init(rows: [[Range<Int>]]?) { self.rows = rows }

  /// The cells in these columns of each row.
  init(_ rows: [[Range<Int>]]) { self.rows = rows }

  /// The cells of `next` that differ from those of `shown`, a grid of the same size, as ncurses is given them.
  init(of next: CellGrid, over shown: CellGrid, asGiven: (Cell) -> Cell) {
    rows = (0..<next.size.height).map { y in
      if next.hasSameRow(y, as: shown) { return [] }
      return Self.columns(
        of: next.cells(inRow: y).map(asGiven), over: shown.cells(inRow: y).map(asGiven))
    }
  }

  private static func columns(of new: [Cell], over old: [Cell]) -> [Range<Int>] {
    var marks = differences(of: new, over: old)
    guard let first = marks.first, let last = marks.last else { return [] }
    let start = new.firstIndex { $0.text != " " } ?? new.count
    let end = (new.lastIndex { $0.text != " " } ?? -1) + 1
    if first < start, start < end { marks.append(start) }
    if last >= end {
      // From either place the row may be written on to its last character.
      for mark in [first, start] where mark < end && end - mark <= reach { marks += mark..<end }
    }
    return ranges(marks.sorted())
  }

  /// The columns that differ, with whole wide characters.
  private static func differences(of new: [Cell], over old: [Cell]) -> [Int] {
    var marks: [Int] = []
    for x in new.indices where new[x] != old[x] {
      if x > 0, new[x].isRightHalf { marks.append(x - 1) }
      marks.append(x)
      if x + 1 < new.count, new[x + 1].isRightHalf || old[x + 1].isRightHalf { marks.append(x + 1) }
    }
    return marks
  }

  /// Columns in their order, joined where they are near each other.
  private static func ranges(_ columns: [Int]) -> [Range<Int>] {
    columns.reduce(into: []) { ranges, column in
      if let last = ranges.last, column - last.upperBound <= reach {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, column + 1)
      } else {
        ranges.append(column..<column + 1)
      }
    }
  }

  /// Returns a Boolean value that indicates whether a cell of `rect` may be written.
  func touch(_ rect: Rect) -> Bool {
    guard let rows else { return true }
    let columns = rect.minX..<rect.maxX
    return rows[max(0, rect.minY)..<min(rows.count, max(0, rect.maxY))].contains { row in
      row.contains { $0.overlaps(columns) }
    }
  }

  /// Returns a Boolean value that indicates whether the cell at column `x` of row `y` may be written.
  func contains(x: Int, y: Int) -> Bool {
    rows.map { $0[y].contains { $0.contains(x) } } ?? true
  }
}
