/// A rectangle of pixels; its right and bottom edges lie outside it.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The extent.
  public var size: PixelSize

  /// Creates a rectangle; negative lengths become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    size = PixelSize(width: width, height: height)
  }

  /// The part of the rectangle that lies within a picture of `size`.
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
