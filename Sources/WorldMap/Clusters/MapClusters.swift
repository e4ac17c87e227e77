/// The clusters of the points in a view.
public struct MapClusters: Hashable, Sendable {
  /// The view.
  public let view: MapViewport
  /// The clusters, from the north to the south, then from the west to the east.
  public let clusters: [MapCluster]

  /// A direction on the map.
  public enum Direction: CaseIterable, Sendable {
    /// One of the four.
    case left, right, up, down
  }

  /// Creates the clusters of a view.
  public init(view: MapViewport, clusters: [MapCluster]) { (self.view, self.clusters) = (view, clusters) }

  /// The number of points in view.
  public var count: Int { clusters.reduce(0) { $0 + $1.count } }

  /// Returns the nearest cluster in a direction: a step to the side counts twice, so that rows and columns are followed.
  ///
  /// - Complexity: O(*n*).
  public func next(_ direction: Direction, of cluster: MapCluster) -> MapCluster? {
    let from = place(of: cluster)
    func cost(_ other: MapCluster) -> Double? {
      let to = place(of: other)
      // A terminal cell is twice as high as wide.
      let (right, down) = (to.x - from.x, 2 * (to.y - from.y))
      let (ahead, aside) =
        switch direction {
        case .left: (-right, down)
        case .right: (right, down)
        case .up: (-down, right)
        case .down: (down, right)
        }
      return ahead > 0 ? ahead + 2 * abs(aside) : nil
    }
    return clusters.compactMap { other in cost(other).map { (other, $0) } }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the cluster whose cell contains a point; if there is none, the nearest on the map.
  ///
  /// - Complexity: O(*n*).
  public func nearest(to point: GeoPoint) -> MapCluster? {
    if let there = clusters.first(where: { view.grid.box(column: $0.column, row: $0.row).contains(point) }) {
      return there
    }
    let place = view.position(of: point)
    return clusters.min { distance(of: $0, to: place) < distance(of: $1, to: place) }
  }

  /// Returns the cluster whose cell contains a terminal cell.
  public func cluster(x: Int, y: Int) -> MapCluster? {
    clusters.first { cluster in
      guard let cells = view.terminalCells(column: cluster.column, row: cluster.row) else { return false }
      return cells.columns.contains(x) && cells.rows.contains(y)
    }
  }

  private func distance(of cluster: MapCluster, to place: (x: Double, y: Double)) -> Double {
    let there = self.place(of: cluster)
    let (x, y) = (there.x - place.x, 2 * (there.y - place.y))
    return x * x + y * y
  }

  /// The middle of the cell, so that what is drawn in a row is in a row.
  private func place(of cluster: MapCluster) -> (x: Double, y: Double) {
    guard let cells = view.terminalCells(column: cluster.column, row: cluster.row) else { return (0, 0) }
    return (
      Double(cells.columns.lowerBound + cells.columns.upperBound) / 2,
      Double(cells.rows.lowerBound + cells.rows.upperBound) / 2
    )
  }

  /// Returns the terminal cell at which the label of a cluster begins: near the mean of its points, inside its cell, and with
  /// a blank column before the next cell, so that no label touches another.
  public func labelPlace(of cluster: MapCluster) -> (x: Int, y: Int)? {
    guard let cells = view.terminalCells(column: cluster.column, row: cluster.row) else { return nil }
    let (place, width) = (view.position(of: cluster.center), cluster.label.count)
    let lastX = max(cells.columns.lowerBound, cells.columns.upperBound - 1 - width)
    let lastY = max(cells.rows.lowerBound, cells.rows.upperBound - 1)
    // A mean can be less than an edge by a rounding error, which the wrapping around the earth makes large.
    let x = Int(place.x) - (width - 1) / 2
    return (
      min(max(cells.columns.lowerBound, x), lastX), min(max(cells.rows.lowerBound, Int(place.y)), lastY)
    )
  }
}
