import FileTrash
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Files in the trash whose photos stay, or were deleted meanwhile")
struct LeftInTrashTests {
  private let folder: PhotoFolder
  private let store: CountingStore
  private let plans: [TrashPlan]

  private var library: PhotoLibrary { folder.library }

  /// Makes a library with a photo that is going to be moved to the trash.
  init() async throws {
    let (test, store) = try TestLibrary.counted()
    (folder, self.store) = (try PhotoFolder(test), store)
    folder.library.trash = Trash(dataHome: folder.home.path("data"))
    try folder.write("a.jpg", CameraFile.shot(1))
    try await folder.scan()
    plans = try folder.library.trashPlans(for: folder.photos())
  }

  private func isInTrash() -> Bool {
    FileManager.default.fileExists(atPath: folder.home.path("data/Trash/files/a.jpg"))
  }

  /// Does something when the files were moved and the photos are read.
  private func afterMoving(_ body: @escaping @Sendable (_ path: String) -> Void) {
    let path = folder.path("a.jpg")
    store.holdNextFetch { body(path) }
  }

  @Test(
    "A file that cannot be moved back because another one has its name is named", arguments: [false, true])
  func deletedMeanwhile(isOccupied: Bool) async throws {
    try await library.delete(try folder.photos()).committed()
    if isOccupied { afterMoving { _ = FileManager.default.createFile(atPath: $0, contents: Data([1])) } }
    let summary = try await library.trash(plans)
    #expect(summary.photos == 0 && isInTrash() == isOccupied)
    let occupied = "\(TrashError.occupied(path: folder.path("a.jpg")))"
    #expect(summary.problems == (isOccupied ? [occupied] : []))
  }

  @Test(
    "After a deletion that failed, the error names a file that cannot be moved back",
    arguments: [false, true])
  func failed(isOccupied: Bool) async throws {
    let store = store
    afterMoving { path in
      if isOccupied { _ = FileManager.default.createFile(atPath: path, contents: Data([1])) }
      store.isFailing = true
    }
    let error = await #expect(throws: (any Error).self) { try await library.trash(plans) }
    store.isFailing = false
    #expect(try folder.photos().count == 1 && isInTrash() == isOccupied)
    guard isOccupied else {
      #expect(error is StoreError)
      return
    }
    let problems = ["\(TrashError.occupied(path: folder.path("a.jpg")))"]
    let reason = "\(StoreError.damaged(path: "counted", reason: "its disk does not answer"))"
    let expected = LibraryError.leftInTrash(reason: reason, problems: problems)
    #expect(error as? LibraryError == expected && "\(expected)" == "\(reason). \(problems[0])")
  }
}
