import Flickr
import ObjectGraph
import TestSupport
import Testing
import WorldMap

@testable import PhotoLibrary

@Suite("Places of photos on a map")
@MainActor struct MapPointTests {
  private let folder: TemporaryFolder
  private let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try PhotoLibrary(folder: folder.url)
  }

  /// Imports a photo for each place, and for each `nil` one without a place.
  private func add(_ places: [(latitude: Double, longitude: Double)?]) async throws {
    let records = zip(1..., places).map { number, place in
      var record = PhotoRecord(id: "\(number)")
      (record.title, record.ownerID, record.ownerName) = ("Photo \(number)", "a@N00", "Ann")
      (record.latitude, record.longitude) = (place?.latitude, place?.longitude)
      return record
    }
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    _ = try await worker.perform {
      try PhotoImporter(context: $0).run(PhotoPage(records: records, skipped: 0))
    }
    try await worker.save()
  }

  private func count(_ query: String) throws -> Int {
    try library.context.count(FetchRequest<Photo>(where: library.predicate(of: PhotoQuery(query))))
  }

  @Test(
    "The box of each cluster selects as many photos as the cluster has, at any scale",
    arguments: Seeds.range(quick: 2, long: 40))
  func boxes(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var places: [(latitude: Double, longitude: Double)?] = [
      nil, nil, nil, (90, 180), (90, -180), (-90, 180), (-90, -180), (0, 180), (0, -180), (0, 0),
    ]
    let center = (
      latitude: Double.random(in: -89...89, using: &random),
      longitude: Double.random(in: -179...179, using: &random)
    )
    for size in [80.0, 5, 0.1, 0.001] {
      for _ in 0..<15 {
        let latitude = center.latitude + .random(in: -size...size, using: &random)
        let longitude = center.longitude + .random(in: -size...size, using: &random)
        places.append((min(max(-90, latitude), 90), min(max(-180, longitude), 180)))
      }
    }
    // On the corners of a cell at each scale.
    var view = MapViewport(columns: 80, rows: 23)
    let point = try #require(GeoPoint(latitude: center.latitude, longitude: center.longitude))
    for _ in 0..<15 {
      view.zoom(1, around: point)
      let box = view.grid.box(column: view.gridColumn(3), row: view.firstRow + 3)
      places += [(box.south, box.west), (box.north, box.east)]
    }
    try await add(places)
    let points = try await library.mapPoints(where: nil)
    #expect(points.unplaced == 3)
    #expect(points.points.count == places.count - 3)
    view = MapViewport(columns: 80, rows: 23)
    for _ in 0..<16 {
      let clusters = try points.clusters(in: view)
      if view.showsAll { #expect(clusters.count == places.count - 3) }
      for cluster in clusters.clusters {
        let box = view.grid.box(column: cluster.column, row: cluster.row)
        #expect(try count("box:\(box)") == cluster.count, "seed \(seed): \(box)")
      }
      view.zoom(1, around: point)
    }
  }

  @Test(
    "A box across the meridian of 180 degrees selects photos on both sides, and a condition limits the places"
  )
  func conditions() async throws {
    try await add([(1, 175), (1, -175), (1, 0), nil])
    #expect(try count("box:0,170,2,-170") == 2)
    #expect(try count("-box:0,170,2,-170 has:place") == 1)
    let points = try await library.mapPoints(
      where: library.predicate(of: PhotoQuery("box:0,170,2,180")))
    #expect(points.points.map(\.longitude) == [175] && points.unplaced == 0)
    for text in ["box:1,2,3", "box:3,0,1,2", "box:0,0,95,2", "box:Lisbon", "box:1,2,3,2"] {
      #expect(throws: PhotoQueryError.self, "\(text)") { try library.predicate(of: PhotoQuery(text)) }
    }
  }
}
