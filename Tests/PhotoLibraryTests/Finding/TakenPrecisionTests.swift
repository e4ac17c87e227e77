import Flickr
import ObjectGraph
import PhotoLibrary
import Testing

@MainActor
@Suite("Photos of which the year or the month alone is known")
struct TakenPrecisionTests {
  private let test: TestLibrary

  init() async throws {
    test = try TestLibrary()
    try await test.importPhotos(
      [("1", 0), ("2", 4), ("3", 6), ("4", 8), ("5", nil)].map { id, granularity in
        var record = PhotoRecord(id)
        record.taken = granularity.map { TakenDate(localTime: "1974-01-01 00:00:00", granularity: $0) }
        return record
      })
  }

  @Test(
    "are found by times that contain all of what is known",
    arguments: [
      ("year:1974", "1 2 3 4"), ("taken:1974", "1 2 3 4"), ("month:1", "1 2"), ("month:1974-01", "1 2"),
      ("taken:1974-01", "1 2"), ("taken:1974-01-01", "1"), ("taken:<1974-02", "1 2"),
      ("taken:..1974-06-30", "1 2"), ("taken:>1973-06-05", "1 2 3 4"), ("taken:1973-06..1975", "1 2 3 4"),
      ("has:date", "1 2 3 4"), ("has:month", "1 2"), ("has:day", "1"), ("-has:month", "3 4 5"),
    ])
  func queries(query: String, ids: String) throws {
    let condition = try test.library.predicate(of: PhotoQuery(query))
    let found = try test.context.fetch(FetchRequest<Photo>(where: condition, order: [FetchOrder("flickrID")]))
    #expect(found.map(\.flickrID).joined(separator: " ") == ids)
  }

  @Test(
    "are in no group of a shorter time",
    arguments: [
      (PhotoGrouping.years, ["1974 4", "Without a date 1"]), (.months, ["1974-01 2", "Without a month 3"]),
      (.days, ["1974-01-01 1", "Without a day 4"]),
    ])
  func groups(grouping: PhotoGrouping, groups: [String]) async throws {
    let found = try await test.library.groups(by: grouping)
    #expect(found.map { "\($0.name) \($0.count)" } == groups)
  }
}
