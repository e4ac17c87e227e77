extension Canvas {
  /// Draws a thin border along the edges of the window, with rounded corners.
  public func drawBorder(style: Style = .plain) {
    let right = size.width - 1
    let bottom = size.height - 1
    guard right > 0, bottom > 0 else { return }
    fill(Rect(x: 1, y: 0, width: right - 1, height: 1), with: "─", style: style)
    fill(Rect(x: 1, y: bottom, width: right - 1, height: 1), with: "─", style: style)
    fill(Rect(x: 0, y: 1, width: 1, height: bottom - 1), with: "│", style: style)
    fill(Rect(x: right, y: 1, width: 1, height: bottom - 1), with: "│", style: style)
    draw("╭", at: .zero, style: style)
    draw("╮", at: Point(x: right, y: 0), style: style)
    draw("╰", at: Point(x: 0, y: bottom), style: style)
    draw("╯", at: Point(x: right, y: bottom), style: style)
  }
}
