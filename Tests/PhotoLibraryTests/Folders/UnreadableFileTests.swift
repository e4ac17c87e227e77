import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Files in a folder that cannot be read or shown", .timeLimit(.minutes(10)))
struct UnreadableFileTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test(
    "A sidecar that cannot be read is named until it is mended, and its photo has the facts before the fault")
  func brokenSidecar() async throws {
    let start = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Dune</dc:title>
      """
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("a.xmp", bytes: Array(start.utf8))
    let broken = UnreadableFile(
      path: folder.path("a.xmp"), reason: "it is not well-formed XML: the file ends too early in line 2")
    for isFirst in [true, false] {
      let summary = try await folder.scan()
      #expect(summary.photos.new == (isFirst ? 1 : 0) && summary.photos.unreadable == 0)
      #expect(summary.unreadableFiles == [broken] && summary.unreadableSidecars == 1)
      #expect(try folder.titles() == ["Dune"])
    }
    try folder.write("a.xmp", bytes: Array((start + "</rdf:Description></rdf:RDF></x:xmpmeta>").utf8))
    for _ in 0..<2 {
      let summary = try await folder.scan()
      #expect(summary.broughtNothing && summary.unreadableFiles.isEmpty && summary.unreadableSidecars == 0)
    }
  }

  @Test("A sidecar in another encoding is named as the fault that it is")
  func encoding() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    let text = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
    try folder.write(
      "a.xmp", bytes: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(
      try await folder.scan().unreadableFiles.map(\.reason)
        == ["it is not well-formed XML: something is not UTF-8"])
  }

  @Test("Files and folders whose names are not UTF-8 are named")
  func misnamed() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try BrokenName.writeFile(in: folder.root, "caf", 0xE9, ".jpg", contents: CameraFile.shot(2).bytes)
    try BrokenName.makeFolder(in: folder.root, "Wei", 0xDF, "")
    let summary = try await folder.scan()
    #expect(summary.photos.new == 1 && summary.photos.unreadable == 2)
    #expect(
      summary.unreadableFiles == [
        .init(path: folder.path("caf\u{FFFD}.jpg"), reason: "its name is not UTF-8"),
        .init(path: folder.path("Wei\u{FFFD}"), reason: "the name of the folder is not UTF-8"),
      ])
  }

  @Test("Files that are no pictures are named, and other kinds counted")
  func others() async throws {
    try folder.write("a.jpg", bytes: Array("no picture".utf8))
    try folder.write("b.jpg", bytes: [])
    try folder.write("c.CRW", bytes: [1])
    let summary = try await folder.scan()
    #expect(summary.photos.unreadable == 2 && summary.otherKinds == ["crw": 1] && summary.total == 0)
    #expect(
      summary.unreadableFiles
        == ["a.jpg", "b.jpg"].map { .init(path: folder.path($0), reason: "it is not a picture") })
  }

  @Test(
    "Files whose library is missing are photos with their facts, and are counted by the package each time")
  func missingLibraries() async throws {
    var camera = HEIFFile()
    camera.properties = [("irot", [1])]
    try folder.write("a.HEIC", bytes: camera.bytes)
    try folder.write("b.jpg", CameraFile.shot(1))
    let (root, worker) = (folder.root, try folder.test.makeBackgroundContext())
    var refresh = FolderRefresh(root: root, source: "folder:" + root, worker: worker, turns: FileTurns()) {
      _ in
    }
    refresh.missingPackage = { $0.hasSuffix("HEIC") ? "libheif1" : nil }
    for number in 0..<2 {
      let summary = try await refresh.run()
      #expect(summary.photos.new == (number == 0 ? 2 : 0) && summary.missingPackages == ["libheif1": 1])
    }
    #expect(try folder.titles() == ["a", "b"])
    #expect(try await folder.scan().missingPackages == [:])
  }

  @Test("A file whose state cannot be read is named, and its photo is not gone")
  func unexamined() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("deep/b.jpg", CameraFile.shot(2))
    try await folder.scan()
    // A link to a name that is too long stands for a disk that does not answer.
    for name in ["a.jpg", "deep"] {
      try folder.remove(name)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: String(repeating: "x", count: 300))
    }
    let summary = try await folder.scan()
    #expect(summary.gone == 0 && summary.unreadableFiles.map(\.path) == ["a.jpg", "deep"].map(folder.path))
    #expect(Set(summary.unreadableFiles.map(\.reason)) == ["its state cannot be read"])
    #expect(try folder.photos().allSatisfy { !$0.isPictureGone })
    // A link to nothing is no file.
    for name in ["a.jpg", "deep"] {
      try folder.remove(name)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: "nothing")
    }
    #expect(try await folder.scan().gone == 2)
  }
}
