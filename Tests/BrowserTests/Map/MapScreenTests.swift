import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing
import WorldMap

@testable import Browser
@testable import Terminal

@MainActor @Suite("The map")
struct MapScreenTests {
  private static let size = Size(width: 120, height: 30)
  private static let lisbon = (38.72, -9.14)
  private static let tokyo = (35.68, 139.7)
  private static let sydney = (-33.87, 151.2)

  /// A library with a photo at each place, and a map of it that is complete.
  @MainActor private final class Bench {
    let library: TestLibrary
    let places: PhotoPlaces
    let map: MapScreen
    let bell = Bell()

    init(_ places: [(Double, Double)?], at anchor: GeoPoint? = nil) async throws {
      library = try await TestLibrary(
        zip(1..., places).map { number, place in
          var record = PhotoRecord("\(number)", "Photo \(number)", by: "Ann")
          (record.latitude, record.longitude) = (place?.0, place?.1)
          return record
        })
      self.places = PhotoPlaces(of: library.library, where: nil)
      map = MapScreen(self.places, at: anchor)
      map.onChange = { [bell] in bell.ring() }
      map.layout(MapScreenTests.size)
      map.start(
        loading: { try await MapAtlas.load(from: Self.world, Self.gazetteer) },
        onError: { Issue.record("\($0)") })
      try await bell.wait { map.clusters != nil && !map.isBusy }
    }

    static let world = Repository.url("assets/world")
    static let gazetteer = Gazetteer(file: world.appending(path: "towns.txt"))

    /// Waits until the clusters of the view are there.
    func finishCounting() async throws {
      map.didDraw()
      try await bell.wait { !map.isCounting && map.clusters?.view == map.view }
    }

    /// The lines of a frame without layout.
    var rows: [String] { grid.rows }

    var grid: CellGrid {
      let grid = CellGrid(size: MapScreenTests.size)
      map.draw(in: grid.canvas, isFocused: true)
      return grid
    }

    var status: String { map.segments.map(\.text).joined(separator: " | ") }
  }

  @Test("shows what was laid out, whatever happened to the photos since, and follows them after that")
  func purity() async throws {
    let bench = try await Bench([Self.lisbon, Self.lisbon, Self.tokyo, nil])
    bench.map.layout(Self.size)
    let before = bench.rows
    #expect(before == bench.rows)
    #expect(before.contains { $0.contains("2") } && before.contains { $0.contains("•") })
    // The coasts.
    #expect(before.joined().contains { ("\u{2801}"..."\u{28FF}").contains($0) })
    #expect(bench.status == "3 photos with a place, 1 without | 2 here · Lisbon, Portugal")
    _ = try bench.library.library.delete([bench.library.photo("1")])
    #expect(bench.rows == before)
    try await bench.bell.wait { bench.places.points?.points.count == 2 && !bench.map.isCounting }
    #expect(bench.rows == before)
    bench.map.layout(Self.size)
    #expect(bench.rows != before)
    #expect(bench.status == "2 photos with a place, 1 without | 1 here · Lisbon, Portugal")
  }

  @Test("A photo that comes, one that moves and one that goes change the numbers")
  func following() async throws {
    let bench = try await Bench([Self.lisbon, nil])
    var record = PhotoRecord("9", "Photo 9", by: "Bob")
    (record.latitude, record.longitude) = Self.sydney
    try await bench.library.importPhotos([record])
    try await bench.bell.wait { bench.map.clusters?.count == 2 }
    (record.latitude, record.longitude) = Self.lisbon
    try await bench.library.importPhotos([record])
    try await bench.bell.wait { bench.map.clusters?.clusters.map(\.count) == [2] }
    // While it is not followed, nothing changes, and everything after that.
    bench.map.pauseWork()
    _ = try bench.library.library.delete([bench.library.photo("9")])
    await bench.library.library.savesFinished()
    #expect(bench.map.clusters?.count == 2)
    bench.map.resumeWork()
    try await bench.bell.wait { bench.map.clusters?.count == 1 }
  }

  @Test("Places that cannot be read are named so, and shown when they can be read")
  func failing() async throws {
    var record = PhotoRecord("1", "Photo 1", by: "Ann")
    (record.latitude, record.longitude) = Self.lisbon
    let (library, store) = try await TestLibrary.counted([record])
    let (places, bell) = (PhotoPlaces(of: library.library, where: nil), Bell())
    let map = MapScreen(places, at: nil)
    map.onChange = { [bell] in bell.ring() }
    map.layout(Self.size)
    store.isFailing = true
    map.start(loading: { .empty }, onError: { Issue.record("\($0)") })
    try await bell.wait { places.hasFailed }
    #expect(map.text == ["The places could not be read"])
    store.isFailing = false
    places.read()
    try await bell.wait { map.clusters?.count == 1 && !map.isBusy }
    #expect(!places.hasFailed && map.text.count == 2)
  }

  @Test("The cursor starts on the largest cluster, or where it is told, and goes to the next in a direction")
  func moving() async throws {
    let bench = try await Bench([Self.lisbon, Self.tokyo, Self.tokyo, Self.sydney])
    #expect(bench.map.selectedName == "Tokyo, Japan")
    bench.map.move(.left, 1)
    #expect(bench.map.selectedName == "Lisbon, Portugal")
    bench.map.move(.right, 1)
    bench.map.move(.down, 1)
    #expect(bench.map.selectedName == "Sydney, Australia")
    // At the edge of the earth the cursor stays.
    bench.map.move(.down, 3)
    #expect(bench.map.selectedName == "Sydney, Australia" && !bench.map.isCounting)
    let other = try await Bench([Self.lisbon, Self.tokyo], at: GeoPoint(latitude: -20, longitude: 140))
    #expect(other.map.selectedName == "Tokyo, Japan")
  }

  @Test(
    "Zooming keeps the cursor on its photos, panning at an edge finds the next ones, and 0 shows everything")
  func zooming() async throws {
    let bench = try await Bench([Self.lisbon, (38.75, -9.1), (41.15, -8.61), Self.tokyo])
    bench.map.select(number: 1)
    #expect(bench.map.selected?.count == 3)
    let isEnlarged = bench.map.zoom(4)
    #expect(isEnlarged)
    try await bench.finishCounting()
    #expect(bench.map.selected?.count == 2 && bench.map.clusters?.count == 3)
    #expect(bench.status.contains("| 3 in view | 2 here · Lisbon, Portugal"))
    let isEnlargedMore = bench.map.zoom(20)
    #expect(isEnlargedMore)
    try await bench.finishCounting()
    #expect(bench.map.selected?.count == 1)
    let isEnlargedAgain = bench.map.zoom(1)
    #expect(!isEnlargedAgain)
    bench.map.showWorld()
    try await bench.finishCounting()
    #expect(bench.map.clusters?.count == 4 && bench.map.selected?.count == 3)
    let isReduced = bench.map.zoom(-1)
    #expect(!isReduced)
    // To the east, until Japan comes into view.
    _ = bench.map.zoom(2)
    try await bench.finishCounting()
    for _ in 0..<20 where bench.map.selectedName != "Tokyo, Japan" {
      bench.map.move(.right, 1)
      try await bench.finishCounting()
    }
    #expect(bench.map.selectedName == "Tokyo, Japan")
  }

  @Test("z enlarges the view until a cluster comes apart, and leaves it as it is if that never happens")
  func apart() async throws {
    let bench = try await Bench([Self.lisbon, (38.73, -9.13), (38.73, -9.13), Self.tokyo, Self.tokyo])
    bench.map.select(number: 1)
    bench.map.zoomUntilApart()
    try await bench.bell.wait { !bench.map.isCounting && (bench.map.clusters?.clusters.count ?? 0) == 2 }
    #expect(bench.map.clusters?.clusters.map(\.count).sorted() == [1, 2] && bench.map.view.zoom > 5)
    var isOnePlace = false
    bench.map.onOnePlace = { isOnePlace = true }
    bench.map.showWorld()
    try await bench.finishCounting()
    bench.map.select(number: 2)
    #expect(bench.map.selectedName == "Tokyo, Japan")
    let before = bench.map.clusters
    bench.map.zoomUntilApart()
    try await bench.bell.wait { isOnePlace && !bench.map.isCounting }
    #expect(bench.map.clusters == before && bench.map.selectedName == "Tokyo, Japan")
  }

  @Test("The list of clusters begins with the largest, and their numbers select them")
  func text() async throws {
    let bench = try await Bench([Self.lisbon, Self.tokyo, Self.tokyo, nil])
    #expect(
      bench.map.text == [
        "Map: 3 with a place, 1 without, 2 clusters with 3 photos in view", "1. 2 photos, Tokyo, Japan",
        "2. 1 photo, Lisbon, Portugal",
      ])
    #expect(bench.map.rowText == "1. 2 photos, Tokyo, Japan")
    bench.map.select(number: 2)
    #expect(bench.map.rowText == "2. 1 photo, Lisbon, Portugal")
    bench.map.select(number: 3)
    #expect(bench.map.selectedName == "Lisbon, Portugal")
    let empty = try await Bench([nil])
    empty.map.layout(Self.size)
    #expect(empty.rows.contains { $0.contains("No photo here has a place") })
    #expect(empty.map.selectedBox == nil && empty.map.nearTerm == nil)
  }

  @Test("The facet for photos nearby reaches as far as the cell")
  func near() async throws {
    let bench = try await Bench([Self.lisbon])
    _ = bench.map.zoom(9)
    try await bench.finishCounting()
    let text = try #require(bench.map.nearTerm?.text)
    #expect(text.hasPrefix("near:38.72,-9.14,") && text.hasSuffix("km"))
    let found = try bench.library.context.fetchIDs(
      FetchRequest<Photo>(where: bench.library.library.predicate(of: PhotoQuery(text))))
    #expect(found.count == 1)
  }

  @Test("A window of another size shows no wrong numbers until they are counted")
  func resizing() async throws {
    let bench = try await Bench([Self.lisbon, Self.tokyo])
    let grid = CellGrid(size: Size(width: 40, height: 11))
    bench.map.layout(grid.size)
    bench.map.draw(in: grid.canvas, isFocused: true)
    #expect(!grid.rows.joined().contains("•"))
    try await bench.finishCounting()
    bench.map.layout(grid.size)
    bench.map.draw(in: grid.canvas, isFocused: true)
    #expect(grid.rows.joined().count { $0 == "•" } == 2)
  }

  @Test("Missing and damaged data of the map is named, and the map goes on without it")
  func faults() async throws {
    let folder = try TemporaryFolder()
    let (world, none) = (Bench.world, Gazetteer())
    await #expect(throws: MapAtlas.Fault.self) { try await MapAtlas.load(from: nil, none) }
    await #expect(throws: MapAtlas.Fault.self) { try await MapAtlas.load(from: folder.url, none) }
    let missing = Gazetteer(file: folder.url.appending(path: "towns.txt"))
    await #expect(throws: MapAtlas.Fault.self) { try await MapAtlas.load(from: world, missing) }
    try Data("coast 1 2\n".utf8).write(to: folder.url.appending(path: "outline.txt"))
    let error = try await #require(throws: (any Error).self) {
      try await MapAtlas.load(from: folder.url, none)
    }
    #expect("\(error)".contains("outline.txt: line 1 is no line of points"))
    #expect("\(error)".hasSuffix("Install the program again."))
    let point = try #require(GeoPoint(latitude: -33.868, longitude: 151))
    #expect(MapAtlas.empty.name(of: point, within: 10) == "33.87° S 151.0° E")
  }

  @Test("The numbers can be read on their colors", arguments: ClusterSize.allCases)
  func colors(size: ClusterSize) {
    let style = size.style
    if size != .one { #expect(style.foreground.contrast(to: style.background) >= 4.5) }
    // Numbers of another order of magnitude have other colors, also where there are 16.
    let others = ClusterSize.allCases.filter { $0 != size }
    for other in others {
      #expect(style.background.nearest(ofPalette: 16) != other.style.background.nearest(ofPalette: 16))
    }
  }
}
