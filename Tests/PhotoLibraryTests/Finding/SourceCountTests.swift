import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Sources with their photos")
struct SourceCountTests {
  private let test: TestLibrary
  private let store: CountingStore

  init() async throws {
    (test, store) = try TestLibrary.counted()
    for (source, ids) in [("tag:sea", ["1", "2"]), ("feed:birds", ["3"])] {
      let worker = try test.makeBackgroundContext()
      let page = PhotoPage(records: ids.map { PhotoRecord($0) }, skipped: 0)
      try await worker.perform { context in
        _ = try PhotoImporter(context: context, source: source).run(page)
        try SourceProgress.recordFetch(of: source, newestBefore: nil, inserted: true, in: context)
      }
      try await worker.save()
    }
    await test.container.coordinator.drain()
  }

  @Test("are counted beside the main actor, with the times of their refreshes")
  func mainActor() async throws {
    let before = store.counts
    let sources = try await test.library.importedSources()
    let counts = try await test.library.counts(of: .source, where: nil)
    #expect((store.counts - before).mainReads == 0 && (store.counts - before).reads > 0)
    #expect(sources.map(\.name) == ["feed:birds", "tag:sea"] && sources.map(\.photoCount) == [1, 2])
    #expect(sources.allSatisfy { $0.fetchedAt.map { $0 > Date(timeIntervalSinceNow: -3_600) } == true })
    #expect(Set(counts) == [FacetValue(text: "feed:birds", count: 1), FacetValue(text: "tag:sea", count: 2)])
  }

  @Test("are no group when their photos were deleted")
  func withoutPhotos() async throws {
    try await test.delete("3")
    await test.container.coordinator.drain()
    #expect(try await test.library.groups(by: .sources).map(\.name) == ["tag:sea"])
    #expect(try await test.library.importedSources().map(\.photoCount) == [0, 2])
  }
}
