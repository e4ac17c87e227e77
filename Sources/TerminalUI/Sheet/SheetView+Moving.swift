public import ListChanges
internal import Terminal

extension SheetView {
  /// Moves the cursor to `path`, or the nearest row of the list.
  public func select(_ path: RowPath) {
    if let nearest = geometry.nearest(to: path) { put(at: geometry.number(of: nearest)) }
  }

  /// Moves the cursor to `path`, or the nearest, and scrolls so that its tile stands in `line`, a row of tiles of the view,
  /// as far as the list allows.
  public func select(_ path: RowPath, atLine line: Int) {
    select(path)
    guard let number else { return }
    top = row(-max(0, line), after: row(of: number)).first
    showCursor()
  }

  /// Moves the cursor to the tile with `number`, from 1, or the nearest.
  public func goTo(_ number: Int) { put(at: max(1, number) - 1) }
  /// Moves the cursor to the first tile.
  public func moveToTop() { put(at: 0) }
  /// Moves the cursor to the last tile.
  public func moveToBottom() { put(at: rowCount - 1) }

  /// Moves the cursor on by `tiles` in the order of the list, back if they are negative.
  ///
  /// Returns whether it moved.
  @discardableResult public func move(by tiles: Int) -> Bool {
    guard let number else { return false }
    let (sum, overflow) = number.addingReportingOverflow(tiles)
    return put(at: overflow ? (tiles > 0 ? rowCount - 1 : 0) : sum)
  }

  /// Moves the cursor down by `rows` of tiles, up if they are negative, to the tile whose center is nearest to that of the
  /// tile from which moves up and down began.
  @discardableResult public func moveRows(by rows: Int) -> Bool {
    scrollToAnchor()
    guard let number, rows != 0 else { return false }
    let start = row(of: number)
    let columns = start.columns[number - start.first]
    let goal = goal ?? (columns.lowerBound + columns.upperBound) / 2
    let row = row(rows, after: start)
    guard row.first != start.first else { return false }
    let moved = put(at: row.first + row.nearest(to: goal))
    self.goal = goal
    return moved
  }

  /// Moves the cursor to the first tile of the next section, or of a later one; back if negative.
  public func moveSections(by count: Int) {
    if let cursor { select(geometry.start(ofSections: count, from: cursor)) }
  }

  /// Moves the cursor and the view down by `count` pages, up if they are negative.
  ///
  /// Returns whether the cursor moved.
  @discardableResult public func movePages(_ count: Int) -> Bool { page(count, rows: wholeRows) }
  /// Moves the cursor and the view down by `count` half pages, up if they are negative.
  ///
  /// Returns whether the cursor moved.
  @discardableResult public func moveHalfPages(_ count: Int) -> Bool {
    page(count, rows: max(1, wholeRows / 2))
  }

  private func page(_ count: Int, rows: Int) -> Bool {
    scrollToAnchor()
    let line = cursorLine ?? 0
    let (distance, overflow) = rows.multipliedReportingOverflow(by: count)
    let moved = moveRows(by: overflow ? (count > 0 ? rowCount : -rowCount) : distance)
    guard let number else { return false }
    top = row(-line, after: row(of: number)).first
    showCursor()
    return moved
  }

  /// The number of rows that are in view as a whole, at least one.
  private var wholeRows: Int { max(1, rowsInView.count { $0.y + $0.row.lines <= size.height }) }

  /// Scrolls so that the row of the cursor stands in the middle, as far as the list allows.
  public func center() {
    if let cursor { select(cursor, atLine: (wholeRows - 1) / 2) }
  }

  /// Scrolls the view down by `rows` of tiles, up if they are negative; the cursor comes along only when it would leave the
  /// view.
  public func scroll(by rows: Int) {
    scrollToAnchor()
    guard let number else { return }
    let old = top
    top = row(rows, after: row(of: min(top, rowCount - 1))).first
    if rowCount - top <= 2 * Self.blockLength { top = min(top, lastTop) }
    if top != old { isForward = top > old }
    let whole = rowsInView.filter { $0.y == 0 || $0.y + $0.row.lines <= size.height }
    guard let first = whole.first, let last = whole.last else { return }
    let current = row(of: number)
    let columns = current.columns[number - current.first]
    let goal = goal ?? (columns.lowerBound + columns.upperBound) / 2
    let (kept, target) = (isForward, number < first.row.first ? first.row : last.row)
    if number < first.row.first || number >= last.row.numbers.upperBound {
      put(at: target.first + target.nearest(to: goal))
      (self.goal, isForward) = (goal, kept)
    }
  }

  /// Moves the cursor to the tile with that number, from 0, or the nearest; returns whether it moved.
  @discardableResult func put(at number: Int) -> Bool {
    scrollToAnchor()
    guard let cursor, let path = geometry.path(ofNumber: number) else { return false }
    self.cursor = path
    goal = nil
    if path != cursor { isForward = path > cursor }
    showCursor()
    return path != cursor
  }

  /// The highest number of a tile that can stand first: the rows from there on fill the view.
  private var lastTop: Int { top(showing: row(of: rowCount - 1)) }

  /// Returns the first tile of a view whose last whole row is `row`.
  private func top(showing row: TileRow) -> Int {
    var first = row
    var lines = row.lines
    var count = limitedCount(row)
    while first.first > 0 {
      let before = self.row(of: first.first - 1)
      lines += before.lines
      count += limitedCount(before)
      guard lines <= size.height, count <= Self.mostTiles else { break }
      first = before
    }
    return first.first
  }

  /// Scrolls by the smallest distance that shows the row of the cursor as a whole.
  func showCursor() {
    guard let number else { return top = 0 }
    let row = row(of: number)
    top = min(top, row.first)
    // The end of the list is laid out only when it is near.
    if rowCount - top <= 2 * Self.blockLength { top = min(top, lastTop) }
    top = max(top, top(showing: row))
    // A change of the list or of the size may have moved the beginnings of rows.
    top = self.row(of: top).first
  }

  /// Follows a change of the content, which the source already has, as ``ListView/apply(_:)`` does.
  ///
  /// Reads nothing: rows are laid out again when they are needed.
  public func apply(_ changes: SectionedChanges) {
    if changes.isReload { return reload() }
    // The source has no shapes of the old rows any more. Other contents can have other shapes, which break the rows elsewhere.
    anchor = anchor ?? knownLine
    let (old, hadHeadings) = (geometry, showsHeadings)
    readCounts()
    guard changes.changesPlaces || hadHeadings != showsHeadings else { return }
    let position = ScrollPosition(cursor: cursor, top: top)
      .following(changes, from: old, to: geometry) { $1.number(of: $0) }
    cursor = position.cursor
    goal = nil
  }

  /// Scrolls so that the row of the cursor stands where it stood before changes.
  func scrollToAnchor() {
    guard let line = anchor else { return }
    anchor = nil
    guard let number else { return top = 0 }
    top = row(-line, after: row(of: number)).first
    showCursor()
  }
}
