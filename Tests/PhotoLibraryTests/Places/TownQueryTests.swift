import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

/// Photos around towns, of which few mention a town.
@MainActor
@Suite("Photos near a town")
struct TownQueryTests {
  private let test: TestLibrary

  init() async throws {
    test = try TestLibrary()
    let photos: [(title: String, latitude: Double, longitude: Double)] = [
      ("IMG_1", 35.68, 139.7), ("IMG_2", 35.62, 139.62), ("IMG_3", 33.66, -95.55), ("IMG_4", 48.86, 2.35),
      // Mentions a town, from somewhere else.
      ("Postcard from Lisbon", 48.85, 2.34), ("IMG_5", 38.72, -9.14), ("Alfama stairs", 38.71, -9.13),
    ]
    try await test.importPhotos(
      zip(1..., photos).map { number, photo in
        var record = PhotoRecord("\(number)")
        (record.title, record.latitude, record.longitude) = (photo.title, photo.latitude, photo.longitude)
        return record
      })
  }

  private func titles(_ query: String) throws -> [String] {
    let condition = try test.library.predicate(of: PhotoQuery(query))
    return try test.context.fetch(FetchRequest<Photo>(where: condition)).compactMap(\.title).sorted()
  }

  @Test("A town is found that no photo mentions, and one that only photos elsewhere mention")
  func towns() throws {
    test.library.useTowns(of: Repository.url("assets/world/towns.txt"))
    #expect(try titles("near:Tokyo") == ["IMG_1", "IMG_2"])
    #expect(try titles("near:tōkyō,5km") == ["IMG_1"])
    #expect(try titles("near:Lisboa") == ["Alfama stairs", "IMG_5"])
    #expect(try titles("near:Paris,5km") == ["IMG_4", "Postcard from Lisbon"])
    #expect(try titles("near:\"Paris, Texas\",5km") == ["IMG_3"])
    #expect(try titles("near:Paris,TX,5km") == ["IMG_3"])
    #expect(try titles("near:48.86,2.35,5km -near:Lisbon") == ["IMG_4", "Postcard from Lisbon"])
  }

  @Test("Squares without a typical tag have the names of towns, and those without towns their degrees")
  func groups() async throws {
    var tagged = PhotoRecord("8")
    (tagged.latitude, tagged.longitude, tagged.tags) = (10.01, 20.01, "dunes")
    var other = PhotoRecord("9")
    (other.latitude, other.longitude, other.tags) = (10.02, 20.02, "dunes")
    var remote = PhotoRecord("10")
    (remote.latitude, remote.longitude) = (38.02, -7.86)
    try await test.importPhotos([tagged, other, remote])
    await test.container.coordinator.drain()
    test.library.useTowns(of: Repository.url("assets/world/towns.txt"))
    let groups = try await test.library.groups(by: .places)
    #expect(
      groups.map { "\($0.name), \($0.note): \($0.count)" }.sorted() == [
        "Aldeia Nova, Portugal, 41 km W · 38.0° N 7.9° W: 1", "Lisbon, Portugal, 38.7° N 9.2° W: 2",
        "Paris, France, 48.8° N 2.3° E: 2", "Paris, Texas, 33.6° N 95.6° W: 1",
        "Tokyo, Japan, 35.6° N 139.6° E: 1", "Tokyo, Japan, 35.6° N 139.7° E: 1",
        "dunes, 10.0° N 20.0° E: 2",
      ])
    for group in groups {
      let condition = try test.library.predicate(of: PhotoQuery(group.query))
      #expect(try test.context.count(FetchRequest<Photo>(where: condition)) == group.count, "\(group.query)")
    }
    #expect(groups.first { $0.count == 1 && $0.name.hasPrefix("Aldeia") }?.section == "A")
    test.library.useTowns(of: nil)
    let unnamed = try await test.library.groups(by: .places)
    #expect(unnamed.contains { $0.name == "38.7° N 9.2° W" && $0.note.isEmpty })
  }

  @Test("Another name stands for the photos that mention it, and an unknown one is refused")
  func others() throws {
    test.library.useTowns(of: Repository.url("assets/world/towns.txt"))
    #expect(try titles("near:Alfama") == ["Alfama stairs", "IMG_5"])
    #expect(throws: PhotoQueryError.unknownPlace("Nowhere")) { try titles("near:Nowhere") }
    // Without the towns, the photos alone are asked.
    test.library.useTowns(of: nil)
    #expect(try titles("near:Lisbon") == ["IMG_4", "Postcard from Lisbon"])
    #expect(throws: PhotoQueryError.unknownPlace("Tokyo")) { try titles("near:Tokyo") }
  }
}
