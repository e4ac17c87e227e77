public import Terminal

extension Canvas {
  /// Draws a text in the middle of the window, in as many lines as it needs.
  ///
  /// A line that is the last one with room takes what is left of the text, and so ends in an ellipsis.
  ///
  /// - Parameter margin: The columns that stay free at each side.
  /// - Complexity: O(*n*) in the length of the text.
  public func drawCentered(_ text: String, margin: Int = 1, style: Style) {
    let inside = window(bounds.inset(left: margin, right: margin))
    let lines = WrappedText.lines(of: text, width: inside.size.width, limit: inside.size.height)
    for (index, line) in lines.enumerated() {
      inside.draw(line, centeredAt: (inside.size.height - lines.count) / 2 + index, style: style)
    }
  }
}
