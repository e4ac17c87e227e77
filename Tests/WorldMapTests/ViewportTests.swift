import TestSupport
import Testing

@testable import WorldMap

@Suite("The part of the earth in view")
struct ViewportTests {
  private func point(_ latitude: Double, _ longitude: Double) -> GeoPoint {
    GeoPoint(wrappingLatitude: latitude, longitude: longitude)
  }

  @Test("The whole earth fits into windows of all shapes, in the middle, twice as wide as high")
  func whole() {
    for (columns, rows) in [(40, 11), (80, 23), (120, 39), (200, 20), (60, 60)] {
      let view = MapViewport(columns: columns, rows: rows)
      #expect(view.showsAll)
      let (west, east) = (view.position(of: point(90, -180)), view.position(of: point(-90, 180)))
      #expect(west.x >= 0 && west.y >= 0 && east.x <= Double(columns) && east.y <= Double(rows) + 1e-6)
      // A terminal cell is twice as high as wide, and the earth twice as wide as high.
      #expect(abs((east.x - west.x) - 4 * (east.y - west.y)) < 1e-6)
      #expect(abs(west.x - (Double(columns) - east.x)) <= 1)
      #expect(abs(west.y - (Double(rows) - east.y)) <= 1)
    }
  }

  @Test("A point is found at its place again", arguments: Seeds.range(quick: 20, long: 500))
  func inverse(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var view = MapViewport(columns: 120, rows: 39)
    let center = point(.random(in: -80...80, using: &random), .random(in: -180...180, using: &random))
    view.zoom(.random(in: 0...view.columns / 10, using: &random), around: center)
    let place = view.position(of: center)
    #expect((0...120).contains(place.x) && (0...39).contains(place.y))
    let found = view.point(x: place.x, y: place.y)
    #expect(center.distance(to: found) < 0.001)
  }

  @Test("Zooming leaves a point where it is, up to the size of a cell, and 0 shows everything again")
  func zooming() {
    var view = MapViewport(columns: 120, rows: 39)
    let lisbon = point(38.72, -9.15)
    for _ in 0..<30 {
      let before = view.position(of: lisbon)
      view.zoom(1, around: lisbon)
      let after = view.position(of: lisbon)
      // The first step fills the rows above and below the earth.
      let limit = view.zoom == 1 ? 8.0 : 2
      #expect(abs(after.x - before.x) <= view.cellWidth && abs(after.y - before.y) <= view.cellHeight * limit)
    }
    #expect(!view.canZoomIn)
    #expect(view.degreesOfColumn >= 0.000_1 && view.degreesOfColumn < 0.000_2)
    view.zoom(-3, around: lisbon)
    let all = MapViewport(columns: 120, rows: 39)
    view.showAll()
    #expect(view == all)
    view.zoom(-1, around: lisbon)
    #expect(view == all)
  }

  @Test("Panning goes around the earth and stops at the poles")
  func panning() {
    var view = MapViewport(columns: 120, rows: 30)
    func pans(_ columns: Int, _ rows: Int) -> Bool { view.pan(columns: columns, rows: rows) }
    #expect(!pans(3, 0))
    view.zoom(2, around: point(0, 179))
    let start = view
    for _ in 0..<view.grid.columns { #expect(pans(1, 0)) }
    #expect(view == start)
    #expect(pans(0, -1_000))
    #expect(view.firstRow == 0)
    #expect(!pans(0, -1))
    #expect(pans(0, 1_000))
    #expect(view.grid.north(of: view.firstRow + view.visibleRows) == -90)
  }

  @Test("A window of another size shows the same place at the same scale")
  func resizing() {
    var view = MapViewport(columns: 120, rows: 39)
    view.zoom(5, around: point(48, 11))
    let other = view.resized(columns: 80, rows: 23)
    #expect((0.6...1.5).contains(other.degreesOfColumn / view.degreesOfColumn))
    #expect(view.center.distance(to: other.center) < 300)
    #expect(
      MapViewport(columns: 9, rows: 9).resized(columns: 80, rows: 23) == MapViewport(columns: 80, rows: 23))
  }

  @Test("A box has its southern and western edge, and the last edge of the earth")
  func boxes() throws {
    let box = try #require(GeoBox("10,20,30,40"))
    #expect(box.contains(point(10, 20)) && !box.contains(point(30, 20)) && !box.contains(point(10, 40)))
    let last = try #require(GeoBox("80,170,90,180"))
    #expect(last.contains(point(90, 180)) && !last.contains(point(90, -180)))
    let across = try #require(GeoBox("-20,170,20,-170"))
    #expect(
      across.contains(point(0, 175)) && across.contains(point(0, -175)) && !across.contains(point(0, 0)))
    #expect(across.center.longitude == -180 || across.center.longitude == 180)
    for text in [
      "", "1,2,3", "1,2,3,x", "30,20,10,40", "1,2,3,2", "1,2,91,4", "1,-181,3,4", "1,2,3,4,5", "nan,2,3,4",
    ] {
      #expect(GeoBox(text) == nil, "\(text)")
    }
    #expect(GeoBox("-0.0,1.50,2,3")?.description == "0,1.5,2,3")
  }
}
