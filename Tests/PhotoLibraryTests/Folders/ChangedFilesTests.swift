import Foundation
import ObjectGraph
import PhotoFiles
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Files that change beside their photos", .timeLimit(.minutes(10)))
struct ChangedFilesTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test("A photo that comes back by undo is not gone if its file came back before")
  func undone() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("b.jpg", CameraFile.shot(2))
    try await folder.scan()
    try folder.remove("a.jpg")
    try await folder.scan()
    #expect(try folder.titles() == ["a (gone)", "b"])
    try await folder.library.delete([try folder.photos()[0]]).committed()
    try folder.write("a.jpg", CameraFile.shot(1))
    try await folder.scan()
    try folder.library.undo()
    #expect(try folder.titles() == ["a", "b"])
    #expect(try await folder.scan().gone == 0)
  }

  @Test("A place and a date that are taken out of a file are taken from its photo, but not by its copy")
  func removedFacts() async throws {
    var file = CameraFile.shot(1)
    file.place = [
      1: .text("N"), 2: .rationals([(38, 1), (42, 1), (36, 1)]), 3: .text("W"),
      4: .rationals([(9, 1), (30, 1), (0, 1)]),
    ]
    try folder.write("a.jpg", file)
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.latitude == 38.71)
    file.place = [:]
    try folder.write("a.jpg", file)
    try await folder.scan()
    #expect(photo.latitude == nil && photo.longitude == nil && photo.taken == "2024-05-17 18:03:11")
    let sidecar = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.6N"
      exif:GPSLongitude="9,30W"/></rdf:RDF></x:xmpmeta>
      """
    try folder.write("a.jpg.xmp", bytes: Array(sidecar.utf8))
    try await folder.scan()
    #expect(photo.latitude == 38.71)
    try folder.write("b.jpg", file)
    try await folder.scan()
    #expect(photo.latitude == 38.71)
    try folder.remove("a.jpg.xmp")
    try await folder.scan()
    #expect(photo.latitude == nil)
  }

  @Test(
    "A copy without a sidecar leaves its photo the texts of the shown file and its folder, found with it or later",
    arguments: [false, true])
  func copyWithoutSidecar(isLater: Bool) async throws {
    let sidecar = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Harbor</dc:title>
      <dc:description>An evening</dc:description><dc:subject>heron</dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let file = CameraFile.shot(1, artist: nil)
    try folder.write("a.jpg", file)
    try folder.write("a.xmp", bytes: Array(sidecar.utf8))
    if isLater { try await folder.scan() }
    try folder.write("backup/copy.jpg", file)
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
    #expect(photo.title == "Harbor" && photo.subtitle == "An evening" && photo.tags == "heron")
    #expect(photo.photographer?.name == "photos")
    // The shown file takes back what its sidecar said.
    try folder.remove("a.xmp")
    try await folder.scan()
    #expect(photo.title == "a" && photo.subtitle == "" && photo.tags == "")
  }

  @Test("An edit that is saved while a folder is read is a conflict, and shown after it")
  func concurrentEdit() async throws {
    var file = CameraFile.shot(1)
    file.iptc = [(5, "Harbor"), (25, "sea")]
    try folder.write("a.jpg", file)
    try await folder.scan()
    file.iptc = [(5, "Port"), (25, "gull")]
    try folder.write("a.jpg", file)
    let files = try FolderWalk(from: folder.root).flatMap { listing in
      try listing.files.map { try ReadFile(.init(folder: listing.path, file: $0)) }
    }
    let worker = try FolderRefresh.makeWorker(in: folder.test.container)
    let source = "folder:" + folder.root
    _ = try await worker.perform { context in
      var folderImport = try FolderImport(files, from: source, in: context)
      return try folderImport.run()
    }
    try folder.library.setTitle("Mine", of: try folder.photos())
    try await folder.library.tag(try folder.photos(), adding: ["boat"], removing: []).committed()
    await #expect(throws: ConflictError.self) { try await worker.save() }
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.title == "Mine" && photo.rawTitle == "Port" && photo.tags == "gull boat")
  }
}
