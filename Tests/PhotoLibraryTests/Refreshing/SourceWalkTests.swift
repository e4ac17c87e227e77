import Flickr
import ObjectGraph
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("The position of older photos after a page of new ones")
struct SourceWalkTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func importPhotos(_ page: PhotoPage, from source: PhotoSource) async throws -> ImportSummary {
    let (worker, name) = (try library.makeBackgroundContext(), source.description)
    let summary = try await worker.perform { try PhotoImporter(context: $0, source: name).run(page) }
    try await worker.save()
    return summary
  }

  private let now = 1_700_000_000

  private func walk(
    _ options: RefreshOptions, older: SourcePlace?, resuming interrupted: InterruptedWalk? = nil
  ) -> SourceWalk {
    SourceWalk(.recent, options, perPage: 3, older: older, resuming: interrupted, now: now)
  }

  /// Reads the first page of a source whose first four pages are known, and returns the next page of older photos.
  private func olderPage(after ids: String...) async throws -> Int {
    var walk = walk(RefreshOptions(pages: 1), older: SourcePlace(page: 5))
    let page = PhotoPage(records: ids.map { PhotoRecord($0) })
    let fresh = ReceivedPhotos().fresh(of: page)
    #expect(Set(fresh.records.map(\.id)).count == fresh.records.count)
    walk.record(page, fresh: fresh, imported: try await importPhotos(fresh, from: .recent))
    return walk.older(than: SourcePlace(page: 5)).page
  }

  @Test("follows the page, also if a photo is on it twice")
  func duplicate() async throws {
    #expect(try await olderPage(after: "1", "2", "2") == 2)
  }

  @Test("stays behind the known pages if a photo of the page was known, also one that was deleted since")
  func known() async throws {
    _ = try await importPhotos(PhotoPage(records: [PhotoRecord("1"), PhotoRecord("2")]), from: .recent)
    #expect(try await olderPage(after: "3", "1") == 5)
    try await library.delete("2")
    #expect(try await olderPage(after: "4", "2") == 5)
  }

  @Test("follows the page if its only known photo came from another source, and was deleted")
  func deletedStranger() async throws {
    _ = try await importPhotos(PhotoPage(records: [PhotoRecord("1")]), from: .tag(["x"]))
    try await library.delete("1")
    #expect(try await olderPage(after: "2", "1") == 2)
  }

  /// Imports a page of these photos, and records it.
  private func record(_ ids: String..., in walk: inout SourceWalk) async throws {
    let page = PhotoPage(records: ids.map { PhotoRecord($0) })
    walk.record(page, fresh: page, imported: try await importPhotos(page, from: .recent))
  }

  @Test("follows each page that leaves a gap, and returns behind the known pages when the gap is closed")
  func closedGap() async throws {
    _ = try await importPhotos(PhotoPage(records: [PhotoRecord("1")]), from: .recent)
    let (page2, page41) = (SourcePlace(page: 2), SourcePlace(page: 41))
    var walk = walk(RefreshOptions(pages: 9), older: page41)
    try await record("2", "3", in: &walk)
    #expect(walk.older(than: page41) == page2 && walk.interruption(at: now)?.place == page2)
    try await record("4", "1", in: &walk)
    #expect(walk.older(than: page2) == page41 && walk.interruption(at: now)?.place.page == 3)
    // Another refresh recorded a gap of its own meanwhile.
    #expect(walk.older(than: SourcePlace(page: 7)) == SourcePlace(page: 7))
  }

  @Test("stays with a walk that is resumed, whatever that meets")
  func resumed() async throws {
    _ = try await importPhotos(PhotoPage(records: ["1", "2", "3"].map { PhotoRecord($0) }), from: .recent)
    var place = SourcePlace(page: 3)
    let interrupted = InterruptedWalk(place: place, reach: .new, time: now)
    var walk = walk(RefreshOptions(pages: 9), older: place, resuming: interrupted)
    #expect(walk.place == place && walk.isResumed)
    for ids in [("4", "5"), ("1", "6"), ("2", "3")] {
      let recorded = place
      #expect(walk.end == nil)
      try await record(ids.0, ids.1, in: &walk)
      place.page += 1
      #expect(walk.place == place && walk.older(than: recorded) == place)
    }
    #expect(walk.end == .nothingNew)
  }

  @Test("A walk continues an interrupted one of the same reach that is a day old at most")
  func continuing() {
    func start(
      _ reach: RefreshOptions.Reach, after former: RefreshOptions.Reach, seconds: Int
    ) -> Int {
      let interrupted = InterruptedWalk(place: SourcePlace(page: 3), reach: former, time: now - seconds)
      return walk(RefreshOptions(reach: reach), older: SourcePlace(page: 5), resuming: interrupted).place.page
    }
    #expect(start(.new, after: .new, seconds: 86_400) == 3 && start(.all, after: .all, seconds: 0) == 3)
    #expect(start(.new, after: .new, seconds: 86_401) == 1 && start(.all, after: .all, seconds: 100_000) == 1)
    #expect(start(.new, after: .all, seconds: 0) == 1 && start(.all, after: .new, seconds: 0) == 1)
    #expect(start(.new, after: .older, seconds: 0) == 1 && start(.older, after: .older, seconds: 0) == 5)
    // The clock was set back.
    #expect(start(.new, after: .new, seconds: -60) == 1)
  }

  @Test(
    "The text of an interrupted walk has all of its state",
    arguments: [SourcePlace(page: 41), SourcePlace(page: 2, windowsText: "-1200000000 1300000000-")])
  func text(place: SourcePlace) {
    let walk = InterruptedWalk(place: place, reach: .all, time: now)
    #expect(InterruptedWalk(walk.description) == walk)
    for text in [place.description, walk.description + "\n1", walk.description + "x"] {
      #expect(InterruptedWalk(text) == nil)
    }
  }

  @Test("A walk goes on after a page of photos that came from another source and were deleted, but only once")
  func onlyDeletedStrangers() async throws {
    let page = PhotoPage(records: [PhotoRecord("1"), PhotoRecord("2")])
    _ = try await importPhotos(page, from: .tag(["x"]))
    try await library.delete("1", "2")
    for end in [nil, RefreshEnd.nothingNew] {
      var walk = walk(RefreshOptions(pages: 9), older: nil)
      walk.record(page, fresh: page, imported: try await importPhotos(page, from: .recent))
      #expect(walk.end == end && walk.place.page == 2)
    }
    let later = try TestLibrary(library.folder)
    try await later.library.restore(["1"]).committed()
    #expect(try later.photo("1").sourceNames == ["recent", "tag:x"])
  }
}
