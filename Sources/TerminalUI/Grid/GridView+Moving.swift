public import ListChanges

extension GridView {
  /// Moves the cursor to `path`, or the nearest row.
  public func select(_ path: RowPath) {
    guard rowCount > 0 else { return }
    let section = min(max(0, path.section), geometry.counts.count - 1)
    let near = RowPath(section: section, row: min(max(0, path.row), max(0, geometry.counts[section] - 1)))
    put(at: geometry.number(of: near))
  }

  /// Moves the cursor to `path`, or the nearest row, and scrolls so that its tile stands in `line`, a row of tiles of the
  /// view, as far as the list allows.
  public func select(_ path: RowPath, atLine line: Int) {
    select(path)
    guard let cursor else { return }
    top = row(of: cursor) - line
    showCursor()
  }

  /// Moves the cursor to the tile with `number`, from 1, or the nearest.
  public func goTo(_ number: Int) { put(at: max(1, number) - 1) }

  /// Moves the cursor on by `tiles` in the order of the list, back if they are negative, also from row to row.
  ///
  /// Returns whether it moved: from the first tile it does not go back.
  @discardableResult public func move(by tiles: Int) -> Bool {
    guard let cursor else { return false }
    return put(at: geometry.number(of: cursor).adding(tiles))
  }

  /// Moves the cursor down by `rows`, up if they are negative, in its column; to the last tile where the last row
  /// is shorter.
  ///
  /// Returns whether it moved.
  @discardableResult public func moveRows(by rows: Int) -> Bool {
    guard let cursor else { return false }
    let row = min(max(0, row(of: cursor).adding(rows)), lineCount - 1)
    return put(at: row * columns + geometry.number(of: cursor) % columns)
  }

  /// Moves the cursor to the first tile of the next section, or of a later one; back if negative.
  public func moveSections(by count: Int) {
    if let cursor { select(geometry.start(ofSections: count, from: cursor)) }
  }

  /// Scrolls so that the tile of the cursor stands in the middle of the view, as far as the list allows.
  public func center() {
    if let cursor { select(cursor, atLine: (tiles.rows - 1) / 2) }
  }

  /// Moves the cursor to the first tile.
  public func moveToTop() { put(at: 0) }
  /// Moves the cursor to the last tile.
  public func moveToBottom() { put(at: rowCount - 1) }

  /// Moves the cursor and the view down by `count` pages, up if they are negative.
  ///
  /// Returns whether the cursor moved.
  @discardableResult public func movePages(_ count: Int) -> Bool { page(count, rows: tiles.rows) }
  /// Moves the cursor and the view down by `count` half pages, up if they are negative.
  ///
  /// Returns whether the cursor moved.
  @discardableResult public func moveHalfPages(_ count: Int) -> Bool {
    page(count, rows: max(1, tiles.rows / 2))
  }

  private func page(_ count: Int, rows: Int) -> Bool {
    guard let cursor else { return false }
    let line = row(of: cursor) - top
    let moved = moveRows(by: count.multiplied(by: rows))
    if let cursor = self.cursor { top = row(of: cursor) - line }
    showCursor()
    return moved
  }

  /// Scrolls the view down by `rows` of tiles, up if they are negative, as a mouse wheel does; the cursor comes
  /// along only when it would leave the view.
  public func scroll(by rows: Int) {
    guard let cursor else { return }
    let old = top
    top = min(max(0, top.adding(rows)), lastTop)
    let highest = top == 0 ? 0 : top + margin
    let lowest = top == lastTop ? lineCount - 1 : top + tiles.rows - 1 - margin
    let row = min(max(highest, row(of: cursor)), lowest)
    put(at: row * columns + geometry.number(of: cursor) % columns)
    if top != old { isForward = top > old }
  }

  /// Moves the cursor to the tile with that number, from 0, or the nearest; returns whether it moved.
  @discardableResult private func put(at number: Int) -> Bool {
    guard let cursor, let path = geometry.path(ofNumber: number) else { return false }
    self.cursor = path
    if path != cursor { isForward = path > cursor }
    showCursor()
    return path != cursor
  }

  /// The highest row of tiles that can stand at the top of the view.
  var lastTop: Int { max(0, lineCount - tiles.rows) }

  /// The number of tile rows that stay visible above and below the cursor: one, if at least three are in
  /// view.
  var margin: Int { min(1, (tiles.rows - 1) / 2) }

  /// Scrolls by the smallest distance that shows the cursor and its margin.
  func showCursor() {
    if let cursor {
      let row = row(of: cursor)
      top = max(top, row + 1 + margin - tiles.rows)
      top = min(top, row - margin)
    }
    top = min(max(0, top), lastTop)
  }
}

extension Int {
  /// The sum, or the end of what an integer holds.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }

  /// The product with a positive number, or the end of what an integer holds.
  fileprivate func multiplied(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? (self > 0 ? .max : .min) : product
  }
}
