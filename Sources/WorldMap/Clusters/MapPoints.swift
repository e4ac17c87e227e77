/// The places of photos, read once, in 16 bytes each.
public struct MapPoints: Sendable {
  /// The places.
  public private(set) var points = ContiguousArray<GeoPoint>()
  /// The number of photos without a place.
  public private(set) var unplaced = 0

  /// Creates a collection without places.
  public init() {}

  /// Adds a photo with a place.
  public mutating func add(_ point: GeoPoint) { points.append(point) }

  /// Adds a photo without a place.
  public mutating func addUnplaced() { unplaced += 1 }

  /// Frees the memory that was kept for further points, which can be as much as that of the points.
  public mutating func shrink() {
    var exact = ContiguousArray<GeoPoint>()
    exact.reserveCapacity(points.count)
    exact.append(contentsOf: points)
    points = exact
  }

  /// The number of points after which a count looks whether its task was canceled.
  private static let slice = 1 << 16

  /// Returns the clusters of the points in view, from the north to the south, then from the west to the east.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  /// - Complexity: O(*n* + *m*) in the number of points and of cells in view.
  public func clusters(in view: MapViewport) throws -> MapClusters {
    var sums = ClusterSums(view)
    var start = 0
    while start < points.count {
      try Task.checkCancellation()
      let end = min(start + Self.slice, points.count)
      for index in start..<end { sums.add(points[index]) }
      start = end
    }
    return MapClusters(view: view, clusters: sums.clusters)
  }
}
