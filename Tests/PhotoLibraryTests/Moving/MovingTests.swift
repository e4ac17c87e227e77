import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos that are moved to another folder")
struct MovingTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

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
  private func move(_ titles: String..., to name: String) async throws -> MoveSummary {
    let summary = try await library.move(library.movePlans(for: try titles.map(photo), to: name), to: name)
    await library.savesFinished()
    return summary
  }

  private func undo() async throws -> String? {
    let name = try await library.changeBackMovingFiles(.undo)
    await library.savesFinished()
    return name
  }

  private func redo() async throws -> String? {
    let name = try await library.changeBackMovingFiles(.redo)
    await library.savesFinished()
    return name
  }

  /// The paths of all files below the folder.
  private func names() throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder.root)).compactMap { $0 as? String }
      .filter { $0.contains(".") }.sorted()
  }

  /// Checks that a refresh finds nothing new and nothing gone.
  private func expectNoNews(_ files: Int) async throws {
    let summary = try await folder.scan()
    #expect(summary.broughtNothing && summary.photos.unchanged == files)
  }

  @Test(
    "A photo and its sidecar move to a new folder, back with undo and there again with redo, and no refresh finds news"
  )
  func roundTrip() async throws {
    try await fill()
    try await library.tag([photo("a")], adding: ["boat"], removing: []).committed()
    let id = try photo("a").flickrID
    let summary = try await move("a", to: "2024/May")
    #expect(summary.photos == 1 && summary.files == 2 && summary.problems == [])
    for _ in 0..<2 {
      #expect(try names() == ["2024/May/a.jpg", "2024/May/a.jpg.xmp", "b.jpg"])
      #expect(try photo("a").filePath == folder.path("2024/May/a.jpg") && photo("a").flickrID == id)
      #expect(try photo("a").photographer?.name == "May" && folder.titles() == ["a", "b"])
      try await expectNoNews(2)
      #expect(try await undo() == "moving “a” to 2024/May")
      #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"] && library.undoProblems == [])
      #expect(try photo("a").filePath == folder.path("a.jpg") && photo("a").flickrID == id)
      #expect(try photo("a").photographer?.name == "photos" && photo("a").tags == "boat")
      try await expectNoNews(2)
      #expect(try photo("a").files.count == 1 && folder.titles() == ["a", "b"])
      #expect(try await redo() == "moving “a” to 2024/May")
    }
    #expect(try await folder.test.isSound())
  }

  @Test("A file never replaces another one: its photo stays, and the others move")
  func taken() async throws {
    try await fill()
    try folder.write("out/a.jpg", bytes: [1])
    let summary = try await move("a", "b", to: "out")
    #expect(summary.photos == 1 && summary.files == 1 && summary.taken == 1)
    let (path, other) = (folder.path("a.jpg"), folder.path("out/a.jpg"))
    #expect(summary.problems == ["\(path) stays as it is: \(other) has that name already."])
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "out/a.jpg", "out/b.jpg"])
    #expect(try photo("a").filePath == path)
    try folder.remove("out/a.jpg")
    // The sidecar at the destination is that of another photo.
    try folder.write("out/a.jpg.xmp", bytes: [1])
    #expect(try await move("a", to: "out").taken == 1)
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "out/a.jpg.xmp", "out/b.jpg"])
    #expect(try await undo() == "moving “b” to out")
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg", "out/a.jpg.xmp"])
  }

  @Test("Undo leaves a file that was replaced after the move, with a reason, and moves the others back")
  func replaced() async throws {
    try await fill()
    try await move("a", "b", to: "out")
    try folder.remove("out/a.jpg")
    try folder.write("out/a.jpg", CameraFile(taken: "2001:01:01 10:00:00", artist: "Bob", comment: "other"))
    #expect(try await undo() == "moving 2 photos to out")
    let path = folder.path("out/a.jpg")
    #expect(
      library.undoProblems
        == ["\(path) stays as it is: it has changed since it was read. Refresh the folder first."])
    #expect(try names() == ["b.jpg", "out/a.jpg", "out/a.jpg.xmp"])
    #expect(try photo("a").filePath == path && photo("a").files.map(\.path) == [path])
    #expect(try photo("b").filePath == folder.path("b.jpg"))
    // Earlier changes can be undone, and redo moves what can be moved.
    #expect(try await redo() == "moving 2 photos to out")
    #expect(library.undoProblems == [])
    #expect(try names() == ["out/a.jpg", "out/a.jpg.xmp", "out/b.jpg"])
    #expect(try await folder.test.isSound())
  }

  @Test("Undo leaves a file whose former place has another file by now, and the library still has it")
  func occupied() async throws {
    try await fill()
    try await move("a", to: "out")
    try folder.write("a.jpg", CameraFile(taken: "2024:06:17 18:03:11", comment: "new"))
    #expect(try await undo() == "moving “a” to out")
    #expect(library.undoProblems.count == 1)
    #expect(try names() == ["a.jpg", "b.jpg", "out/a.jpg", "out/a.jpg.xmp"])
    #expect(try photo("a").filePath == folder.path("out/a.jpg") && !photo("a").isPictureGone)
    let summary = try await folder.scan()
    #expect(summary.photos.new == 1 && summary.gone == 0)
    #expect(try folder.titles() == ["a", "a", "b"])
    #expect(try await folder.test.isSound())
  }

  @Test("What a refresh finds before the move is in the library can be undone all the same")
  func fasterRefresh() async throws {
    try await fill()
    let run = MoveRun(try library.movePlans(for: [photo("a")], to: "out"))
    #expect(run.plans.count == 1)
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && summary.gone == 0)
    try await library.commit(run, didChange: { _ in }) { try library.relocate(run) { "moving \($0)" } }
    try await expectNoNews(2)
    #expect(try photo("a").filePath == folder.path("out/a.jpg"))
    #expect(try await undo() == "moving “a”")
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
    #expect(try photo("a").filePath == folder.path("a.jpg"))
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"] && photo("a").files.count == 1)
    #expect(try photo("a").photographer?.name == "photos")
    #expect(try await folder.test.isSound())
  }

  @Test("A raw file and its JPEG take the sidecar that they share, which stays as long as one of them does")
  func pair() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "jpeg"))
    try folder.write("a.dng", CameraFile(taken: "2024:05:17 18:03:11", comment: "raw"))
    try folder.write("a.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try await folder.scan()
    #expect(try folder.titles() == ["a", "a"])
    let jpeg = try #require(try folder.photos().first { $0.filePath?.hasSuffix("jpg") == true })
    #expect(try await library.move(library.movePlans(for: [jpeg], to: "out"), to: "out").files == 1)
    #expect(try names() == ["a.dng", "a.xmp", "out/a.jpg"])
    _ = try await undo()
    #expect(try names() == ["a.dng", "a.jpg", "a.xmp"])
    let both = try folder.photos()
    #expect(try await library.move(library.movePlans(for: both, to: "out"), to: "out").files == 3)
    await library.savesFinished()
    #expect(try names() == ["out/a.dng", "out/a.jpg", "out/a.xmp"])
    _ = try await undo()
    #expect(try names() == ["a.dng", "a.jpg", "a.xmp"])
  }

  @Test("Copies in the same folder move with their photo, and those in other folders stay")
  func copies() async throws {
    try await fill()
    for copy in ["a 2.jpg", "sub/a.jpg"] {
      try folder.write(copy, bytes: Array(try Data(contentsOf: URL(filePath: folder.path("a.jpg")))))
    }
    try await folder.scan()
    #expect(try photo("a").files.count == 3)
    #expect(try await move("a", to: "out").files == 3)
    #expect(try names() == ["b.jpg", "out/a 2.jpg", "out/a.jpg", "out/a.jpg.xmp", "sub/a.jpg"])
    #expect(try photo("a").filePath == folder.path("out/a.jpg") && photo("a").files.count == 3)
    try await expectNoNews(4)
  }

  @Test("A photo belongs to the sources around its new place, and the folder is one from the root on")
  func sources() async throws {
    try folder.write("in/a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    try folder.write("in/c.jpg", CameraFile(taken: "2024:05:19 18:03:11", comment: "c"))
    try folder.write("other/b.jpg", CameraFile(taken: "2024:05:18 18:03:11", comment: "b"))
    let (inner, other) = (folder.path("in"), folder.path("other"))
    try await folder.scan(inner)
    try await folder.scan(other)
    #expect(try await move("a", to: other + "/sub/..").photos == 1)
    #expect(try photo("a").sourceNames == ["folder:" + other])
    #expect(try await folder.scan(inner).broughtNothing)
    #expect(try await folder.scan(other).broughtNothing)
    #expect(try photo("a").sourceNames == ["folder:" + other])
    _ = try await undo()
    #expect(try photo("a").sourceNames == ["folder:" + inner])
    #expect(try names() == ["in/a.jpg", "in/c.jpg", "other/b.jpg"])
  }

  @Test("A photo whose missing file had the name is gone, and is not shown with the moved file")
  func formerFile() async throws {
    try await fill()
    try folder.write("out/a.jpg", CameraFile(taken: "2023:05:17 18:03:11", comment: "former"))
    try await folder.scan()
    try folder.remove("out/a.jpg")
    let id = try #require(try folder.photos().first { $0.filePath == folder.path("a.jpg") }?.flickrID)
    let plans = library.living(try folder.photos().filter { $0.flickrID == id })
    #expect(try await library.move(library.movePlans(for: plans, to: "out"), to: "out").photos == 1)
    await library.savesFinished()
    #expect(try folder.titles().sorted() == ["a", "a (gone)", "b"])
    try await expectNoNews(2)
    _ = try await undo()
    try await folder.scan()
    #expect(try folder.titles().sorted() == ["a", "a (gone)", "b"])
    #expect(try library.photo(id)?.filePath == folder.path("a.jpg"))
    #expect(try await folder.test.isSound())
  }

  @Test("Photos without a file of their own, and files that are missing, changed or there already, stay")
  func obstacles() async throws {
    try await fill()
    try folder.write("c.jpg", CameraFile(taken: "2024:05:19 18:03:11", comment: "c"))
    try folder.write("out/d.jpg", CameraFile(taken: "2024:05:20 18:03:11", comment: "d"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("e.jpg"), withDestinationPath: folder.root + "/../e.jpg")
    try Data(CameraFile(taken: "2024:05:21 18:03:11", comment: "e").bytes)
      .write(to: URL(filePath: folder.home.path("e.jpg")))
    try await folder.scan()
    try await folder.test.importPhotos([PhotoRecord("7", "Flickr"), PhotoRecord("8", "Zip")])
    try photo("Zip").ownPictureText = OwnPicture(.entry(name: "z.jpg", archive: "/x.zip")).text
    try folder.write("a.jpg", bytes: [1, 2, 3])
    try folder.remove("b.jpg")
    let titles = ["a", "b", "c", "d", "e", "Flickr", "Zip"]
    let plans = try library.movePlans(for: titles.map(photo), to: "out")
    let summary = try await library.move(plans, to: "out")
    #expect(summary.photos == 1 && summary.taken == 0)
    #expect(
      Set(summary.problems) == [
        "\(folder.path("a.jpg")) stays as it is: it has changed since it was read. Refresh the folder first.",
        "There is no file at \(folder.path("b.jpg")) any more.",
        "\(folder.path("out/d.jpg")) is in that folder already.",
        "\(folder.path("e.jpg")) stays as it is: it is a link, which would lead elsewhere.",
        "“Flickr” stays as it is: it has no file of yours.", "“Zip” stays as it is: it is in /x.zip.",
      ])
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "e.jpg", "out/c.jpg", "out/d.jpg"])
  }
}
