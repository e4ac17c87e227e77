import Foundation
import ObjectGraph
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("Copying a library")
struct LibraryCopyTests {
  @Test("A copy has the photos, albums and deleted photos, and another identifier")
  func copying() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.full("1"), .full("2"), .full("3", by: "2@N00", name: "Bob")])
    try await library.delete("2")
    try library.library.add(library.photos(), to: library.library.createAlbum(named: "Lisbon"))
    await library.library.savesFinished()
    let folder = try TemporaryFolder()
    let place = LibraryPlace.folder(folder.url.appending(path: "new"))
    let progress = Mutex<[LibraryCopy.Progress]>([])
    let copied = try await library.library.copy(
      to: place, onProgress: { step in progress.withLock { $0.append(step) } })
    #expect(copied.photos == 2)
    let steps = progress.withLock { $0 }
    #expect(steps.contains(.copying(StoreProgress(completed: copied.rows, total: copied.rows))))
    #expect(steps.last == .comparing(StoreProgress(completed: copied.rows, total: copied.rows)))
    let copy = try PhotoLibrary(place: place)
    #expect(copy.identifier != library.library.identifier)
    #expect(try copy.photo("1")?.title == library.photo("1").title && copy.photoCount() == 2)
    #expect(try copy.albums().map(\.title) == ["Lisbon"])
    let (before, after) = (try await library.library.check(), try await copy.check())
    #expect(after.isSound && after.store.counts == before.store.counts)
    try await copy.restore(["2"]).committed()
    #expect(try copy.photoCount() == 3)
  }

  @Test("A place that has a library with photos is refused and stays as it is")
  func refusal() async throws {
    let (library, other) = (try TestLibrary(), try TestLibrary())
    try await library.importPhotos([.full("1")])
    try await other.importPhotos([.full("2")])
    for target in [library, other] {
      let place = target.library.place
      await #expect(throws: LibraryError.notEmpty(place: place.description)) {
        try await library.library.copy(to: place)
      }
    }
    #expect(try other.library.photoCount() == 1 && library.library.photoCount() == 1)
  }

  @Test("A canceled copy leaves no library", arguments: [false, true])
  func cancellation(whileComparing: Bool) async throws {
    let library = try TestLibrary()
    try await library.importPhotos((1...300).map { .full("\($0)") })
    let folder = try TemporaryFolder()
    let place = LibraryPlace.folder(folder.url.appending(path: "new"))
    let copying = Task {
      try await library.library.copy(
        to: place,
        onProgress: { step in
          if case .comparing = step { withUnsafeCurrentTask { $0?.cancel() } }
          if case .copying(let rows) = step, rows.completed > 100, !whileComparing {
            withUnsafeCurrentTask { $0?.cancel() }
          }
        })
    }
    let failure = try await #require(throws: LibraryCopyFailure.self) { try await copying.value }
    #expect(failure.cause is CancellationError && !failure.isLeftEmpty)
    #expect(try !place.hasLibrary())
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }

  @Test("A copy that fails keeps a folder that was there, and a place that cannot be used is named as such")
  func places() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.full("1")])
    let folder = try TemporaryFolder()
    let copying = Task {
      try await library.library.copy(
        to: .folder(folder.url), onProgress: { _ in withUnsafeCurrentTask { $0?.cancel() } })
    }
    let failure = try await #require(throws: LibraryCopyFailure.self) { try await copying.value }
    #expect(!failure.isLeftEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    try Data().write(to: folder.url.appending(path: "file"))
    await #expect(throws: LibraryError.self) {
      try await library.library.copy(to: .folder(folder.url.appending(path: "file/library")))
    }
  }
}
