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

  @Test("give the default of a refresh: the one that was refreshed last, and never the sample roll")
  func last() async throws {
    #expect(try test.library.lastSourceName() == "feed:birds")
    let worker = try test.makeBackgroundContext()
    let secret = "\(try LibrarySource(parsing: "http://example.org/{page}.json?api_key=1234"))"
    for source in ["tag:sea", "sample", secret] {
      try await worker.perform { context in
        try SourceProgress.recordFetch(of: source, newestBefore: nil, inserted: false, in: context)
      }
      try await worker.save()
    }
    await test.container.coordinator.drain()
    #expect(try test.library.lastSourceName() == "tag:sea")
  }

  @Test("give no default in a library with the sample roll alone, and one by name if no time is known")
  func sampleAlone() async throws {
    let library = try TestLibrary()
    #expect(try library.library.lastSourceName() == nil)
    let worker = try library.makeBackgroundContext()
    for source in ["sample", "tag:sky"] {
      try await worker.perform { context in
        _ = try PhotoImporter(context: context, source: source).run([PhotoRecord(source)])
      }
      try await worker.save()
      await library.container.coordinator.drain()
      // An earlier version recorded no times.
      #expect(try library.library.lastSourceName() == (source == "sample" ? nil : source))
    }
  }

  @Test("give the folder as the default whose files were read last, also if that brought nothing")
  func lastFolder() async throws {
    let folder = try PhotoFolder(test)
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("trip/b.jpg", CameraFile.shot(2))
    for path in [folder.root, folder.path("trip")] {
      try await folder.scan(path)
      #expect(try test.library.lastSourceName() == "folder:" + path)
    }
    #expect(try await folder.scan().broughtNothing)
    #expect(try test.library.lastSourceName() == "folder:" + folder.root)
  }

  @Test("are no group when their photos were deleted")
  func withoutPhotos() async throws {
    try await test.delete("3")
    await test.container.coordinator.drain()
    #expect(try await test.library.groups(by: .sources).map(\.name) == ["tag:sea"])
    #expect(try await test.library.importedSources().map(\.photoCount) == [0, 2])
  }
}
