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

  /// A header or a row in view.
  struct Shown {
    /// The texts of an item.
    enum Content {
      case header(ListHeader)
      case row(ListRow, isCursor: Bool)
    }

    let content: Content
    /// The line of the view in which it begins; negative for a row that is cut at the top.
    let y: Int
  }

  /// Returns the item in line `y` of the view, as last laid out.
  public func hit(line y: Int) -> Hit? {
    guard y >= 0, y < height else { return nil }
    if y < stickyHeight, let section = sectionAtTop { return .header(section: section) }
    switch geometry.item(atLine: top + y) {
    case .header(let section): return .header(section: section)
    case .row(let path, _): return .row(path)
    case nil: return nil
    }
  }

  /// Reads the headers and rows that are in view.
  ///
  /// - Complexity: O(*height*) calls of the source.
  public func layout(_ size: Size) {
    if height != size.height {
      height = max(1, size.height)
      showCursor()
    }
    shown = []
    var y = 0
    while y < height, let item = geometry.item(atLine: top + y) {
      switch item {
      case .header(let section):
        shown.append(Shown(content: .header(source.header(of: section)), y: y))
        y += 1
      case .row(let path, let line):
        let row = source.row(at: path)
        shown.append(Shown(content: .row(row, isCursor: path == cursor), y: y - line))
        y += rowHeight - line
      }
    }
    if stickyHeight > 0, let section = sectionAtTop {
      shown.append(Shown(content: .header(source.header(of: section)), y: 0))
    }
  }

  /// Draws the rows in view; the cursor's reversed if the list is focused, else bold, and marked in both cases.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    guard !shown.isEmpty else { return drawEmpty(in: canvas) }
    for item in shown {
      switch item.content {
      case .header(let header): header.draw(at: item.y, in: canvas)
      case .row(let row, let isCursor):
        draw(row, at: item.y, in: canvas, isCursor: isCursor, isFocused: isFocused)
      }
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

  private func draw(_ row: ListRow, at y: Int, in canvas: Canvas, isCursor: Bool, isFocused: Bool) {
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
    let title = canvas.window(Rect(x: 1, y: y, width: used, height: 1))
    for columns in row.matches {
      title.restyle(Rect(x: columns.lowerBound, y: 0, width: columns.count, height: 1)) {
        $0.with(.underline)
      }
    }
    if !row.note.isEmpty, used + 1 < room {
      canvas.draw(row.note, at: Point(x: used + 2, y: y), width: room - used - 1, style: weak)
    }
    if rowHeight > 1, !isCut {
      canvas.draw(row.subtitle, at: Point(x: 1, y: y + 1), width: canvas.size.width - 2, style: weak)
    }
  }
}
