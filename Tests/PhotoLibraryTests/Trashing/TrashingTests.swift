import FileTrash
import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos in the trash")
struct TrashingTests {
  private let folder: PhotoFolder

  init() throws {
    folder = try PhotoFolder()
    folder.library.trash = Trash(dataHome: folder.home.path("data"))
  }

  private var library: PhotoLibrary { folder.library }

  /// The folder with two photos, of which the first has a sidecar.
  private func fill() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    try folder.write("b.jpg", CameraFile(taken: "2024:05:18 18:03:11", comment: "b"))
    try folder.write("a.jpg.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"])
  }

  private func photo(_ title: String) throws -> Photo {
    try #require(try folder.photos().first { $0.title == title })
  }

  @discardableResult
  private func trash(_ titles: String...) async throws -> TrashSummary {
    let summary = try await library.trash(library.trashPlans(for: try titles.map(photo)))
    await library.savesFinished()
    return summary
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
  }

  private func trashed() throws -> [String] {
    let path = folder.home.path("data/Trash/files")
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test(
    "A photo and its sidecar go to the trash and come back with undo, again with redo, and no refresh doubles them"
  )
  func roundTrip() async throws {
    try await fill()
    try await library.tag([photo("a")], adding: ["boat"], removing: []).committed()
    let id = try photo("a").flickrID
    let summary = try await trash("a")
    #expect(summary.photos == 1 && summary.files == 2 && summary.problems == [])
    for _ in 0..<2 {
      #expect(try names() == ["b.jpg"] && folder.titles() == ["b"] && trashed() == ["a.jpg", "a.jpg.xmp"])
      try await folder.scan()
      #expect(try folder.titles() == ["b"])
      #expect(try library.undo() == "moving “a” to the trash")
      await library.savesFinished()
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
      #expect(try folder.titles() == ["a", "b"] && photo("a").flickrID == id && photo("a").tags == "boat")
      try await folder.scan()
      #expect(try folder.titles() == ["a", "b"] && photo("a").files.count == 1)
      #expect(try library.redo() == "moving “a” to the trash")
      await library.savesFinished()
    }
    #expect(try await folder.test.isSound())
  }

  @Test("A canceled task moves no further files, and their photos stay")
  func canceled() async throws {
    try await fill()
    let plans = library.trashPlans(for: try folder.photos())
    let trashing = Task { try await library.trash(plans) }
    // It has not begun: this test has the main actor.
    trashing.cancel()
    let summary = try await trashing.value
    #expect(summary.photos == 0 && summary.isCanceled && summary.problems == [])
    #expect(library.unsavedEdits.isEmpty)
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
    #expect(try folder.titles() == ["a", "b"])
  }

  @Test("A file that is restored can be moved again at once, without a refresh between")
  func again() async throws {
    try await fill()
    for _ in 0..<3 {
      #expect(try await trash("a", "b").files == 3)
      #expect(try names() == [])
      try library.undo()
      await library.savesFinished()
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && folder.titles() == ["a", "b"])
    }
  }

  @Test("An undo that would replace a file is refused, and keeps the file in the trash and the deletion")
  func occupied() async throws {
    try await fill()
    try await trash("a", "b")
    try folder.write("b.jpg", bytes: [1])
    #expect(throws: TrashError.occupied(path: folder.path("b.jpg"))) { try library.undo() }
    #expect(try names() == ["b.jpg"] && trashed() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
    #expect(try folder.titles() == [] && library.context.undoHistory?.canUndo == true)
    #expect(try await folder.test.isSound())
    try folder.remove("b.jpg")
    try library.undo()
    await library.savesFinished()
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && folder.titles() == ["a", "b"])
    let sources = ["folder:" + folder.root]
    #expect(try folder.photos().allSatisfy { $0.sourceNames == sources && $0.files.count == 1 })
    try folder.remove("a.jpg")
    #expect(throws: TrashError.missing(path: folder.path("a.jpg"))) { try library.redo() }
    #expect(try names() == ["a.jpg.xmp", "b.jpg"] && trashed() == [] && folder.titles() == ["a", "b"])
  }

  @Test("A redo that cannot move one of several photos moves none")
  func redoingNone() async throws {
    try await fill()
    try folder.write("c.jpg", CameraFile(taken: "2024:05:19 18:03:11", comment: "c"))
    try await folder.scan()
    try await trash("a", "b", "c")
    try library.undo()
    await library.savesFinished()
    let names = try names()
    for missing in ["a.jpg", "b.jpg", "c.jpg"] {
      try folder.move(missing, to: "elsewhere/" + missing)
      #expect(throws: TrashError.missing(path: folder.path(missing))) { try library.redo() }
      try folder.move("elsewhere/" + missing, to: missing)
      try folder.remove("elsewhere")
      // Moving has changed the time of the file.
      try await folder.scan()
      #expect(try self.names() == names && trashed() == [] && folder.titles() == ["a", "b", "c"])
    }
    #expect(try library.redo() == "moving 3 photos to the trash")
    await library.savesFinished()
    #expect(try self.names() == [] && folder.titles() == [])
  }

  @Test("A photo that came back without its files goes to the trash again without them, and comes back so")
  func redoingLost() async throws {
    try await fill()
    try await trash("a")
    try FileManager.default.removeItem(atPath: folder.home.path("data/Trash/files"))
    for _ in 0..<2 {
      try library.undo()
      await library.savesFinished()
      #expect(try folder.titles() == ["a (gone)", "b"] && names() == ["b.jpg"])
      #expect(try library.redo() == "moving “a” to the trash")
      await library.savesFinished()
      #expect(try folder.titles() == ["b"] && names() == ["b.jpg"])
    }
    #expect(try await folder.test.isSound())
  }

  @Test("A sidecar that was deleted after an undo is no obstacle for a redo")
  func redoingWithoutSidecar() async throws {
    try await fill()
    try await trash("a")
    try library.undo()
    await library.savesFinished()
    try folder.remove("a.jpg.xmp")
    for _ in 0..<2 {
      #expect(try library.redo() == "moving “a” to the trash")
      await library.savesFinished()
      #expect(try names() == ["b.jpg"] && trashed() == ["a.jpg"])
      try library.undo()
      await library.savesFinished()
      #expect(try names() == ["a.jpg", "b.jpg"] && trashed() == [] && folder.titles() == ["a", "b"])
    }
  }

  @Test("A redo does not move a file that was replaced after the undo")
  func redoingReplaced() async throws {
    try await fill()
    try await trash("a")
    try library.undo()
    await library.savesFinished()
    try folder.write("a.jpg", CameraFile(taken: "2001:01:01 10:00:00", artist: "Bob", comment: "other"))
    #expect(throws: TrashPlan.Obstacle.changed(path: folder.path("a.jpg"))) { try library.redo() }
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
    #expect(try folder.titles() == ["a", "b"] && library.context.undoHistory?.canRedo == true)
  }

  @Test("A link to a photo comes back from the trash with its photo")
  func links() async throws {
    try folder.write("real/a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    try FileManager.default.createDirectory(atPath: folder.path("album"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("album/link.jpg"), withDestinationPath: "../real/a.jpg")
    try await folder.scan()
    let title = try folder.titles()[0]
    for _ in 0..<2 {
      #expect(try await trash(title).files == 2)
      #expect(try trashed() == ["a.jpg", "link.jpg"])
      try library.undo()
      await library.savesFinished()
      #expect(try trashed() == [] && photo(title).files.allSatisfy { $0.missingSince == nil })
    }
    #expect(try Set(photo(title).files.map(\.name)) == ["a.jpg", "link.jpg"])
  }

  @Test(
    "Files that are missing or have changed, and photos without a file, stay with a reason, and the others go"
  )
  func obstacles() async throws {
    try await fill()
    try folder.write("c.jpg", CameraFile(taken: "2024:05:19 18:03:11", comment: "c"))
    try await folder.scan()
    try await folder.test.importPhotos([PhotoRecord("7", "Flickr")])
    try folder.write("a.jpg", bytes: [1, 2, 3])
    try folder.remove("b.jpg")
    let summary = try await trash("a", "b", "c", "Flickr")
    #expect(summary.photos == 1 && summary.problems.count == 3)
    #expect(
      summary.problems[0].hasPrefix("\(folder.path("a.jpg")) was not moved to the trash: it has changed"))
    #expect(
      summary.problems[1] == "\(folder.path("b.jpg")) was not moved to the trash: there is no such file.")
    #expect(
      summary.problems[2]
        == "“Flickr” was not moved to the trash: it has no file of yours. Delete it instead.")
    #expect(try folder.titles() == ["Flickr", "a", "b"] && names() == ["a.jpg", "a.jpg.xmp"])
    let undoName = library.context.undoHistory?.undoName
    #expect(try await trash("a", "Flickr").photos == 0)
    #expect(library.context.undoHistory?.undoName == undoName)
  }

  @Test(
    "After the trash is emptied, undo restores the photo without its file, and earlier changes can be undone")
  func emptied() async throws {
    try await fill()
    try library.turn([photo("a")], quarters: 1)
    try await trash("a", "b")
    try FileManager.default.removeItem(atPath: folder.home.path("data/Trash/files/a.jpg"))
    try library.undo()
    await library.savesFinished()
    #expect(try folder.titles() == ["a (gone)", "b"] && names() == ["a.jpg.xmp", "b.jpg"])
    try await folder.scan()
    #expect(try folder.titles() == ["a (gone)", "b"])
    #expect(try library.undo() == "turning “a”")
    #expect(try photo("a").turns == 0)
  }

  @Test("A sidecar that describes another file as well stays")
  func sharedSidecar() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    for name in ["a.raw", "a.xmp"] { try folder.write(name, bytes: [1]) }
    try await folder.scan()
    #expect(try await trash("a").files == 1)
    #expect(try names() == ["a.raw", "a.xmp"])
    try library.undo()
    try folder.remove("a.raw")
    #expect(try await trash("a").files == 2)
    #expect(try names() == [])
  }

  @Test(
    "A copy that appears while the photo is in the trash stays deleted, and both are of one photo after undo")
  func copies() async throws {
    try await fill()
    try await trash("a")
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: folder.home.path("data/Trash/files/a.jpg"), toPath: folder.path("sub/a.jpg"))
    try await folder.scan()
    #expect(try folder.titles() == ["b"])
    try library.undo()
    await library.savesFinished()
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"] && photo("a").files.count == 2)
    #expect(try await trash("a").files == 3)
    #expect(try names() == ["b.jpg", "sub"])
  }

  @Test("Copies of a photo are named, go to the trash with the file that it shows, and come back with undo")
  func copiesTogether() async throws {
    try await fill()
    try FileManager.default.createDirectory(atPath: folder.path("0"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.path("a.jpg"), toPath: folder.path("0/a copy.jpg"))
    try await folder.scan()
    let both = [folder.path("a.jpg"), folder.path("0/a copy.jpg")]
    let plans = library.trashPlans(for: try [photo("a"), photo("b")])
    #expect(plans.map(\.paths) == [both, [folder.path("b.jpg")]])
    let summary = try await trash("a", "b")
    #expect(summary.photos == 2 && summary.files == 4 && summary.copies == [both])
    #expect(try trashed() == ["a copy.jpg", "a.jpg", "a.jpg.xmp", "b.jpg"])
    _ = try library.undo()
    await library.savesFinished()
    #expect(try trashed() == [] && both.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    #expect(try photo("a").filePath == both[0] && photo("a").copyPaths == [both[1]])
  }

  @Test("A later session restores a photo with its file, also one that was moved back by hand")
  func restoring() async throws {
    try await fill()
    let id = try photo("a").flickrID
    for byHand in [false, true] {
      try await trash("a")
      if byHand {
        try FileManager.default.moveItem(
          atPath: folder.home.path("data/Trash/files/a.jpg"), toPath: folder.path("a.jpg"))
      }
      try await library.restore([id]).committed()
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && folder.titles() == ["a", "b"])
      try await folder.scan()
      #expect(try folder.titles() == ["a", "b"] && photo("a").files.count == 1)
    }
    try await trash("a")
    try folder.write("a.jpg", bytes: [1])
    #expect(throws: TrashError.occupied(path: folder.path("a.jpg"))) { try library.restore([id]) }
    #expect(try folder.titles() == ["b"])
  }

  @Test("Undoing a restore moves the files to the trash again that an earlier session moved there")
  func undoingRestore() async throws {
    try await fill()
    let id = try photo("a").flickrID
    try await trash("a")
    let later = try TestLibrary(folder.test.folder).library
    later.trash = library.trash
    try await later.restore([id]).committed()
    for _ in 0..<2 {
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && trashed() == [])
      try later.undo()
      await later.savesFinished()
      #expect(try names() == ["b.jpg"] && trashed() == ["a.jpg", "a.jpg.xmp"])
      try later.redo()
      await later.savesFinished()
    }
    #expect(try later.photo(id)?.isPictureGone == false)
  }

  @Test("A file at the place of one in the trash keeps its own photo when it makes room for that one")
  func makingRoom() async throws {
    try await fill()
    try await trash("a")
    try folder.write("a.jpg", CameraFile(taken: "2001:01:01 10:00:00", artist: "Bob", comment: "other"))
    try await folder.scan()
    #expect(throws: TrashError.occupied(path: folder.path("a.jpg"))) { try library.undo() }
    try folder.move("a.jpg", to: "other.jpg")
    try await folder.scan()
    try library.undo()
    await library.savesFinished()
    for _ in 0..<2 {
      #expect(try photo("other").files.map(\.path) == [folder.path("other.jpg")])
      #expect(try !photo("a").files.contains { $0.path == folder.path("other.jpg") })
      #expect(try photo("a").copyPaths == [] && !photo("a").isPictureGone)
      try await folder.scan()
    }
    #expect(try photo("a").files.map(\.path) == [folder.path("a.jpg")])
    #expect(try await trash("a").files == 2)
    #expect(try names() == ["b.jpg", "other.jpg"])
    #expect(try await folder.test.isSound())
  }

  @Test("A restored photo can be moved to the trash again at once, also in a later session")
  func restoredAgain() async throws {
    try await fill()
    let id = try photo("a").flickrID
    for _ in 0..<2 {
      #expect(try await trash("a").files == 2)
      try await library.restore([id]).committed()
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
    }
  }

  @Test(
    "A program that is killed between the steps leaves a file in the trash or at its place, and a photo to find it by"
  )
  func killed() async throws {
    try await fill()
    // The file was moved, and the library was not changed.
    let plan = try #require(library.trashPlans(for: [try photo("a")]).first)
    var namesakes = Namesakes()
    let moved = try plan.run(with: library.trash, &namesakes)
    try await folder.scan()
    #expect(try folder.titles() == ["a (gone)", "b"])
    for file in moved { try library.trash.restore(file) }
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"])
    // The file was moved back, and the library was not changed.
    let id = try photo("a").flickrID
    try await trash("a")
    let deleted = try #require(try library.context.fetch(FetchRequest<DeletedPhoto>()).first)
    for file in try deleted.trashedFiles() { try library.trash.restore(file) }
    try await folder.scan()
    #expect(try folder.titles() == ["b"] && names() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
    try await library.restore([id]).committed()
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"])
  }
}
