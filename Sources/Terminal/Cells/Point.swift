/// A place in cells: column and row from the top left corner, both from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var x: Int
  /// The row, from 0 at the top.
  public var y: Int

  /// Creates the place at column `x` of row `y`.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}
