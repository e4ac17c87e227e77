import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing
import WorldMap

@testable import Browser

@MainActor @Suite("The town of a photo")
struct PlaceNameTests {
  /// The facts of a photo at a place, as the details show them.
  private func details(
    of place: (latitude: Double, longitude: Double)?, _ gazetteer: Gazetteer,
    waitingForTowns waits: Bool = true
  ) async throws -> [String] {
    var record = PhotoRecord("1", "Photo", by: "Ann")
    (record.latitude, record.longitude) = (place?.latitude, place?.longitude)
    let library = try await TestLibrary([record])
    let view = DetailsView(PhotographerFacts(context: library.context), gazetteer)
    view.show(try library.photo("1"), waitingForTowns: waits)
    return withExtendedLifetime(library) { view.text }
  }

  @Test("Details have the town where a photo was taken, or the nearest one")
  func details() async throws {
    let gazetteer = Gazetteer(file: Repository.url("assets/world/towns.txt"))
    let inTown = try await details(of: (38.71, -9.14), gazetteer)
    #expect(inTown.contains("Where: Lisbon, Portugal") && inTown.contains("Place: 38.71° N, 9.14° W"))
    let outside = try await details(of: (38.78, -9.5), gazetteer)
    #expect(outside.contains("Where: 11 km NW of Cascais, Portugal"))
  }

  @Test("Details in a frame do not wait for the towns, and have the town once they were read")
  func notWaiting() async throws {
    let gazetteer = Gazetteer(file: Repository.url("assets/world/towns.txt"))
    let before = try await details(of: (38.71, -9.14), gazetteer, waitingForTowns: false)
    #expect(before.contains("Place: 38.71° N, 9.14° W") && !before.contains { $0.hasPrefix("Where:") })
    #expect(gazetteer.knownTowns == nil)
    try await gazetteer.load()
    let after = try await details(of: (38.71, -9.14), gazetteer, waitingForTowns: false)
    #expect(after.contains("Where: Lisbon, Portugal"))
  }

  @Test("Details of a photo without a place, and those without towns, have none")
  func none() async throws {
    let gazetteer = Gazetteer(file: Repository.url("assets/world/towns.txt"))
    let unplaced = try await details(of: nil, gazetteer)
    #expect(unplaced.contains("Title: Photo") && !unplaced.contains { $0.hasPrefix("Where:") })
    let unnamed = try await details(of: (38.71, -9.14), Gazetteer())
    #expect(unnamed.contains("Place: 38.71° N, 9.14° W") && !unnamed.contains { $0.hasPrefix("Where:") })
  }
}
