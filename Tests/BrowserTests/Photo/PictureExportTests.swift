import Flickr
import Foundation
import PhotoLibrary
import PictureFetching
import Presentation
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Writing a picture to a folder", .timeLimit(.minutes(10)))
struct PictureExportTests {
  private func export(_ bench: PictureBench, title: String? = nil) throws -> PictureExport {
    let photo = try bench.library.photo("1")
    return PictureExport(
      fetcher: bench.fetcher, subject: photo.pictureSubject, title: title ?? photo.title)
  }

  private func files(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("An export writes the largest public picture unchanged, under the photo's id and title")
  func writing() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    let path = try await export(bench).write(to: folder.url.path)
    #expect(path == folder.path("1-Photo-1.jpg"))
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == LoopbackPictures.bytes(of: "1", "l"))
    #expect(try files(folder) == ["1-Photo-1.jpg"])
  }

  @Test("The credits stand in a file beside the picture, in lines without controls")
  func credits() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    let photo = try bench.library.photo("1")
    photo.title = "Sea\u{1B}[31m\nside"
    var export = try export(bench)
    export.credits = PhotoPresentation.credits(of: photo)
    let path = try await export.write(to: folder.url.path)
    let lines = try String(contentsOfFile: path + ".txt", encoding: .utf8).split(separator: "\n").map(
      String.init)
    #expect(lines.first == "Sea [31m side" && lines.contains("© Ann") && lines.contains("CC BY 2.0"))
    #expect(lines.last?.hasPrefix("https://www.flickr.com/photos/") == true)
  }

  @Test("writes over nothing")
  func twice() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    let path = folder.path("1-Photo-1.jpg")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let error = await #expect(throws: PictureExport.Failure.self) {
      try await export(bench).write(to: folder.url.path)
    }
    #expect(error?.description == "\(path) is there already.")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("A raw file is copied as it is, and one that cannot be read leaves its former copy")
  func raw() async throws {
    let bench = try await PictureBench(photos: 1)
    let (folder, card) = (try TemporaryFolder(), try TemporaryFolder())
    let subject = PictureSubject(
      flickrID: "file:1", renditions: [], ownPicture: OwnPicture(.file(path: card.path("a.NEF"))))
    let export = PictureExport(fetcher: bench.fetcher, subject: subject, title: "Raw")
    // More than is copied at once.
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
    try bytes.write(to: card.url.appending(path: "a.NEF"))
    let path = try await export.write(to: folder.url.path)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    let again = await #expect(throws: PictureExport.Failure.self) {
      try await export.write(to: folder.url.path)
    }
    #expect(again?.description == "\(path) is there already.")
    try FileManager.default.removeItem(at: card.url.appending(path: "a.NEF"))
    let error = await #expect(throws: PictureExport.Failure.self) {
      try await export.write(to: folder.url.path)
    }
    #expect(error?.description.hasPrefix("\(card.path("a.NEF")) cannot be read: ") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: PictureExport.Failure.self) { try await export.write(to: folder.url.path) }
    #expect(try files(folder) == [])
  }

  @Test("A copy that is canceled leaves no part of the file")
  func canceling() async throws {
    let bench = try await PictureBench(photos: 1)
    let (folder, card) = (try TemporaryFolder(), try TemporaryFolder())
    try Data(repeating: 1, count: 3_000_000).write(to: card.url.appending(path: "a.NEF"))
    let subject = PictureSubject(
      flickrID: "file:1", renditions: [], ownPicture: OwnPicture(.file(path: card.path("a.NEF"))))
    let export = PictureExport(fetcher: bench.fetcher, subject: subject, title: "Raw")
    let writing = Task { try await export.write(to: folder.url.path) }
    // It has not begun: this test has the main actor.
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
    #expect(try files(folder) == [])
  }

  private nonisolated static let odd: [(title: String, name: String)] = [
    ("../../etc/passwd", "1-etc-passwd.jpg"), ("", "1.jpg"), ("...", "1.jpg"),
    ("~/a\u{1B}[31m\n b", "1-a-31m-b.jpg"),
    ("-rf *", "1-rf.jpg"), ("日本 👩🏽‍🚀 Ünïcode", "1-日本-Ünïcode.jpg"), ("a/b\\c:d", "1-a-b-c-d.jpg"),
  ]

  @Test("A photo of a folder keeps the name of its file, and those of the same name stay apart")
  func ownNames() throws {
    let names = ["3fa2b1c9d0e1", "00a2b1c9d0e1"].map { id in
      let subject = PictureSubject(
        flickrID: "file:" + id, renditions: [], ownPicture: OwnPicture(.file(path: "/p/IMG_0042 (2).JPG")))
      return PictureFileName.of(subject, title: "At sea", extension: "jpg")
    }
    #expect(names == ["IMG_0042-2-3fa2b1c9.jpg", "IMG_0042-2-00a2b1c9.jpg"])
  }

  @Test("takes of a title what is fit for a name", arguments: odd)
  func oddTitles(title: String, name: String) async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    _ = try await export(bench, title: title).write(to: folder.url.path)
    #expect(try files(folder) == [name])
  }

  @Test(
    "cuts long titles to what a file may be called",
    arguments: [
      String(repeating: "x", count: 5_000), String(repeating: "𠮷", count: 300),
      "a" + String(repeating: "\u{301}", count: 2_000) + " b",
    ])
  func longTitles(title: String) async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    _ = try await export(bench, title: title).write(to: folder.url.path)
    let names = try files(folder)
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix("1") && $0.hasSuffix(".jpg") })
  }

  @Test("says that there is no such folder, or that it is none")
  func noFolder() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("file"))
    for path in [folder.path("nothing"), folder.path("file")] {
      let error = await #expect(throws: PictureExport.Failure.self) {
        try await export(bench).write(to: path)
      }
      #expect(error?.description == "There is no folder \(path).")
    }
    #expect(bench.host.asked == [])
  }

  @Test("says why there is no picture, and writes nothing")
  func gone() async throws {
    let bench = try await PictureBench(photos: 1)
    bench.host.answer("1", .html(status: 404, "Not Found"))
    let folder = try TemporaryFolder()
    await #expect(throws: PictureFetchError.self) { try await export(bench).write(to: folder.url.path) }
    #expect(try files(folder) == [])
  }

  @Test("names a PNG by what it is")
  func png() async throws {
    let bench = try await PictureBench(photos: 1)
    bench.host.answer("1", .png)
    let folder = try TemporaryFolder()
    _ = try await export(bench).write(to: folder.url.path)
    #expect(try files(folder) == ["1-Photo-1.png"])
  }
}
