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
      TileDrawing.draw(item.tile, in: canvas.window(picture))
      TileDrawing.drawTitle(
        of: item.tile, in: canvas.window(title), isCursor: item.isCursor, isFocused: isFocused)
    }
  }
}
