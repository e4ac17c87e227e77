import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos with a copy that cannot be read", .timeLimit(.minutes(10)))
struct UnreadableCopyTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  /// Writes a sidecar with attributes and elements.
  private func write(_ attributes: String, _ elements: String = "", to name: String) throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    try folder.write(name, bytes: Array(text.utf8))
  }

  private var disk: String { folder.home.path("disk") }

  /// Takes the disk with the copies away; a link to a name that is too long stands for one that does not answer.
  private func unmount() throws {
    try FileManager.default.moveItem(atPath: folder.path("archive"), toPath: disk)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("archive"), withDestinationPath: String(repeating: "x", count: 300))
  }

  private func mount() throws {
    try folder.remove("archive")
    try FileManager.default.moveItem(atPath: disk, toPath: folder.path("archive"))
  }

  @Test(
    "Marks that were removed meanwhile go when the copy can be read again, or is gone",
    arguments: [false, true], [false, true])
  func removedMarks(isSidecarGone: Bool, isCopyGone: Bool) async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("archive/b.jpg", CameraFile.shot(1))
    try write(#"xmp:Rating="4""#, to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
    #expect(photo.marks == PhotoMarks(stars: 4))
    try unmount()
    if isSidecarGone {
      try folder.remove("a.xmp")
    } else {
      try write(#"xmp:CreatorTool="another""#, to: "a.xmp")
    }
    for _ in 0..<2 {
      #expect(try await folder.scan().broughtNothing)
      #expect(photo.marks == PhotoMarks(stars: 4) && photo.markOrigin == .file)
    }
    if isCopyGone {
      try folder.remove("archive")
      // This one finds that the copy is missing.
      try await folder.scan()
    } else {
      try mount()
    }
    try await folder.scan()
    #expect(photo.marks.isEmpty && photo.markOrigin == .none)
    #expect(try await folder.scan().photos.unchanged == 1 + (isCopyGone ? 0 : 1))
    #expect(photo.files.allSatisfy { $0.sidecarChanged != LocalFile.unreadSidecar })
  }

  @Test("Marks go with a sidecar that could not be read before it was removed")
  func brokenSidecar() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try write(#"xmp:Rating="4""#, to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    try folder.write("a.xmp", bytes: Array("<x:xmpmeta".utf8))
    try await folder.scan()
    #expect(photo.marks == PhotoMarks(stars: 4))
    try folder.remove("a.xmp")
    try await folder.scan()
    #expect(photo.marks.isEmpty)
  }

  @Test("Values that only the copy has stay when the shown file changes", arguments: [false, true])
  func valuesOfCopy(isUndated: Bool) async throws {
    var file = CameraFile.shot(1, artist: nil)
    if isUndated { file.details[0x9003] = nil }
    try folder.write("a.jpg", file)
    try folder.write("archive/b.jpg", file)
    let place = #"exif:GPSLatitude="38,42.6N" exif:GPSLongitude="9,30W""#
    let date = isUndated ? #" exif:DateTimeOriginal="2024-05-17T18:03:11""# : ""
    let texts = "<dc:title>Harbor</dc:title><dc:description>An evening</dc:description>"
    try write(place + date, texts + "<dc:subject>heron</dc:subject>", to: "archive/b.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    func check(tags: String, stars: Int) {
      #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
      #expect(photo.title == "Harbor" && photo.subtitle == "An evening" && photo.tags == tags)
      #expect(photo.latitude == 38.71 && photo.longitude == -9.5 && photo.taken == "2024-05-17 18:03:11")
      #expect(photo.shot?.camera == "FUJIFILM X-T5" && photo.marks == PhotoMarks(stars: stars))
    }
    check(tags: "heron", stars: 0)
    try unmount()
    try write(#"xmp:Rating="2""#, to: "a.xmp")
    try await folder.scan()
    check(tags: "heron", stars: 2)
    try write(#"xmp:Rating="3""#, "<dc:subject>tern</dc:subject>", to: "a.xmp")
    try await folder.scan()
    check(tags: "tern", stars: 3)
    try mount()
    try await folder.scan()
    check(tags: "tern", stars: 3)
    #expect(try await folder.scan().photos.unchanged == 2)
    #expect(try await folder.test.isSound())
  }

  @Test("A date of the last change is not kept as that of a copy without a date")
  func undatedCopy() async throws {
    var file = CameraFile()
    file.comment = "scan"
    file.exif[0x0132] = .text("2024:05:01 10:00:00")
    try folder.write("a.jpg", file)
    try folder.write("archive/b.jpg", file)
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 2 && photo.taken == "2024-05-01 10:00:00")
    try unmount()
    file.exif[0x0132] = .text("2025:01:02 11:00:00")
    try folder.write("a.jpg", file)
    try await folder.scan()
    #expect(try folder.photos() == [photo] && photo.taken == "2025-01-02 11:00:00")
  }

  @Test("Values that were removed from the shown file meanwhile go when the copy can be read again")
  func removedValues() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("archive/b.jpg", CameraFile.shot(1))
    try write("", "<dc:title>Harbor</dc:title><dc:subject>heron</dc:subject>", to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.title == "Harbor" && photo.tags == "heron")
    try unmount()
    try folder.remove("a.xmp")
    try await folder.scan()
    #expect(photo.title == "Harbor" && photo.tags == "heron")
    try mount()
    try await folder.scan()
    #expect(photo.title == "a" && photo.tags == "")
    #expect(try await folder.scan().photos.unchanged == 2)
  }

  @Test("Marks stay when their file goes, until the copy that is shown then changes")
  func goneFile() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("archive/b.jpg", CameraFile.shot(1))
    try write(#"xmp:Rating="4""#, to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    for name in ["a.jpg", "a.xmp"] { try folder.remove(name) }
    for _ in 0..<2 {
      try await folder.scan()
      #expect(photo.filePath == folder.path("archive/b.jpg") && photo.marks == PhotoMarks(stars: 4))
    }
    try write(#"xmp:CreatorTool="another""#, to: "archive/b.xmp")
    try await folder.scan()
    #expect(photo.marks.isEmpty)
  }
}
