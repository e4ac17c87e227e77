import FileTrash
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos in the trash while another program moves files into it and back")
struct ForeignChangesTests {
  private let folder: PhotoFolder

  private var library: PhotoLibrary { folder.library }

  /// Makes a folder with two photos, of which the first has a sidecar, and moves this one to the trash.
  init() async throws {
    folder = try PhotoFolder()
    folder.library.trash = Trash(dataHome: folder.home.path("data"))
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("b.jpg", CameraFile.shot(2))
    try folder.write("a.jpg.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try await folder.scan()
    let photo = try #require(try folder.photos().first { $0.filePath == folder.path("a.jpg") })
    let summary = try await library.trash(library.trashPlans(for: [photo]))
    await library.savesFinished()
    try #require(summary.files == 2)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
  }

  private func trashed() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.home.path("data/Trash/files")).sorted()
  }

  @Test(
    "An undo leaves a file in the trash that has the name there which another one had",
    arguments: [false, true])
  func nameOfAnother(isRedone: Bool) async throws {
    if isRedone {
      try library.undo()
      await library.savesFinished()
      try folder.remove("a.jpg.xmp")
      try library.redo()
      await library.savesFinished()
    } else {
      try FileManager.default.removeItem(atPath: folder.home.path("data/Trash/files/a.jpg.xmp"))
      try FileManager.default.removeItem(atPath: folder.home.path("data/Trash/info/a.jpg.xmp.trashinfo"))
    }
    try folder.write("sub/a.jpg.xmp", bytes: [1])
    _ = try library.trash.move(folder.path("sub/a.jpg.xmp"))
    #expect(try trashed() == ["a.jpg", "a.jpg.xmp"])
    try library.undo()
    await library.savesFinished()
    #expect(try names() == ["a.jpg", "b.jpg", "sub"] && trashed() == ["a.jpg.xmp"])
  }

  @Test("Undoing a restore leaves a file where it was that another program had moved back")
  func undoingRestoreByHand() async throws {
    let deleted = try #require(try library.context.fetch(FetchRequest<DeletedPhoto>()).first)
    let id = deleted.flickrID
    try FileManager.default.moveItem(
      atPath: folder.home.path("data/Trash/files/a.jpg"), toPath: folder.path("a.jpg"))
    try await library.restore([id]).committed()
    for _ in 0..<2 {
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
      try library.undo()
      await library.savesFinished()
      #expect(try names() == ["a.jpg", "b.jpg"] && trashed() == ["a.jpg.xmp"])
      try library.redo()
      await library.savesFinished()
    }
    #expect(try library.photo(id)?.isPictureGone == false)
  }
}
