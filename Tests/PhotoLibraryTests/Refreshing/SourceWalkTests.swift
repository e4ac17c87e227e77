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

  /// Reads the first page of a source whose first four pages are known, and returns the next page of older photos.
  private func olderPage(after ids: String...) async throws -> Int {
    var walk = SourceWalk(.recent, RefreshOptions(pages: 1), perPage: 3, from: nil, now: 1_700_000_000)
    let page = PhotoPage(records: ids.map { PhotoRecord($0) })
    let fresh = walk.fresh(of: page)
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

  @Test("A walk goes on after a page of photos that came from another source and were deleted, but only once")
  func onlyDeletedStrangers() async throws {
    let page = PhotoPage(records: [PhotoRecord("1"), PhotoRecord("2")])
    _ = try await importPhotos(page, from: .tag(["x"]))
    try await library.delete("1", "2")
    for end in [nil, RefreshEnd.nothingNew] {
      var walk = SourceWalk(.recent, RefreshOptions(pages: 9), perPage: 2, from: nil, now: 1_700_000_000)
      walk.record(page, fresh: walk.fresh(of: page), imported: try await importPhotos(page, from: .recent))
      #expect(walk.end == end && walk.place.page == 2)
    }
    let later = try TestLibrary(library.folder)
    try await later.library.restore(["1"]).committed()
    #expect(try later.photo("1").sourceNames == ["recent", "tag:x"])
  }
}
