/// The points in a cell of a grid.
public struct MapCluster: Hashable, Sendable {
  /// The column of the grid.
  public let column: Int
  /// The row of the grid.
  public let row: Int
  /// The number of points.
  public let count: Int
  /// The mean of the points.
  public let center: GeoPoint

  /// The count in at most four characters; a dot for one.
  public var label: String {
    switch count {
    case ...1: "•"
    case ..<10_000: "\(count)"
    case ..<1_000_000: "\(count / 1_000)k"
    default: "\(count / 1_000_000)M"
    }
  }
}
