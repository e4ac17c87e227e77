import TestSupport
import Testing

@testable import WorldMap

@Suite("Clusters of points")
struct ClusterTests {
  private static let sizes = [(40, 11), (80, 23), (120, 39), (200, 20), (301, 90), (700, 200), (6, 2)]

  /// A view of random size, scale and place.
  private static func view(_ random: inout SeededGenerator) -> MapViewport {
    let (columns, rows) = sizes.randomElement(using: &random) ?? (80, 23)
    var view = MapViewport(columns: columns, rows: rows)
    let point = GeoPoint(
      wrappingLatitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
    view.zoom(.random(in: 0...16, using: &random), around: point)
    view.pan(columns: .random(in: -9...9, using: &random), rows: .random(in: -9...9, using: &random))
    return view
  }

  /// Places anywhere, at the poles and at 180 degrees, and many in the view and on the edges of its cells.
  private static func points(
    in view: MapViewport, _ random: inout SeededGenerator
  ) -> [GeoPoint] {
    var points: [GeoPoint] = []
    for latitude in [-90.0, 0, 90] {
      for longitude in [-180.0, 0, 180] {
        points.append(GeoPoint(wrappingLatitude: latitude, longitude: longitude))
      }
    }
    for _ in 0..<200 {
      points.append(
        GeoPoint(
          wrappingLatitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
      let column = view.gridColumn(.random(in: 0...view.visibleColumns, using: &random))
      let row = view.firstRow + .random(in: 0...view.visibleRows, using: &random)
      let box = view.grid.box(column: column, row: min(row, view.grid.rows - 1))
      points.append(GeoPoint(wrappingLatitude: box.north, longitude: box.west))
      points.append(box.center)
      points.append(GeoPoint(wrappingLatitude: box.south.nextDown, longitude: box.west.nextDown))
    }
    return points
  }

  @Test(
    "Each cluster has the points of its box, and together they have all points in view",
    arguments: Seeds.range(quick: 60, long: 5_000))
  func counts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let view = Self.view(&random)
    let points = Self.points(in: view, &random)
    var collected = MapPoints()
    for point in points { collected.add(point) }
    let clusters = try collected.clusters(in: view)
    for cluster in clusters.clusters {
      let box = view.grid.box(column: cluster.column, row: cluster.row)
      #expect(cluster.count == points.count(where: box.contains), "\(view) \(cluster)")
      // What is written as text is the same box.
      #expect(GeoBox(box.description) == box)
      #expect(view.terminalCells(column: cluster.column, row: cluster.row) != nil)
    }
    // The edges of the view itself, without its cells.
    let south = view.grid.north(of: view.firstRow + view.visibleRows)
    let (west, east) = (
      view.grid.west(of: view.firstColumn), view.grid.west(of: view.gridColumn(view.visibleColumns - 1) + 1)
    )
    let seen = points.count { point in
      let isHigh = point.latitude >= south
      let north = view.grid.north(of: view.firstRow)
      let isLow = point.latitude < north || north == 90
      guard isHigh, isLow else { return false }
      if view.visibleColumns == view.grid.columns { return true }
      let isEast = point.longitude >= west
      let isWest = point.longitude < east || east == 180
      return west < east ? isEast && isWest : isEast || isWest
    }
    #expect(clusters.count == seen, "\(view)")
    if view.showsAll { #expect(clusters.count == points.count) }
  }

  @Test(
    "No label touches another one, and each lies in its cell",
    arguments: Seeds.range(quick: 20, long: 500))
  func labels(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let view = Self.view(&random)
    var clusters: [MapCluster] = []
    for column in 0..<view.visibleColumns {
      for row in 0..<view.visibleRows {
        let box = view.grid.box(column: view.gridColumn(column), row: view.firstRow + row)
        let center = [box.center, GeoPoint(wrappingLatitude: box.south, longitude: box.west)]
          .randomElement(using: &random)
        clusters.append(
          MapCluster(
            column: view.gridColumn(column), row: view.firstRow + row, count: 9_999,
            center: center ?? box.center))
      }
    }
    #expect(clusters.count <= MapViewport.mostCells)
    let all = MapClusters(view: view, clusters: clusters)
    var taken: Set<SIMD2<Int>> = []
    for cluster in clusters {
      let place = try #require(all.labelPlace(of: cluster))
      let cells = try #require(view.terminalCells(column: cluster.column, row: cluster.row))
      for x in place.x...place.x + 4 {
        let isFree = taken.insert(SIMD2(x, place.y)).inserted
        #expect(isFree, "\(view) \(cluster)")
        #expect(cells.columns.contains(x) && cells.rows.contains(place.y))
      }
      #expect(place.x >= 0 && place.x + 4 <= view.columns && place.y < view.rows)
      #expect(all.cluster(x: place.x, y: place.y) == cluster)
    }
  }

  @Test("A label has at most four characters, and a single photo is a dot")
  func labelTexts() {
    let point = GeoPoint(wrappingLatitude: 0, longitude: 0)
    let labels = [1, 2, 9_999, 10_000, 999_999, 1_000_000, 123_000_000].map {
      MapCluster(column: 0, row: 0, count: $0, center: point).label
    }
    #expect(labels == ["•", "2", "9999", "10k", "999k", "1M", "123M"])
  }

  @Test("The next cluster in a direction is the nearest, rows and columns first")
  func directions() throws {
    let view = MapViewport(columns: 120, rows: 30)
    func cluster(_ column: Int, _ row: Int) -> MapCluster {
      MapCluster(
        column: column, row: row, count: 1, center: view.grid.box(column: column, row: row).center)
    }
    let all = MapClusters(
      view: view, clusters: [cluster(9, 2), cluster(5, 5), cluster(9, 5), cluster(15, 5), cluster(10, 6)])
    let middle = cluster(9, 5)
    #expect(all.next(.up, of: middle) == cluster(9, 2))
    #expect(all.next(.left, of: middle) == cluster(5, 5))
    // The cluster at 15 is in the same row, but three times as far as the one below to the right.
    #expect(all.next(.right, of: middle) == cluster(10, 6))
    #expect(all.next(.right, of: cluster(10, 6)) == cluster(15, 5))
    #expect(all.next(.down, of: middle) == cluster(10, 6))
    #expect(all.next(.up, of: cluster(9, 2)) == nil)
    #expect(all.next(.down, of: cluster(10, 6)) == nil)
    #expect(all.nearest(to: view.grid.box(column: 10, row: 5).center) == cluster(10, 6))
    #expect(all.nearest(to: view.grid.box(column: 0, row: 14).center) == cluster(5, 5))
    #expect(MapClusters(view: view, clusters: []).nearest(to: view.center) == nil)
  }

  @Test("A count ends with the task that wants it")
  func cancellation() async {
    var points = MapPoints()
    points.add(GeoPoint(wrappingLatitude: 1, longitude: 1))
    let task = Task { [points] in
      while !Task.isCancelled { await Task.yield() }
      return try points.clusters(in: MapViewport(columns: 80, rows: 23)).count
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Places take 16 bytes, also after they came one by one")
  func memory() {
    #expect(MemoryLayout<GeoPoint>.stride == 16)
    var points = MapPoints()
    for number in 0..<70_000 { points.add(GeoPoint(wrappingLatitude: 1, longitude: Double(number) / 1_000)) }
    let before = points.points
    points.shrink()
    #expect(points.points == before && points.points.capacity < 71_000)
  }
}
