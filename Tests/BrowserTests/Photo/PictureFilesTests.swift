import Flickr
import Foundation
import PhotoLibrary
import PictureFetching
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Files of pictures for other programs")
struct PictureFilesTests {
  @Test("A file has the largest picture and a speaking name, is private, and is removed after a week")
  func files() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = bench.library.folder.url.appendingPathComponent("files")
    let files = PictureFiles(folder: folder, fetcher: bench.fetcher)
    let subject = try bench.library.photo("1").pictureSubject
    let path = try await files.path(of: subject, title: "-rf \"$(x)\" /../é")
    #expect(path == folder.appendingPathComponent("1-rf-x-é.jpg").path)
    #expect(try await files.path(of: subject, title: "-rf \"$(x)\" /../é") == path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes == LoopbackPictures.bytes(of: "1", "l"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    await files.removeOld()
    #expect(FileManager.default.fileExists(atPath: path))
    await files.removeOld(now: Date(timeIntervalSinceNow: 8 * 86_400))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [".written"])
  }

  @Test("What other programs save beside a picture, or in its place, is never removed")
  func savedBeside() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = bench.library.folder.url.appendingPathComponent("files")
    let files = PictureFiles(folder: folder, fetcher: bench.fetcher)
    let subject = try bench.library.photo("1").pictureSubject
    let untouched = try await files.path(of: subject, title: "Untouched")
    let replaced = try await files.path(of: subject, title: "Replaced")
    let changed = try await files.path(of: subject, title: "Changed")
    let (beside, below) = (folder.appending(path: "heron.xcf"), folder.appending(path: "work/heron.xcf"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "work"), withIntermediateDirectories: false)
    for url in [beside, below] { try Data("edit".utf8).write(to: url) }
    // As programs save: a new file takes the place of the former one, or this one is written again.
    try Data(contentsOf: URL(filePath: replaced)).write(to: URL(filePath: replaced), options: .atomic)
    let handle = try FileHandle(forUpdating: URL(filePath: changed))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("x".utf8))
    try handle.close()
    for _ in 0..<2 {
      await files.removeOld(now: Date(timeIntervalSinceNow: 30 * 86_400))
      #expect(!FileManager.default.fileExists(atPath: untouched))
      for path in [replaced, changed, beside.path, below.path] {
        #expect(FileManager.default.fileExists(atPath: path), "\(path)")
      }
    }
  }

  /// The subject of a file of the user that is a copy of a test picture.
  private func subject(_ name: String, in folder: URL) throws -> PictureSubject {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Repository.url("Tests/PicturesTests/Pictures/" + name), to: url)
    return PictureSubject(
      flickrID: "file:" + url.pathExtension,
      renditions: [Rendition(suffix: "o", url: url.absoluteString, width: 96, height: 64)])
  }

  /// A library, a folder for files of the user, and the folder of the files that are made of pictures.
  private func filesBesideOwn() async throws -> (
    bench: PictureBench, own: URL, folder: URL, files: PictureFiles
  ) {
    let bench = try await PictureBench(photos: 1)
    let own = bench.library.folder.url.appendingPathComponent("own")
    let folder = bench.library.folder.url.appendingPathComponent("files")
    let files = PictureFiles(folder: folder, fetcher: bench.fetcher)
    return (bench, own, folder, files)
  }

  @Test("What is copied to the clipboard is a JPEG of a HEIC or raw file, and any other file itself")
  func common() async throws {
    let (bench, own, folder, files) = try await filesBesideOwn()
    defer { withExtendedLifetime(bench) {} }
    for name in ["plain.heic", "plain.dng"] {
      let path = try await files.commonPath(of: try subject(name, in: own), title: name)
      let ending = URL(filePath: name).pathExtension
      #expect(path == folder.appendingPathComponent("plain-\(ending).jpg").path)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]), "\(name)")
    }
    let png = try subject("plain.png", in: own)
    #expect(try await files.commonPath(of: png, title: "x") == png.filePath)
  }

  @Test("A file that is missing has no path, and the picture that Flickr may have is fetched in its place")
  func missing() async throws {
    let (bench, own, _, files) = try await filesBesideOwn()
    defer { withExtendedLifetime(bench) {} }
    let gone = try subject("plain.png", in: own)
    let path = try #require(gone.filePath)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: PictureFetchError.self) { try await files.path(of: gone, title: "x") }
    await #expect(throws: PictureFetchError.self) { try await files.commonPath(of: gone, title: "x") }
    let both = PictureSubject(
      flickrID: "1", renditions: try bench.library.photo("1").pictureSubject.renditions,
      ownPicture: OwnPicture(.file(path: path)))
    let fetched = try await files.commonPath(of: both, title: "x")
    #expect([UInt8](try Data(contentsOf: URL(filePath: fetched))) == LoopbackPictures.bytes(of: "1", "l"))
    #expect(throws: OtherProgram.Unreadable.self) {
      try OtherProgram.start(["true"], input: OtherProgram.input(file: path))
    }
  }

  @Test("A file that another program has changed stays, and one that is used again is not old")
  func changed() async throws {
    let (bench, own, folder, files) = try await filesBesideOwn()
    defer { withExtendedLifetime(bench) {} }
    let subject = try subject("plain.heic", in: own)
    let first = try await files.commonPath(of: subject, title: "x")
    let picture = try Data(contentsOf: URL(filePath: first))
    try Data("edited".utf8).write(to: URL(filePath: first))
    let second = try await files.commonPath(of: subject, title: "x")
    #expect(second == folder.appendingPathComponent("plain-heic-2.jpg").path)
    #expect(try Data(contentsOf: URL(filePath: first)) == Data("edited".utf8))
    #expect(try Data(contentsOf: URL(filePath: second)) == picture)
    for path in [first, second] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    }
    #expect(try await files.commonPath(of: subject, title: "x") == second)
    await files.removeOld()
    #expect(FileManager.default.fileExists(atPath: first) && FileManager.default.fileExists(atPath: second))
  }

  @Test("The type of a copied file is that of its ending, in any case")
  func types() {
    for (ending, type) in [
      ("PNG", "image/png"), ("Gif", "image/gif"), ("webp", "image/webp"), ("JPG", "image/jpeg"),
    ] {
      #expect(ClipboardPicture(file: "/photos/a.\(ending)").type == type)
    }
  }

  @Test("w copies a raw file as it is, and not its preview")
  func rawExport() async throws {
    let bench = try await PictureBench(photos: 1)
    let subject = try subject("plain.dng", in: bench.library.folder.url.appendingPathComponent("own"))
    let folder = try TemporaryFolder()
    let export = PictureExport(fetcher: bench.fetcher, subject: subject, title: "Tide")
    let path = try await export.write(to: folder.url.path)
    #expect(path == folder.path("plain-dng.dng"))
    #expect(
      FileManager.default.contentsEqual(atPath: path, andPath: try #require(subject.filePath)))
    let error = await #expect(throws: PictureExport.Failure.self) {
      try await export.write(to: folder.url.path)
    }
    #expect(error?.description == "\(path) is there already.")
  }
}
