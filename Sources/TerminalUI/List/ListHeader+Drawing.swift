internal import Terminal

extension ListHeader {
  /// Draws the header in a line of `canvas`; one that stays at the top covers the row that is behind it.
  @MainActor func draw(at y: Int, in canvas: Canvas) {
    canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1))
    let width = canvas.draw(
      trailing, endingAt: canvas.size.width - 1, y: y, width: canvas.size.width / 3,
      style: canvas.palette[.weak])
    let room = canvas.size.width - 1 - width - 1
    let used = canvas.draw(title, at: Point(x: 1, y: y), width: room - 1, style: canvas.palette[.heading])
    let rule = Rect(x: used + 2, y: y, width: room - used - 2, height: 1)
    canvas.fill(rule, with: "─", style: canvas.palette[.weak])
  }
}
