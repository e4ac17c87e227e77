/// A rectangle of cells; its right and bottom edges lie outside it.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// Columns and rows.
  public var size: Size

  /// Creates a rectangle; negative lengths become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// Creates the rectangle of `size` at the top left corner.
  public init(_ size: Size) {
    origin = .zero
    self.size = size
  }

  /// The leftmost column.
  public var minX: Int { origin.x }
  /// The topmost row.
  public var minY: Int { origin.y }
  /// The first column to the right of the rectangle.
  public var maxX: Int { origin.x + size.width }
  /// The first row below the rectangle.
  public var maxY: Int { origin.y + size.height }
  /// Columns.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }
  /// A Boolean value that indicates whether there is no cell in it.
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }

  /// Returns a Boolean value that indicates whether `point` is one of its cells.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The cells that both rectangles have.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The rectangle with that many cells taken off each side.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      x: minX + left, y: minY + top, width: width - left - right, height: height - top - bottom)
  }

  /// The rectangle with one cell taken off every side: the inside of a border.
  public var insideBorder: Rect { inset(left: 1, top: 1, right: 1, bottom: 1) }
}
