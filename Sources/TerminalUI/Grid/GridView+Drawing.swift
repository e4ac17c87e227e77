public import ListChanges
public import Terminal

extension GridView {
  /// A tile in view.
  struct Shown {
    let tile: GridTile
    /// The number of its place in the view, from 0.
    let slot: Int
    let isCursor: Bool
  }

  /// The row whose tile, without the gap around it, is at `point` of the view as it was last laid out.
  public func hit(_ point: Point) -> RowPath? {
    tiles.slot(at: point).flatMap { path(ofNumber: top * columns + $0) }
  }

  /// Reads the tiles that are in view.
  ///
  /// - Complexity: O(1) calls of the source: at most 30.
  public func layout(_ size: Size) {
    if tiles.view != size { lay(out: size) }
    let first = visible.lowerBound
    shown = visibleNearestFirst.compactMap { number in
      guard let path = path(ofNumber: number) else { return nil }
      let tile = source.tile(at: path, size: tiles.picture)
      return Shown(tile: tile, slot: number - first, isCursor: path == cursor)
    }
  }

  /// Draws the tiles in view; the cursor's has a frame, and its title is reversed if the grid is focused, else
  /// bold, and marked in both cases.
  ///
  /// Of many pictures that come at once, the terminal gets those first that are drawn first.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    guard !shown.isEmpty else {
      return canvas.draw(emptyText, centeredAt: max(0, (canvas.size.height - 1) / 2), style: .dim)
    }
    for item in shown {
      if item.isCursor, tiles.hasFrames {
        let style = isFocused ? canvas.palette.frame : .dim
        canvas.window(tiles.frame(item.slot)).drawBorder(style: style)
      }
      let (picture, title) = tiles.tile(item.slot).cutTop(tiles.picture.height)
      draw(item.tile, in: canvas.window(picture))
      drawTitle(of: item.tile, in: canvas.window(title), isCursor: item.isCursor, isFocused: isFocused)
    }
  }

  private func draw(_ tile: GridTile, in canvas: Canvas) {
    if let picture = tile.picture, picture.size.width <= canvas.size.width,
      picture.size.height <= canvas.size.height
    {
      canvas.draw(picture, at: canvas.bounds.centered(picture.size).origin)
    } else {
      drawPlaceholder(tile.note.isEmpty ? "…" : tile.note, in: canvas)
    }
  }

  /// Draws a dim frame, if there is room for one, with a text in the middle.
  private func drawPlaceholder(_ note: String, in canvas: Canvas) {
    let hasFrame = canvas.size.height > 2 && canvas.size.width > 4
    if hasFrame { canvas.drawBorder(style: .dim) }
    let inside = canvas.window(hasFrame ? canvas.bounds.insideBorder : canvas.bounds)
    let lines = WrappedText.lines(of: note, width: inside.size.width)
    let shown = min(lines.count, inside.size.height)
    for (index, line) in lines.prefix(shown).enumerated() {
      // The last line that fits takes what is left, and so ends in an ellipsis.
      let text = index == shown - 1 ? lines[index...].joined(separator: " ") : line
      inside.draw(text, centeredAt: (inside.size.height - shown) / 2 + index, style: .dim)
    }
  }

  private func drawTitle(of tile: GridTile, in canvas: Canvas, isCursor: Bool, isFocused: Bool) {
    let style: Style = isCursor ? (isFocused ? .reverse : .bold) : .plain
    if isCursor, isFocused { canvas.fill(style: .reverse) }
    if isCursor { canvas.draw("›", at: .zero, style: style) }
    canvas.draw((tile.isMarked ? "● " : "") + tile.title, at: Point(x: 1, y: 0), style: style)
  }
}
