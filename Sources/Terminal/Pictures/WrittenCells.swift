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
  ///
  /// - Parameter rows: The rows that will be asked about; nil for all. No cell of another counts as written.
  init(of next: CellGrid, over shown: CellGrid, rows: Set<Int>? = nil, asGiven: (Cell) -> Cell) {
    self.rows = (0..<next.size.height).map { y in
      guard rows?.contains(y) ?? true, !next.hasSameRow(y, as: shown) else { return [] }
      return next.cells(inRow: y).withUnsafeBufferPointer { new in
        shown.cells(inRow: y).withUnsafeBufferPointer { Self.columns(of: new, over: $0, asGiven: asGiven) }
      }
    }
  }

  private static func columns(
    of new: UnsafeBufferPointer<Cell>, over old: UnsafeBufferPointer<Cell>, asGiven: (Cell) -> Cell
  ) -> [Range<Int>] {
    var marks = differences(of: new, over: old, asGiven: asGiven)
    guard let first = marks.first, let last = marks.last else { return [] }
    // What is given in place of a cell is no blank.
    func isText(_ cell: Cell) -> Bool { cell.content != " " || asGiven(cell).content != " " }
    let start = new.firstIndex(where: isText) ?? new.count
    let end = (new.lastIndex(where: isText) ?? -1) + 1
    if first < start, start < end { marks.append(start) }
    if last >= end {
      // From either place the row may be written on to its last character.
      for mark in [first, start] where mark < end && end - mark <= reach { marks += mark..<end }
    }
    return ranges(marks.sorted())
  }

  /// The columns that differ, with whole wide characters.
  ///
  /// Cells are compared before they are taken as given: few differ.
  private static func differences(
    of new: UnsafeBufferPointer<Cell>, over old: UnsafeBufferPointer<Cell>, asGiven: (Cell) -> Cell
  ) -> [Int] {
    var marks: [Int] = []
    for x in new.indices where new[x] != old[x] {
      let given = asGiven(new[x])
      guard given != asGiven(old[x]) else { continue }
      if x > 0, given.isRightHalf { marks.append(x - 1) }
      marks.append(x)
      if x + 1 < new.count, asGiven(new[x + 1]).isRightHalf || asGiven(old[x + 1]).isRightHalf {
        marks.append(x + 1)
      }
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
