/// A rectangle of pixels; the right and bottom edges are exclusive.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The size.
  public var size: PixelSize

  /// Creates a rectangle; negative lengths become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    size = PixelSize(width: width, height: height)
  }

  /// Creates the whole of a picture.
  public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }

  /// Returns the same part of a picture of another size, at least a pixel.
  public func scaled(from size: PixelSize, to other: PixelSize) -> PixelRect {
    guard size.width > 0, size.height > 0 else { return self }
    let (across, down) = (
      Double(other.width) / Double(size.width), Double(other.height) / Double(size.height)
    )
    let left = min(Int(Double(x) * across), max(0, other.width - 1))
    let top = min(Int(Double(y) * down), max(0, other.height - 1))
    return PixelRect(
      x: left, y: top, width: max(1, Int((Double(x + width) * across).rounded()) - left),
      height: max(1, Int((Double(y + height) * down).rounded()) - top)
    ).clamped(to: other)
  }

  /// Returns a Boolean value that indicates whether another rectangle lies within this one.
  public func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }

  /// Returns the rectangle with some times its width more on the left and the right, and its height above and below.
  public func widened(byItself times: Int) -> PixelRect {
    PixelRect(
      x: x - times * width, y: y - times * height, width: width * (1 + 2 * times),
      height: height * (1 + 2 * times))
  }

  /// Returns the part of the rectangle that lies within a picture of `size`.
  public func clamped(to bounds: PixelSize) -> PixelRect {
    let left = min(max(0, x), bounds.width)
    let top = min(max(0, y), bounds.height)
    let right = x.addingReportingOverflow(size.width)
    let bottom = y.addingReportingOverflow(size.height)
    return PixelRect(
      x: left, y: top,
      width: (right.overflow ? bounds.width : min(right.partialValue, bounds.width)) - left,
      height: (bottom.overflow ? bounds.height : min(bottom.partialValue, bounds.height)) - top)
  }
}
