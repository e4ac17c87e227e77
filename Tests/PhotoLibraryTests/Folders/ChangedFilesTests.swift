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

  /// Returns a sidecar with a title, a keyword and a rating.
  private func sidecar(_ title: String, _ keyword: String, rating: Int, _ others: String = "") -> [UInt8] {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmp:Rating="\(rating)" \(others)><dc:title>\(title)</dc:title><dc:subject>\(keyword)</dc:subject>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return Array(text.utf8)
  }

  @Test(
    "A copy with a sidecar of its own leaves its photo the values of the shown file, found with it or later",
    arguments: [false, true])
  func copyWithOtherSidecar(isLater: Bool) async throws {
    let file = CameraFile.shot(1, artist: nil)
    try folder.write("a.jpg", file)
    try folder.write("a.xmp", bytes: sidecar("Harbor", "heron", rating: 5))
    if isLater { try await folder.scan() }
    try folder.write("backup/copy.jpg", file)
    try folder.write("backup/copy.xmp", bytes: sidecar("Draft", "bird", rating: 1, #"xmp:Label="Red""#))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
    #expect(photo.title == "Harbor" && photo.tags == "heron" && photo.marks == PhotoMarks(stars: 5))
    // Also after another change of its sidecar, unlike that of the shown file.
    try folder.write("backup/copy.xmp", bytes: sidecar("Sketch", "gull", rating: 2))
    try await folder.scan()
    #expect(photo.title == "Harbor" && photo.tags == "heron" && photo.marks == PhotoMarks(stars: 5))
    try folder.write("a.xmp", bytes: sidecar("Port", "tern", rating: 4))
    try await folder.scan()
    #expect(photo.title == "Port" && photo.tags == "tern" && photo.marks == PhotoMarks(stars: 4))
    #expect(try await folder.test.isSound())
  }

  @Test(
    "A copy adds the values that the shown file lacks, found with it or later", arguments: [false, true])
  func copyWithMoreValues(isLater: Bool) async throws {
    let file = CameraFile.shot(1, artist: nil)
    try folder.write("a.jpg", file)
    if isLater { try await folder.scan() }
    let place =
      #"xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.6N" exif:GPSLongitude="9,30W""#
    try folder.write("archive/b.jpg", file)
    try folder.write("archive/b.xmp", bytes: sidecar("Harbor", "heron", rating: 3, place))
    try folder.write("archive/c.jpg", file)
    try folder.write("archive/c.xmp", bytes: sidecar("Harbor", "heron", rating: 3, place))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 3 && photo.filePath == folder.path("a.jpg"))
    #expect(photo.title == "Harbor" && photo.tags == "heron" && photo.marks == PhotoMarks(stars: 3))
    #expect(photo.latitude == 38.71 && photo.taken == "2024-05-17 18:03:11" && photo.shot?.iso == 400)
    #expect(try await folder.scan().broughtNothing)
    // They stay when the shown file goes.
    try folder.remove("a.jpg")
    try await folder.scan()
    #expect(
      photo.filePath == folder.path("archive/b.jpg") && photo.title == "Harbor" && photo.tags == "heron")
  }

  @Test(
    "A change of the shown file leaves its photo the values that only a copy has", arguments: [false, true])
  func changedBesideCopy(isUndated: Bool) async throws {
    var file = CameraFile.shot(1, artist: nil)
    if isUndated { file.details[0x9003] = nil }
    let others =
      #"xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.6N" exif:GPSLongitude="9,30W""#
      + (isUndated ? #" exif:DateTimeOriginal="2024-05-17T18:03:11""# : "")
    try folder.write("a.jpg", file)
    try folder.write("archive/b.jpg", file)
    try folder.write("archive/b.xmp", bytes: sidecar("Harbor", "heron", rating: 3, others))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    func check(tags: String) async throws {
      try await folder.scan()
      #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
      #expect(photo.title == "Harbor" && photo.tags == tags && photo.marks == PhotoMarks(stars: 3))
      #expect(photo.latitude == 38.71 && photo.taken == "2024-05-17 18:03:11")
      #expect(try await folder.scan().broughtNothing)
    }
    try await check(tags: "heron")
    let markedAt = photo.markedAt
    let keyword = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject>tern</dc:subject></rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """
    try folder.write("a.xmp", bytes: Array(keyword.utf8))
    try await check(tags: "tern")
    try folder.remove("a.xmp")
    try await check(tags: "heron")
    #expect(photo.markedAt == markedAt)
    // What no file has any more goes with the next change of the shown one.
    try folder.remove("archive/b.xmp")
    try await check(tags: "heron")
    try folder.write("a.xmp", bytes: Array(keyword.utf8))
    try await folder.scan()
    #expect(photo.title == "a" && photo.tags == "tern" && photo.marks.isEmpty && photo.latitude == nil)
    #expect(photo.taken == (isUndated ? nil : "2024-05-17 18:03:11"))
    #expect(try await folder.test.isSound())
  }

  @Test(
    "The date taken that a copy has precedes the last change of the shown file, found with it or later",
    arguments: [false, true])
  func copyWithDate(isLater: Bool) async throws {
    var file = CameraFile()
    file.exif[0x0132] = .text("2024:05:01 10:00:00")
    try folder.write("a.jpg", file)
    if isLater {
      try await folder.scan()
      #expect(try folder.photos().map(\.taken) == ["2024-05-01 10:00:00"])
    }
    let date =
      #"xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="1975-07-04T18:03:00""#
    try folder.write("archive/b.jpg", file)
    try folder.write("archive/b.xmp", bytes: sidecar("Harbor", "heron", rating: 3, date))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.files.count == 2 && photo.filePath == folder.path("a.jpg"))
    #expect(photo.taken == "1975-07-04 18:03:00")
    // Another copy without a date takes none away.
    try folder.write("archive/c.jpg", file)
    try await folder.scan()
    #expect(photo.files.count == 3 && photo.taken == "1975-07-04 18:03:00")
    #expect(try await folder.scan().broughtNothing)
  }

  @Test("A copy that is read after the attributes of the shown file changed does not take its place")
  func attributes() async throws {
    try folder.write("trip/a.jpg", CameraFile.shot(1))
    try folder.write("trip/a.xmp", bytes: sidecar("Harbor", "heron", rating: 5))
    try await folder.scan(folder.path("trip"))
    let path = folder.path("trip/a.jpg")
    let state = FileState(path: path)
    // The clock of the file system has ticks.
    while FileState(path: path) == state {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      await Task.yield()
    }
    try folder.write("backup/a.jpg", CameraFile.shot(1))
    try folder.write("backup/a.xmp", bytes: sidecar("Draft", "bird", rating: 1))
    try await folder.scan(folder.path("backup"))
    let photo = try #require(try folder.photos().first)
    #expect(try folder.photos().count == 1 && photo.files.count == 2 && photo.filePath == path)
    #expect(photo.title == "Harbor" && photo.tags == "heron" && photo.marks == PhotoMarks(stars: 5))
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
