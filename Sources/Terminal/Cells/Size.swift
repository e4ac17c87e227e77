/// An extent in cells.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// No columns and no rows.
  public static let zero = Size(width: 0, height: 0)

  /// Creates an extent; negative lengths become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}
