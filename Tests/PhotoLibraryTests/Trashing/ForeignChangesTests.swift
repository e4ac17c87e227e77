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

  @Test("A photo that a refresh found gone while its file was being moved is shown again after undo")
  func refreshMeanwhile() async throws {
    try folder.write("c.jpg", CameraFile.shot(3))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    let plan = try #require(library.trashPlans(for: [photo]).first)
    var namesakes = Namesakes()
    let moved = try plan.run(with: library.trash, &namesakes)
    try await folder.scan()
    #expect(try folder.titles() == ["b (gone)", "c"])
    try await library.delete([photo], named: "moving", trashed: [plan.id: moved]).committed()
    try library.undo()
    await library.savesFinished()
    for _ in 0..<2 {
      #expect(try folder.titles() == ["b", "c"] && names() == ["b.jpg", "c.jpg"])
      try await folder.scan()
    }
  }

  @Test("An undo that moves only some of the files back moves these to the trash under their names there")
  func partUndone() async throws {
    try await library.undoAndSave()
    // Another file has the plain name in the trash, until it leaves that.
    try folder.write("other/a.jpg", bytes: [1])
    let other = try library.trash.move(folder.path("other/a.jpg"))
    try FileManager.default.createDirectory(
      atPath: folder.path("copies"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: folder.path("a.jpg"), toPath: folder.path("copies/z.jpg"))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(try await library.trash(library.trashPlans(for: [photo])).files == 3)
    try library.trash.restore(other)
    let before = try trashed()
    #expect(before == ["a.2.jpg", "a.jpg.xmp", "z.jpg"])
    // The first file can be moved back, and the second one cannot.
    try folder.remove("copies")
    try folder.write("copies", bytes: [1])
    #expect(throws: TrashError.self) { try library.undo() }
    #expect(try trashed() == before)
    try folder.remove("copies")
    try await library.undoAndSave()
    #expect(try trashed() == [] && folder.titles() == ["a", "b"])
  }

  @Test("While the trash is out of reach, undo and restore are refused, and keep the record of the files")
  func outOfReach() async throws {
    let id = try #require(try library.deletedPhotos().first).flickrID
    let (data, away) = (folder.home.path("data"), folder.home.path("away"))
    try FileManager.default.moveItem(atPath: data, toPath: away)
    #expect(throws: TrashError.self) { try library.undo() }
    #expect(throws: TrashError.self) { try library.restore([id]) }
    await library.savesFinished()
    #expect(try names() == ["b.jpg"] && folder.titles() == ["b"] && library.deletedPhotos().count == 1)
    try FileManager.default.moveItem(atPath: away, toPath: data)
    try await library.restore([id]).committed()
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
    #expect(try folder.titles() == ["a", "b"])
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

@MainActor extension PhotoLibrary {
  fileprivate func undoAndSave() async throws {
    try undo()
    await savesFinished()
  }
}
