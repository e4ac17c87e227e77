import Foundation
import TestSupport
import Testing

@testable import WorldMap

@Suite("The outline of the map")
struct OutlineTests {
  @Test("A line is cut at the edges of a rectangle")
  func clipping() {
    func clipped(_ numbers: [Double]) -> [Double]? {
      LineSegment(start: [numbers[0], numbers[1]], end: [numbers[2], numbers[3]])
        .clipped(from: [0, 0], to: [10, 20]).map { [$0.start.x, $0.start.y, $0.end.x, $0.end.y] }
    }
    #expect(clipped([1, 2, 3, 4]) == [1, 2, 3, 4])
    #expect(clipped([-5, 5, 15, 5]) == [0, 5, 10, 5])
    #expect(clipped([5, 30, 5, -30]) == [5, 20, 5, 0])
    #expect(clipped([-5, 0, 5, 10]) == [0, 5, 5, 10])
    #expect(clipped([3, 3, 3, 3]) == [3, 3, 3, 3])
    #expect(clipped([-1, -5, -1, 30]) == nil)
    #expect(clipped([-5, 15, 5, 40]) == nil)
    #expect(clipped([11, 3, 11, 3]) == nil)
  }

  @Test("The dots of a cell make its braille pattern")
  func patterns() {
    var raster = BrailleRaster(columns: 2, rows: 1)
    #expect(raster.pattern(x: 0, y: 0) == nil)
    raster.draw(LineSegment(start: [0, 0], end: [3, 3]))
    #expect(raster.pattern(x: 0, y: 0) == "⠑")
    #expect(raster.pattern(x: 1, y: 0) == "⢄")
    let before = raster
    raster.set(x: 4, y: 0)
    raster.set(x: 0, y: -1)
    #expect(raster == before)
  }

  /// The lines of a raster as text.
  private func rows(_ raster: BrailleRaster) -> [String] {
    (0..<raster.rows).map { y in
      String((0..<raster.columns).map { raster.pattern(x: $0, y: y) ?? " " })
    }
  }

  @Test("A line across the meridian of 180 degrees is drawn from both sides of it")
  func wrapping() throws {
    // From 170 degrees east to 180, and from there to 170 degrees west.
    let outline = try MapOutline("coast 17000 0 1000 0\ncoast -18000 0 1000 0\n")
    var view = MapViewport(columns: 120, rows: 30)
    view.zoom(2, around: GeoPoint(wrappingLatitude: 0, longitude: 180))
    view.pan(columns: view.visibleColumns / 2, rows: 0)
    let drawn = rows(outline.raster(of: .coast, in: view)).joined()
    let dashes = drawn.filter { $0 != " " }
    // 20 degrees without a gap.
    #expect(abs(Double(dashes.count) - 20 / view.degreesOfColumn) <= 2)
    #expect(drawn.trimmingCharacters(in: .whitespaces).allSatisfy { $0 != " " })
    #expect(outline.raster(of: .border, in: view) == BrailleRaster(columns: 120, rows: 30))
  }

  @Test(
    "Words without a meaning, numbers without a partner and places off the earth are refused with their line")
  func faults() {
    for text in ["river 1 2 3 4", "coast 1 2", "coast 1 2 3", "coast 1 2 x 4", "coast 18000 0 1 0", "coast"] {
      #expect(throws: MapOutline.Fault.self, "\(text)") { try MapOutline("coast 1 2 3 4\n\(text)\n") }
    }
    do throws(MapOutline.Fault) {
      _ = try MapOutline("coast 1 2 3 4\ncoast 1\n")
    } catch {
      #expect(error.line == 2)
    }
    let huge = "coast 9223372036854775807 0 9223372036854775807 0"
    #expect(throws: MapOutline.Fault.self) { try MapOutline(huge) }
  }

  @Test("The map that comes with the program has the earth's coasts where they are")
  func data() throws {
    let text = try String(contentsOf: Repository.url("assets/world/outline.txt"), encoding: .utf8)
    #expect(text.utf8.count < 100_000)
    let outline = try MapOutline(text)
    let view = MapViewport(columns: 80, rows: 20)
    let drawn = rows(outline.raster(of: .coast, in: view))
    // The coast of Portugal, and the open Atlantic.
    #expect(hasDots(drawn, near: GeoPoint(wrappingLatitude: 38.7, longitude: -9.2), in: view))
    #expect(!hasDots(drawn, near: GeoPoint(wrappingLatitude: 35, longitude: -45), in: view))
    let dots = drawn.joined().count { $0 != " " }
    #expect((300...900).contains(dots), "\(dots)")
  }

  private func hasDots(_ rows: [String], near point: GeoPoint, in view: MapViewport) -> Bool {
    let place = view.position(of: point)
    let (x, y) = (Int(place.x), Int(place.y))
    return (y - 1...y + 1).contains { row in
      Array(rows[row])[x - 2...x + 2].contains { $0 != " " }
    }
  }
}
