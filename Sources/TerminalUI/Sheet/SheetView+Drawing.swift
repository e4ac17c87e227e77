public import ListChanges
public import Terminal

extension SheetView {
  /// A tile in view.
  struct Shown {
    let tile: SheetTile
    /// The cells of the picture; the title stands in the line below.
    let frame: Rect
    let isCursor: Bool
  }

  /// The row of the list whose tile, with its title, is at `point` of the view as it was last laid out; of a heading the
  /// first row of its section.
  public func hit(_ point: Point) -> RowPath? {
    for (row, y) in rowsInView where (y..<y + row.lines).contains(point.y) {
      if point.y < y + row.headingLines { return path(ofNumber: row.first) }
      let index = row.columns.firstIndex { $0.contains(point.x - 1) }
      return index.flatMap { path(ofNumber: row.first + $0) }
    }
    return nil
  }

  /// Reads the tiles that are in view.
  ///
  /// - Complexity: O(1) calls of the source: at most 30 tiles, and the shapes of the blocks in view.
  public func layout(_ size: Size) {
    if size != self.size { resize(size) }
    scrollToAnchor()
    let cursor = number
    var tiles: [(distance: Int, shown: Shown)] = []
    shownHeadings = []
    let rows = rowsInView
    source.prepareTiles(at: rows.flatMap(\.row.numbers).compactMap(path(ofNumber:)))
    for (row, start) in rows {
      if let section = row.heading { shownHeadings.append((source.header(of: section), start)) }
      let y = start + row.headingLines
      for (number, columns) in zip(row.numbers, row.columns) {
        let frame = Rect(x: 1 + columns.lowerBound, y: y, width: columns.count, height: row.height)
        guard let path = path(ofNumber: number) else { continue }
        let tile = source.tile(at: path, size: Size(width: frame.width, height: frame.height))
        tiles.append(
          (abs(number - (cursor ?? 0)), Shown(tile: tile, frame: frame, isCursor: number == cursor)))
      }
    }
    shown = tiles.sorted { $0.distance < $1.distance }.map(\.shown)
  }

  private func resize(_ size: Size) {
    let line = anchor ?? knownLine
    self.size = size
    readCounts()
    anchor = line
  }

  /// Draws the tiles in view; the cursor's has bars at its sides, and its title is reversed if the view is focused, else
  /// bold, and marked in both cases.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    guard !shown.isEmpty else {
      return canvas.drawCentered(emptyText, style: canvas.palette[.weak])
    }
    for heading in shownHeadings { heading.header.draw(at: heading.y, in: canvas) }
    for item in shown {
      TileDrawing.draw(item.tile, in: canvas.window(item.frame))
      let title = Rect(x: item.frame.minX, y: item.frame.maxY, width: item.frame.width, height: 1)
      TileDrawing.drawTitle(
        of: item.tile, in: canvas.window(title), isCursor: item.isCursor, isFocused: isFocused)
      guard item.isCursor else { continue }
      let style: Style = canvas.palette[isFocused ? .frame : .strong]
      for x in [item.frame.minX - 1, item.frame.maxX] {
        canvas.fill(
          Rect(x: x, y: item.frame.minY, width: 1, height: item.frame.height + 1), with: "┃", style: style)
      }
    }
  }
}
