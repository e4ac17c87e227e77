internal import Terminal

/// The drawing of tiles, whatever their layout.
@MainActor enum TileDrawing {
  /// Draws the picture of a tile, or a text in its place.
  static func draw(_ tile: SheetTile, in canvas: Canvas) {
    if let picture = tile.picture, picture.size.width <= canvas.size.width,
      picture.size.height <= canvas.size.height
    {
      canvas.draw(picture, at: canvas.bounds.centered(picture.size).origin)
    } else {
      drawPlaceholder(tile.note.isEmpty ? "…" : tile.note, color: tile.color, in: canvas)
    }
  }

  /// Draws a color, or else a dim frame if there is room for one, with a text in the middle.
  private static func drawPlaceholder(_ note: String, color: Color?, in canvas: Canvas) {
    if let color {
      canvas.fill(style: Style(background: color))
      canvas.draw(
        note, centeredAt: canvas.size.height / 2,
        style: Style(foreground: color.readable, background: color, .dim))
      return
    }
    let hasFrame = canvas.size.height > 2 && canvas.size.width > 4
    if hasFrame { canvas.drawBorder(style: canvas.palette[.weak]) }
    let inside = canvas.window(hasFrame ? canvas.bounds.insideBorder : canvas.bounds)
    inside.drawCentered(note, margin: 0, style: canvas.palette[.weak])
  }

  static func drawTitle(of tile: SheetTile, in canvas: Canvas, isCursor: Bool, isFocused: Bool) {
    let style: Style = isCursor ? canvas.palette[isFocused ? .cursor : .strong] : .plain
    if isCursor, isFocused { canvas.fill(style: style) }
    if isCursor { canvas.draw("›", at: .zero, style: style) }
    canvas.draw((tile.isMarked ? "● " : "") + tile.title, at: Point(x: 1, y: 0), style: style)
  }
}
