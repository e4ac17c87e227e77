public import Terminal

/// The message in a terminal that is too small for the user interface.
public enum TooSmallCard {
  /// The smallest screen that is used.
  public static let minimum = Size(width: 20, height: 5)

  /// Returns a Boolean value that indicates whether `size` is too small.
  public static func applies(to size: Size) -> Bool {
    size.width < minimum.width || size.height < minimum.height
  }

  /// Draws the card: what is wrong, and what would be enough.
  public static func draw(in canvas: Canvas) {
    let size = canvas.size
    let lines = size.width < 15 ? ["too small"] : ["Too small", "\(size.width)x\(size.height), need 20x5"]
    let shown = lines.prefix(size.height)
    let first = (size.height - shown.count) / 2
    for (place, line) in shown.enumerated() {
      canvas.draw(line, centeredAt: first + place, style: canvas.palette[place == 0 ? .strong : .weak])
    }
  }
}
