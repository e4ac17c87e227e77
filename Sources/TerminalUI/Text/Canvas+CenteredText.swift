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
    let lines = WrappedText.lines(of: text, width: inside.size.width)
    let shown = min(lines.count, inside.size.height)
    for (index, line) in lines.prefix(shown).enumerated() {
      let text = index == shown - 1 ? lines[index...].joined(separator: " ") : line
      inside.draw(text, centeredAt: (inside.size.height - shown) / 2 + index, style: style)
    }
  }
}
