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
      case row(ListRow, margin: String, isCursor: Bool)
    }

    let content: Content
    /// The line of the view in which it begins; negative for a row that is cut at the top.
    let y: Int

    var row: ListRow? {
      if case .row(let row, _, _) = content { row } else { nil }
    }
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
    resize(size)
    let (items, margin) = (itemsInView, margin)
    var rows = source.rows(at: items.compactMap(\.path))[...]
    shown = []
    var y = 0
    for item in items {
      switch item {
      case .header(let section):
        shown.append(Shown(content: .header(source.header(of: section)), y: y))
        y += 1
      case .row(let path, let line):
        let margin = margin > 0 && (path.row == 0 || y == 0) ? source.header(of: path.section).title : ""
        shown.append(
          Shown(content: .row(rows.removeFirst(), margin: margin, isCursor: path == cursor), y: y - line))
        y += rowHeight - line
      }
    }
    columns = RowColumns(
      width: size.width - margin, rows: shown.compactMap(\.row), detailsInLine: rowHeight == 1)
    if stickyHeight > 0, let section = sectionAtTop {
      shown.append(Shown(content: .header(source.header(of: section)), y: 0))
    }
  }

  /// Draws the rows in view; the cursor's reversed if the list is focused, else bold, and marked in both cases.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    guard !shown.isEmpty else { return drawEmpty(in: canvas) }
    let margin = margin
    for item in shown {
      switch item.content {
      case .header(let header): header.draw(at: item.y, in: canvas)
      case .row(let row, let heading, let isCursor):
        canvas.draw(heading, at: Point(x: 0, y: item.y), width: margin, style: canvas.palette[.heading])
        let lines = Rect(x: margin, y: item.y, width: canvas.size.width - margin, height: rowHeight)
        // Of a row whose first line is hidden at the top of the view, the title is what can be seen.
        let isCut = rowHeight > 1 && item.y < stickyHeight
        row.draw(
          in: canvas.window(lines), columns: columns, firstLine: isCut ? 1 : 0, isCursor: isCursor,
          isFocused: isFocused)
      }
    }
  }

  /// The headers and rows of which a line is in view.
  private var itemsInView: [ListGeometry.Item] {
    var items: [ListGeometry.Item] = []
    var y = 0
    while y < height, let item = geometry.item(atLine: top + y) {
      items.append(item)
      if case .row(_, let line) = item { y += rowHeight - line } else { y += 1 }
    }
    return items
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
    canvas.drawCentered(emptyText, style: canvas.palette[.weak])
  }
}
