import FileTrash
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Files in the trash whose photos cannot be deleted at once, as on a full disk")
struct TrashingOnFullDiskTests {
  private let folder: PhotoFolder
  private let store: FullDiskStore
  private let reads: CountingStore

  private var library: PhotoLibrary { folder.library }

  init() async throws { try await self.init(isRemote: false) }

  private init(isRemote: Bool) async throws {
    var wrapped: (store: FullDiskStore, reads: CountingStore)?
    let test = try TestLibrary {
      let store = FullDiskStore($0)
      let reads = CountingStore(store, isRemote: isRemote)
      wrapped = (store, reads)
      return reads
    }
    folder = try PhotoFolder(test)
    (store, reads) = try #require(wrapped)
    folder.library.trash = Trash(dataHome: folder.home.path("data"))
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("b.jpg", CameraFile.shot(2))
    try await folder.scan()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
  }

  /// Moves the files of the first photo to the trash, and returns the error and what was said about the deletion.
  private func trash(
    whileSaving work: @escaping () -> Void = {}
  ) async throws -> (error: (any Error)?, deletions: [Bool]) {
    let plans = library.trashPlans(for: [try #require(try folder.photos().first)])
    var deletions: [Bool] = []
    let error = await #expect(throws: (any Error).self) {
      _ = try await library.trash(plans) {
        deletions.append($0)
        if $0 { work() }
      }
    }
    return (error, deletions)
  }

  @Test("The files are moved back, the photos stay, and both go together once there is room")
  func movedBack() async throws {
    store.isFull = true
    let (error, deletions) = try await trash()
    #expect(error as? StoreError == FullDiskStore.error && deletions == [true, false])
    #expect(try names() == ["a.jpg", "b.jpg"] && folder.titles() == ["a", "b"])
    await library.savesFinished()
    #expect(library.unsavedEdits.isEmpty && library.saveFailure == nil)
    #expect(library.context.undoHistory?.canUndo == false)
    store.isFull = false
    let summary = try await library.trash(library.trashPlans(for: try folder.photos()))
    #expect(summary.photos == 2 && summary.problems == [])
    #expect(try names() == [])
    // As another program sees it.
    #expect(try TestLibrary(folder.test.folder).photos().isEmpty)
  }

  @Test("If the library cannot be read either, the files are moved back, and the photos stay")
  func unreadable() async throws {
    let remote = try await Self(isRemote: true)
    remote.store.isFull = true
    let (error, deletions) = try await remote.trash { remote.reads.isFailing = true }
    remote.reads.isFailing = false
    #expect(error as? StoreError == FullDiskStore.error && deletions == [true, false])
    #expect(try remote.names() == ["a.jpg", "b.jpg"] && remote.folder.titles() == ["a", "b"])
    await remote.library.savesFinished()
    #expect(remote.library.unsavedEdits.isEmpty && remote.library.context.undoHistory?.canUndo == false)
  }

  @Test("A cancellation after the files were moved does not keep their photos")
  func canceled() async throws {
    let remote = try await Self(isRemote: true)
    let library = remote.library
    let plans = library.trashPlans(for: try remote.folder.photos())
    let trashing = Task { try await library.trash(plans) }
    // It has not begun: this test has the main actor. The first fetch comes after the moves.
    remote.reads.holdNextFetch { trashing.cancel() }
    let summary = try await trashing.value
    #expect(trashing.isCancelled && summary.photos == 2 && !summary.isCanceled && summary.problems == [])
    #expect(try remote.names() == [] && remote.folder.titles() == [])
  }

  @Test(
    "An undo that comes before the deletion fails or is saved has moved the files back",
    arguments: [true, false])
  func undone(_ isFull: Bool) async throws {
    store.isFull = isFull
    let plans = library.trashPlans(for: try folder.photos())
    let trashing = Task { [library] in
      try await library.trash(plans) { isDeleted in
        #expect(isDeleted)
        #expect(throws: Never.self) { try library.undo() }
      }
    }
    let result = await trashing.result
    if isFull {
      #expect(throws: FullDiskStore.error) { try result.get() }
    } else {
      #expect(try result.get().photos == 0)
    }
    await library.savesFinished()
    #expect(try names() == ["a.jpg", "b.jpg"] && folder.titles() == ["a", "b"])
    store.isFull = false
    try library.saveAgain()
    await library.savesFinished()
    #expect(try TestLibrary(folder.test.folder).photos().count == 2)
  }

  @Test("A deletion that another change followed is made by the next save, and its files stay in the trash")
  func followed() async throws {
    store.isFull = true
    let other = try #require(try folder.photos().last)
    let (error, deletions) = try await trash { _ = try? library.turn([other], quarters: 1) }
    #expect(deletions == [true])
    guard case .leftInTrash(let reason, let problems)? = error as? LibraryError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "\(FullDiskStore.error)" && problems.count == 1)
    #expect(try names() == ["b.jpg"] && folder.titles() == ["b"])
    await library.savesFinished()
    store.isFull = false
    try library.saveAgain()
    await library.savesFinished()
    #expect(library.unsavedEdits.isEmpty)
    let later = try TestLibrary(folder.test.folder)
    #expect(try later.photos().map(\.turns) == [1] && later.library.deletedPhotos().count == 1)
  }
}
