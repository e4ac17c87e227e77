import Foundation
import TestSupport
import Testing

@testable import WorldMap

@Suite("The towns of the earth")
struct TownTests {
  private static let gazetteer = Gazetteer(file: Repository.url("assets/world/towns.txt"))
  private let towns = Self.gazetteer.towns

  private func point(_ latitude: Double, _ longitude: Double) -> GeoPoint {
    GeoPoint(wrappingLatitude: latitude, longitude: longitude)
  }

  // MARK: The file

  @Test(
    "Each line of the file is a region or a town, the towns stand on the earth, and their regions are known")
  func file() throws {
    let text = try String(contentsOf: Repository.url("assets/world/towns.txt"), encoding: .utf8)
    #expect(text.utf8.count < 400_000)
    let parts = text.split(separator: "\n\n").map { $0.split(separator: "\n") }
    try #require(parts.count == 2)
    #expect(parts[0] == parts[0].sorted() && parts[0].count > 200)
    // None was left out, and each position is of five digits, so that it was on the earth.
    #expect(towns.towns.count == parts[1].count && towns.towns.count > 15_000)
    #expect(Set(towns.towns.map(\.region)).count == parts[0].count)
    #expect(towns.names.allSatisfy { !$0.key.isEmpty })
    #expect(towns.northward.count == towns.towns.count)
    #expect(towns.towns.prefix(50).contains { $0.fullName == "Tokyo, Japan" })
  }

  @Test(
    "A position of five digits is hundredths of a degree, and no other text is one",
    arguments: [("AAAAA", -90.0, -180.0), ("cHRzs", 41.01, 28.95), ("NsQ2w", -26.2, 28.04)])
  func positions(digits: String, latitude: Double, longitude: Double) throws {
    let read = try #require(GeoPoint(digits: digits[...].utf8))
    #expect(abs(read.latitude - latitude) < 0.05 && abs(read.longitude - longitude) < 0.05)
    for text in ["", "AAAA", "AAAAAA", "AA AA", "/////", "AAÄA"] {
      #expect(GeoPoint(digits: text[...].utf8) == nil, "\(text)")
    }
  }

  @Test("Lines that are neither regions nor towns, and towns of other regions, are left out")
  func faults() {
    let towns = Towns(
      "PT\tPortugal\nXX\nSpain\n\nA\tPT\tAAAAA\nB\tES\tAAAAA\nC\tPT\tAAAA\nD\tPT\n\tPT\tAAAAA\nE\tPT\tAAAAA\tF"
    )
    #expect(towns.towns.map(\.fullName) == ["A, Portugal"])
    #expect(Towns().nearest(to: point(0, 0)) == nil && Towns().place(of: point(0, 0)) == nil)
    #expect(Towns().town(named: "A") == nil && Towns().completions(of: "", limit: 9).isEmpty)
  }

  @Test("A gazetteer without a file has no towns, and one whose file is missing says so and goes on without")
  func gazetteers() async throws {
    let none = try await Gazetteer().load()
    #expect(none.towns.isEmpty)
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "towns.txt")
    let missing = Gazetteer(file: file)
    await #expect(throws: CocoaError.self) { try await missing.load() }
    #expect(missing.towns.towns.isEmpty)
    try Data("PT\tPortugal\n\nA\tPT\tAAAAA\n".utf8).write(to: file)
    let found = Gazetteer(file: file)
    #expect(found.towns.towns.map(\.name) == ["A"])
    // The file was read once.
    try FileManager.default.removeItem(at: file)
    let again = try await found.load()
    #expect(again.towns.map(\.name) == ["A"])
  }

  // MARK: Names

  @Test(
    "A town has its name in any case, with and without diacritics, and some have a local one",
    arguments: [
      ("Lisbon", "Lisbon, Portugal"), ("LISBOA", "Lisbon, Portugal"), ("München", "Munich, Germany"),
      ("Mu\u{308}nchen", "Munich, Germany"), ("munchen", "Munich, Germany"),
      ("cologne", "Köln, Germany"), ("Sao Paulo", "São Paulo, Brazil"), ("Łódź", "Łódź, Poland"),
      ("lodz", "Łódź, Poland"), ("Québec", "Québec, Canada"), ("xian", "Xi’an, China"),
      ("Nuku'alofa", "Nuku‘alofa, Tonga"), ("東京", "Tokyo, Japan"), ("new-york", "New York City, New York"),
    ])
  func names(text: String, name: String) {
    #expect(towns.town(named: text)?.fullName == name)
  }

  @Test(
    "Of towns with one name the largest is meant, or that of the region behind a comma",
    arguments: [
      ("Paris", "Paris, France"), ("Paris, France", "Paris, France"), ("Paris, Texas", "Paris, Texas"),
      ("paris,tx", "Paris, Texas"), ("Paris, TX, USA", "Paris, Texas"), ("Paris, US", "Paris, Texas"),
      ("Springfield", "Springfield, Missouri"), ("Springfield, IL", "Springfield, Illinois"),
      ("Cordoba, Spain", "Córdoba, Spain"), ("Washington", "Washington, District of Columbia"),
      ("Washington, UK", "Washington, United Kingdom"),
    ])
  func ambiguity(text: String, name: String) {
    #expect(towns.town(named: text)?.fullName == name)
  }

  @Test(
    "A part of a name, a town of another region and no name at all are no town",
    arguments: ["Lisb", "Paris, Italy", "Paris, Texas, France", "", ",", "--", "Nowhere at all"])
  func unknown(text: String) {
    #expect(towns.town(named: text) == nil)
  }

  @Test("Completions begin with the largest town, and each of them stands for the town that it names")
  func completions() {
    let found = towns.completions(of: "lisb", limit: 9)
    #expect(found.prefix(2).map(\.text) == ["Lisbon", "Lisboa"])
    #expect(found.contains(.init(text: "Lisbon, North Dakota", region: "North Dakota, United States")))
    #expect(towns.completions(of: "Paris, t", limit: 9).map(\.text) == ["Paris, Texas"])
    #expect(towns.completions(of: "", limit: 5).count == 5)
    #expect(towns.completions(of: "Paris,20km", limit: 5).isEmpty)
    for prefix in ["san", "saint-", "Paris", "Springfield", "Å"] {
      let completions = towns.completions(of: prefix, limit: 50)
      #expect(!completions.isEmpty && Set(completions.map(\.text)).count == completions.count)
      for completion in completions {
        #expect(towns.town(named: completion.text)?.region.fullName == completion.region, "\(completion)")
      }
    }
  }

  // MARK: Places

  @Test(
    "The nearest town and the largest nearby are those that a look at all of them finds",
    arguments: Seeds.range(quick: 8, long: 1_000))
  func nearest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let free = GeoPoint(
      wrappingLatitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
    let chosen = towns.towns.randomElement(using: &random)
    let town = try #require(chosen)
    let places = [
      free, point(free.latitude, 180), point(free.latitude, -180), point(90, free.longitude),
      point(-90, free.longitude), town.point, point(town.point.latitude + 0.1, town.point.longitude),
    ]
    for place in places {
      let distances = towns.towns.map { $0.point.distance(to: place) }
      let found = try #require(towns.nearest(to: place))
      #expect(found.distance == distances.min(), "\(place)")
      #expect(found.town.point.distance(to: place) == found.distance)
      let reach = Double.random(in: 1...500, using: &random)
      let largest = distances.firstIndex { $0 <= reach }.map { towns.towns[$0] }
      #expect(towns.largest(within: reach, of: place) == largest, "\(place)")
    }
  }

  @Test("The nearest town may be beyond the meridian of 180 degrees, and far from a pole")
  func edges() {
    #expect(towns.place(of: point(-18, -179.9))?.description == "83 km E of Levuka, Fiji")
    #expect(towns.place(of: point(-18, 179.99))?.description == "71 km E of Levuka, Fiji")
    #expect(towns.nearest(to: point(90, 77))?.town.name == "Longyearbyen")
    #expect(towns.nearest(to: point(-90, 0))?.town.name == "Ushuaia")
    #expect(towns.place(of: point(-90, 0))?.description == "3900 km S of Ushuaia, Argentina")
  }

  @Test("A position is in the largest town nearby, or a number of kilometers from the nearest one")
  func descriptions() {
    #expect(towns.place(of: point(38.71, -9.14))?.description == "Lisbon, Portugal")
    // In Kreuzberg, and nearer to its middle than to that of Berlin.
    #expect(towns.place(of: point(52.5, 13.4))?.description == "Berlin, Germany")
    #expect(towns.place(of: point(38.78, -9.5))?.description == "11 km NW of Cascais, Portugal")
    #expect(towns.place(of: point(38.78, -9.5), within: 12)?.description == "Cascais, Portugal")
    #expect(towns.place(of: point(0, -140))?.description == "990 km N of Taiohae, French Polynesia")
  }
}
