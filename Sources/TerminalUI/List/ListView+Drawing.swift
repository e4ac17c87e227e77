public import ListChanges
public import Terminal

extension ListView {
  /// The item under the mouse pointer.
  public enum Hit: Hashable, Sendable {
    /// A row.
    case row(RowPath)
    /// The header of a section.
    case header(section: Int)
  }

  /// Returns the item in line `y` of the view, as last drawn.
  public func hit(line y: Int) -> Hit? {
    guard y >= 0, y < height else { return nil }
    if y < stickyHeight, let section = sectionAtTop { return .header(section: section) }
    switch geometry.item(atLine: top + y) {
    case .header(let section): return .header(section: section)
    case .row(let path, _): return .row(path)
    case nil: return nil
    }
  }

  /// Draws the rows in view; the cursor's reversed if the list is focused, else bold, and marked in both cases.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    if height != canvas.size.height {
      height = max(1, canvas.size.height)
      showCursor()
    }
    guard geometry.rowCount > 0 else { return drawEmpty(in: canvas) }
    var y = 0
    while y < height, let item = geometry.item(atLine: top + y) {
      switch item {
      case .header(let section):
        draw(source.header(of: section), at: y, in: canvas)
        y += 1
      case .row(let path, let line):
        draw(path, at: y - line, in: canvas, isFocused: isFocused)
        y += rowHeight - line
      }
    }
    if stickyHeight > 0, let section = sectionAtTop {
      canvas.fill(Rect(x: 0, y: 0, width: canvas.size.width, height: 1))
      draw(source.header(of: section), at: 0, in: canvas)
    }
  }

  /// The section that the first line of the view belongs to.
  private var sectionAtTop: Int? {
    switch geometry.item(atLine: top) {
    case .header(let section): section
    case .row(let path, _): path.section
    case nil: nil
    }
  }

  private func drawEmpty(in canvas: Canvas) {
    canvas.draw(emptyText, centeredAt: max(0, (canvas.size.height - 1) / 2), style: .dim)
  }

  private func draw(_ header: ListHeader, at y: Int, in canvas: Canvas) {
    let trailing = canvas.draw(
      header.trailing, endingAt: canvas.size.width - 1, y: y, width: canvas.size.width / 3, style: .dim)
    let room = canvas.size.width - 1 - trailing - 1
    let used = canvas.draw(header.title, at: Point(x: 1, y: y), width: room - 1, style: .bold)
    let rule = Rect(x: used + 2, y: y, width: room - used - 2, height: 1)
    canvas.fill(rule, with: "─", style: .dim)
  }

  private func draw(_ path: RowPath, at y: Int, in canvas: Canvas, isFocused: Bool) {
    let row = source.row(at: path)
    let isCursor = path == cursor
    let lines = Rect(x: 0, y: y, width: canvas.size.width, height: rowHeight)
    if isCursor, isFocused { canvas.fill(lines, style: .reverse) }
    let strong: Style = isCursor ? (isFocused ? .reverse : .bold) : .plain
    let weak: Style = isCursor && isFocused ? .reverse : .dim
    // Of a row whose first line is hidden at the top of the view, the title is what can be seen.
    let isCut = rowHeight > 1 && y < stickyHeight
    let y = isCut ? y + 1 : y
    if isCursor { canvas.draw("›", at: Point(x: 0, y: y), style: strong) }
    let trailing = canvas.draw(
      row.trailing, endingAt: canvas.size.width - 1, y: y, width: canvas.size.width / 3, style: weak)
    let room = canvas.size.width - 2 - trailing - (trailing > 0 ? 1 : 0)
    let used = canvas.draw(
      row.title, at: Point(x: 1, y: y), width: room, style: row.isDimmed ? weak : strong)
    if !row.note.isEmpty, used + 1 < room {
      canvas.draw(row.note, at: Point(x: used + 2, y: y), width: room - used - 1, style: weak)
    }
    if rowHeight > 1, !isCut {
      canvas.draw(row.subtitle, at: Point(x: 1, y: y + 1), width: canvas.size.width - 2, style: weak)
    }
  }
}
