import Flickr
import Foundation
import PictureBasics
import Pictures
import TestSupport
import Testing

@testable import PictureFetching

@Suite("Pictures of the user's own files")
struct LocalPicturesTests {
  private let bench: PictureBench

  init() throws { bench = try PictureBench() }

  /// A JPEG whose left half is red, with metadata.
  private func picture(_ width: Int, _ height: Int, orientation: Int = 1) throws -> [UInt8] {
    let row = (0..<width).flatMap { x -> [UInt8] in x < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    let pixels = [UInt8]((0..<height).flatMap { _ in row })
    var file = CameraFile(taken: "2024:05:17 18:03:09", orientation: orientation)
    file.base = JPEGEncoder.encode(
      try #require(Bitmap(width: width, height: height, pixels: pixels)), quality: 90)
    return file.bytes
  }

  private func subject(_ path: String, _ width: Int, _ height: Int, goneSince: Date? = nil) -> PictureSubject
  {
    PictureSubject(
      flickrID: "file:1",
      renditions: [
        Rendition(suffix: "o", url: URL(filePath: path).absoluteString, width: width, height: height)
      ],
      goneSince: goneSince)
  }

  @Test("A thumbnail is made once, upright and small, and the file is left as it is")
  func thumbnail() async throws {
    let path = bench.folder.path("a ä%.jpg")
    let bytes = try picture(1_500, 1_000, orientation: 6)
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, 0o444)
    var before = stat()
    stat(path, &before)
    let subject = subject(path, 1_000, 1_500)
    #expect(await bench.fetcher.preview(of: subject, longerSide: 1_200) == nil)
    let first = try await bench.fetcher.picture(of: subject, longerSide: 200)
    let decoded = try PictureDecoder.decode(first.bytes)
    #expect(decoded.bitmap.size == PixelSize(width: 213, height: 320) && first.bytes.count < 20_000)
    // Turned to the right, the left half is above.
    let middle = decoded.bitmap.pixels[(4 * (60 * 213 + 100))..<(4 * (60 * 213 + 100) + 3)]
    #expect(middle.elementsEqual([254, 0, 0]) || (middle.first ?? 0) > 240)
    #expect(try await bench.fetcher.picture(of: subject, longerSide: 300) == first.asCached)
    #expect(await bench.fetcher.preview(of: subject, longerSide: 1_200)?.bytes == first.bytes)
    var after = stat()
    stat(path, &after)
    #expect(
      before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
    // The file itself, where more is wanted than is kept.
    #expect(try await bench.fetcher.picture(of: subject, longerSide: .max).bytes == bytes)
    chmod(path, 0o644)
    try Data(try picture(1_200, 600)).write(to: URL(filePath: path))
    let changed = try await bench.fetcher.picture(of: subject, longerSide: 200)
    #expect(try PictureDecoder.decode(changed.bytes).bitmap.size == PixelSize(width: 320, height: 160))
  }

  @Test("A link is followed: a change of its file makes another thumbnail, and the size of the file counts")
  func links() async throws {
    let (link, path) = (bench.folder.path("link.jpg"), bench.folder.path("a.jpg"))
    try Data(try picture(1_500, 1_000)).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let subject = subject(link, 1_500, 1_000)
    func size(_ longerSide: Int) async throws -> PixelSize {
      let file = try await bench.fetcher.picture(of: subject, longerSide: longerSide)
      return try PictureDecoder.decode(file.bytes).fullSize
    }
    #expect(try await size(200) == PixelSize(width: 320, height: 213))
    try Data(try picture(1_200, 600)).write(to: URL(filePath: path))
    #expect(try await size(200) == PixelSize(width: 320, height: 160))
    #expect(truncate(path, 128 << 20 + 1) == 0)
    await #expect(throws: PictureFetchError.file(path: link, reason: "it is too large to show")) {
      try await size(.max)
    }
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: PictureFetchError.file(path: link, reason: "it is missing")) {
      try await size(.max)
    }
  }

  @Test("A small file is shown as it is, and one that is missing is an error with its path")
  func small() async throws {
    let path = bench.folder.path("a.jpg")
    try Data(try picture(60, 40)).write(to: URL(filePath: path))
    let subject = subject(path, 60, 40)
    #expect(try await bench.fetcher.picture(of: subject, longerSide: 200).bytes == (try picture(60, 40)))
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: PictureFetchError.file(path: path, reason: "it is missing")) {
      try await bench.fetcher.picture(of: subject, longerSide: 200)
    }
  }

  @Test("A pipe in the place of a file is refused without waiting for it")
  func noFile() async throws {
    let (pipe, raw) = (bench.folder.path("a.jpg"), bench.folder.path("a.dng"))
    #expect(mkfifo(pipe, 0o600) == 0 && mkfifo(raw, 0o600) == 0)
    for place in [pipe, raw] {
      await #expect(throws: PictureFetchError.file(path: place, reason: "it is not a file")) {
        try await bench.fetcher.picture(of: subject(place, 60, 40), longerSide: 200)
      }
    }
  }

  @Test("A file that a refresh did not find is named, and what came to its place is not shown as its photo")
  func missing() async throws {
    let path = bench.folder.path("a.jpg")
    let subject = subject(path, 60, 40, goneSince: Date(timeIntervalSince1970: 0))
    try Data(try picture(60, 40)).write(to: URL(filePath: path))
    await #expect(
      throws: PictureFetchError.file(path: path, reason: "it was missing when its folder was last read")
    ) {
      try await bench.fetcher.picture(of: subject, longerSide: 200)
    }
  }

  @Test("A raw file is shown by its preview, which is made smaller and kept")
  func rawFile() async throws {
    let path = bench.folder.path("a.DNG")
    let bytes = [UInt8](
      try Data(contentsOf: Repository.url("Tests/PicturesTests/Pictures/orientation-6.dng")))
    try Data(bytes).write(to: URL(filePath: path))
    let subject = subject(path, 4_000, 6_000)
    #expect(subject.rawFilePath == path)
    let small = try await bench.fetcher.picture(of: subject, longerSide: 200)
    let large = try await bench.fetcher.picture(of: subject, longerSide: .max)
    for file in [small, large] {
      #expect(file.fileExtension == "jpg")
      #expect(try PictureDecoder.decode(file.bytes).fullSize == PixelSize(width: 48, height: 32))
    }
    #expect(await bench.fetcher.preview(of: subject, longerSide: 1_200)?.bytes == small.bytes)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: PictureFetchError.file(path: path, reason: "it is missing")) {
      try await bench.fetcher.picture(of: subject, longerSide: 200)
    }
    try Data([UInt8](repeating: 0, count: 900)).write(to: URL(filePath: path))
    let error = await #expect(throws: PictureFetchError.self) {
      try await bench.fetcher.picture(of: subject, longerSide: .max)
    }
    #expect(
      error?.description
        == "The file \(path) cannot be shown: it contains no preview, and raw data are not developed.")
  }

  @Test("A file that is no picture is passed on, and nothing is kept of it")
  func damaged() async throws {
    let path = bench.folder.path("a.jpg")
    try Data("no picture".utf8).write(to: URL(filePath: path))
    let file = try await bench.fetcher.picture(of: subject(path, 3_000, 2_000), longerSide: 200)
    #expect(file.bytes == Array("no picture".utf8) && bench.cache.size == 0)
  }

  @Test(
    "A photo of a page whose own file is missing has the cached picture of the page, also without a transfer")
  func missingOwnFile() async throws {
    let renditions = bench.subject("1", only: ["s"]).renditions
    try bench.cache.store(LoopbackPictures.bytes(of: "1", "s"), of: "1", renditions[0])
    let own = OwnPicture(.file(path: bench.folder.path("gone.jpg")), width: 3_000, height: 2_000)
    let subject = PictureSubject(flickrID: "1", renditions: bench.subject("1").renditions, ownPicture: own)
    let cached = LoopbackPictures.bytes(of: "1", "s")
    #expect(try await bench.fetcher.localPicture(of: subject, longerSide: 200)?.bytes == cached)
    #expect(await bench.fetcher.preview(of: subject, longerSide: 1_024)?.bytes == cached)
    #expect(bench.host.asked == [])
    let alone = PictureSubject(flickrID: "2", renditions: [], ownPicture: own)
    await #expect(
      throws: PictureFetchError.file(path: bench.folder.path("gone.jpg"), reason: "it is missing")
    ) {
      try await bench.fetcher.localPicture(of: alone, longerSide: 200)
    }
  }

  @Test("A photo of a page is never read from a file")
  func pages() async throws {
    let path = bench.folder.path("a.jpg")
    try Data(try picture(60, 40)).write(to: URL(filePath: path))
    let url = URL(filePath: path).absoluteString
    let subject = PictureSubject(
      flickrID: "1", renditions: [Rendition(suffix: "o", url: url, width: 60, height: 40)])
    #expect(subject.filePath == nil)
    await #expect(throws: PictureFetchError.self) {
      try await bench.fetcher.picture(of: subject, longerSide: 200)
    }
  }
}
