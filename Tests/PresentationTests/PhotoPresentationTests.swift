import Flickr
import Foundation
import PhotoLibrary
import Testing

@testable import Presentation

@MainActor @Suite("A photo in words")
struct PhotoPresentationTests {
  private func photo(_ change: (inout PhotoRecord) -> Void = { _ in }) async throws -> (OnePhoto, Photo) {
    var record = PhotoRecord(id: "1")
    record.title = "Sea"
    (record.ownerID, record.ownerName) = ("Ann@N00", "Ann")
    record.uploaded = Date(timeIntervalSince1970: 1_700_000_000)
    record.taken = TakenDate(localTime: "2020-02-29 12:00:00", granularity: 0)
    record.views = 1_234
    change(&record)
    let library = try await OnePhoto(record)
    return (library, library.photo)
  }

  @Test("A list shows the value by which it is sorted")
  func sortValues() async throws {
    let (library, photo) = try await photo()
    let values = PhotoOrder.allCases.map { PhotoPresentation.sortValue(of: photo, order: $0) }
    #expect(values == ["2023-11-14", "2023-11-14", "2020-02-29", "1234", "2023-11-14"])
    withExtendedLifetime(library) {}
  }

  @Test(
    "A date taken is as exact as it is known",
    arguments: [(0, "2020-02-29"), (4, "2020-02"), (6, "2020"), (8, "about 2020"), (99, "2020-02-29")])
  func granularity(granularity: Int, text: String) {
    #expect(PhotoPresentation.taken("2020-02-29 12:00:00", granularity: granularity) == text)
  }

  @Test(
    "A day is shown in UTC, with all its digits",
    arguments: [(0, "1970-01-01"), (-1, "1969-12-31"), (951_782_400, "2000-02-29")])
  func days(seconds: Int, text: String) {
    #expect(PhotoPresentation.day(Date(timeIntervalSince1970: TimeInterval(seconds))) == text)
  }

  @Test("The address of a page is shortened where there is no room for all of it")
  func page() async throws {
    let (library, photo) = try await photo()
    let path = PhotoPresentation.page(of: photo) { _ in true }
    #expect(path.hasPrefix("flickr.com/photos/") && path.hasSuffix("/1/"))
    #expect(PhotoPresentation.page(of: photo) { $0.count < path.count } == "flic.kr/p/2")
    withExtendedLifetime(library) {}
  }

  @Test(
    "Flickr's short addresses count to the base 58",
    arguments: [(0, "1"), (57, "Z"), (58, "21"), (5_169_665_786, "8SPTwJ")])
  func shortAddress(id: UInt64, text: String) {
    #expect(PhotoPresentation.shortened(id) == text)
  }

  @Test("Facts leave out what is not known")
  func facts() async throws {
    let (bare, empty) = try await photo {
      $0.uploaded = nil
      $0.taken = nil
      $0.views = nil
    }
    #expect(PhotoPresentation.facts(of: empty).map(\.label) == ["Title", "By", "Page"])
    let (full, known) = try await photo {
      $0.license = "4"
      $0.latitude = -47.376_886
      $0.longitude = 8.541_694
      $0.tags = "sea wave"
      $0.renditions = [
        Rendition(suffix: "m", url: "https://example.org/m.jpg", width: 500, height: 333),
        Rendition(suffix: "l", url: "https://example.org/l.jpg", width: 1024, height: 683),
      ]
    }
    let facts = Dictionary(
      uniqueKeysWithValues: PhotoPresentation.facts(of: known).map { ($0.label, $0.text) })
    #expect(facts["License"] == "CC BY 2.0" && facts["Place"] == "47.3769° S, 8.5417° E")
    #expect(facts["Size"] == "1024 × 683" && facts["Views"] == "1234" && facts["Tags"] == "sea wave")
    withExtendedLifetime((bare, full)) {}
  }

  @Test("Licenses have names, and one that is not known its number")
  func licenses() {
    #expect(License.name("0") == "All rights reserved")
    #expect(License.name("9") == "CC0 1.0")
    #expect(License.name("42") == "License 42")
  }
}
