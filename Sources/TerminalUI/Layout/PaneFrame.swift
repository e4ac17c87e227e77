public import Terminal

/// The border of a pane: its title in the line above, its position in the line below, its scroll bar at the
/// right.
///
/// The focused one is bold with its title reversed, so that it shows without color.
public struct PaneFrame: Hashable, Sendable {
  /// The title of the pane.
  public var title: String
  /// The text in the bottom border, such as `12/340`.
  public var footer: String
  /// The visible part of the content; `nil` hides the scroll bar.
  public var scroll: ScrollExtent?

  /// Creates a border.
  public init(title: String, footer: String = "", scroll: ScrollExtent? = nil) {
    self.title = title
    self.footer = footer
    self.scroll = scroll
  }

  /// Draws the border along the edges of `canvas` and returns the window inside.
  @discardableResult
  public func draw(in canvas: Canvas, isFocused: Bool) -> Canvas {
    canvas.drawBorder(style: borderStyle(in: canvas, isFocused: isFocused))
    drawTexts(in: canvas, isFocused: isFocused)
    return canvas.window(canvas.bounds.insideBorder)
  }

  func borderStyle(in canvas: Canvas, isFocused: Bool) -> Style { canvas.palette[isFocused ? .frame : .weak] }

  /// Draws what the border shows: the title, the footer and the scroll bar.
  func drawTexts(in canvas: Canvas, isFocused: Bool) {
    let room = canvas.size.width - 4
    if room > 2 {
      let titleStyle = isFocused ? canvas.palette[.title] : .plain
      let shown = SafeText.fitted(title, to: room - 2)
      canvas.draw(" \(shown) ", at: Point(x: 2, y: 0), width: room, style: titleStyle)
      drawFooter(in: canvas, room: room, style: isFocused ? .plain : canvas.palette[.weak])
    }
    drawScrollBar(in: canvas, style: isFocused ? canvas.palette[.frame] : .plain)
  }

  private func drawFooter(in canvas: Canvas, room: Int, style: Style) {
    guard !footer.isEmpty, canvas.size.height > 1 else { return }
    canvas.draw(
      " \(footer) ", endingAt: canvas.size.width - 2, y: canvas.size.height - 1, width: room, style: style)
  }

  private func drawScrollBar(in canvas: Canvas, style: Style) {
    guard let thumb = scroll?.thumb(length: canvas.size.height - 2) else { return }
    let rect = Rect(x: canvas.size.width - 1, y: 1 + thumb.lowerBound, width: 1, height: thumb.count)
    canvas.fill(rect, with: "┃", style: style.without(.dim))
  }
}
