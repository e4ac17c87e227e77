import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Marks in files and sidecars", .timeLimit(.minutes(10)))
struct FileMarksTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private func write(_ marks: String, to name: String) throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(marks)/></rdf:RDF></x:xmpmeta>
      """
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
  }

  @Test("are read, followed when the file changes, and replaced by the user's own for good")
  func following() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    try write(#"xmp:Rating="4" xmp:Label="Green""#, to: "a.jpg.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.marks == PhotoMarks(stars: 4, label: .green) && photo.markOrigin == .file)
    try write(#"xmp:Rating="-1""#, to: "a.jpg.xmp")
    try await folder.scan()
    #expect(photo.marks == PhotoMarks(flag: .reject) && photo.markOrigin == .file)
    try await folder.library.mark([photo], .flag(.pick)).committed()
    try write(#"xmp:Rating="2""#, to: "a.jpg.xmp")
    try await folder.scan()
    #expect(photo.marks == PhotoMarks(flag: .pick) && photo.markOrigin == .user)
  }

  @Test(
    "go when another program takes them out, or the sidecar away, unless the user made others",
    arguments: [false, true])
  func removed(isSidecarGone: Bool) async throws {
    for (index, name) in ["a", "b"].enumerated() {
      try folder.write(name + ".jpg", CameraFile(taken: "2024:05:17 18:03:1\(index)", comment: name))
      try write(#"xmp:Rating="2" xmp:Label="Red""#, to: name + ".jpg.xmp")
    }
    try await folder.scan()
    let photos = try folder.photos()
    #expect(photos.map(\.marks) == [PhotoMarks(stars: 2, label: .red), PhotoMarks(stars: 2, label: .red)])
    try await folder.library.mark([photos[1]], .stars(5)).committed()
    let none = #"xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:PickLabel="0""#
    for name in ["a.jpg.xmp", "b.jpg.xmp"] {
      if isSidecarGone { try folder.remove(name) } else { try write(none, to: name) }
    }
    try await folder.scan()
    #expect(photos.map(\.marks) == [PhotoMarks(), PhotoMarks(stars: 5, label: .red)])
    #expect(photos.map(\.markOrigin) == [.none, .user])
    // A copy without marks takes none away.
    try write(#"xmp:Label="Green""#, to: "a.jpg.xmp")
    try folder.write("copy/a.jpg", CameraFile(taken: "2024:05:17 18:03:10", comment: "a"))
    for _ in 0..<2 {
      try await folder.scan()
      #expect(photos[0].files.count == 2 && photos[0].marks == PhotoMarks(label: .green))
      try write(#"xmp:CreatorTool="another""#, to: "copy/a.jpg.xmp")
    }
  }

  @Test(
    "stay while a sidecar cannot be read as a whole, of the shown file or of a copy, and are followed after that",
    arguments: [false, true])
  func brokenSidecar(isOfCopy: Bool) async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    if isOfCopy { try folder.write("copy/b.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a")) }
    let name = isOfCopy ? "copy/b.xmp" : "a.xmp"
    try write(#"xmp:Rating="4" xmp:Label="Red""#, to: name)
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.marks == PhotoMarks(stars: 4, label: .red) && photo.files.count == (isOfCopy ? 2 : 1))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path(name))))
    for count in [0, bytes.count - 40] {
      try folder.write(name, bytes: Array(bytes.prefix(count)))
      // The shown file is read again, too.
      if isOfCopy { try write(#"xmp:CreatorTool="\(count)""#, to: "a.xmp") }
      try await folder.scan()
      #expect(photo.marks == PhotoMarks(stars: 4, label: .red) && photo.markOrigin == .file)
    }
    // What the user adds now is added to them.
    try await folder.library.mark([photo], .flag(.pick)).committed()
    #expect(photo.marks == PhotoMarks(flag: .pick, stars: 4, label: .red))
    try folder.library.undo()
    await folder.library.savesFinished()
    try write(#"xmp:Rating="2""#, to: name)
    if isOfCopy { try write(#"xmp:Rating="2""#, to: "a.xmp") }
    try await folder.scan()
    #expect(photo.marks == PhotoMarks(stars: 2))
  }

  @Test("that were taken out while a copy could not be read go when it can be read again")
  func laterRemoval() async throws {
    for name in ["a.jpg", "copy/b.jpg"] {
      try folder.write(name, CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    }
    try write(#"xmp:Rating="4""#, to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    #expect(photo.marks == PhotoMarks(stars: 4) && photo.files.count == 2)
    try folder.remove("a.xmp")
    try folder.write("copy/b.xmp", bytes: Array("<x:xmpmeta".utf8))
    for _ in 0..<2 {
      try await folder.scan()
      #expect(photo.marks == PhotoMarks(stars: 4) && photo.markOrigin == .file)
    }
    try folder.remove("copy/b.xmp")
    try await folder.scan()
    #expect(photo.marks == PhotoMarks() && photo.markOrigin == .none)
  }

  @Test("are followed on a photo that a change of several left without marks")
  func unchanged() async throws {
    for (index, name) in ["a.jpg", "b.jpg"].enumerated() {
      try folder.write(name, CameraFile(taken: "2024:05:17 18:03:1\(index)", comment: name))
    }
    try await folder.scan()
    let photos = try folder.photos()
    try folder.library.mark([photos[0]], .flag(.pick))
    try await folder.library.mark(photos, .flag(.none)).committed()
    #expect(photos.map(\.markOrigin) == [.user, .none] && photos[1].markedAt == nil)
    for name in ["a.jpg", "b.jpg"] { try write(#"xmp:Rating="3""#, to: name + ".xmp") }
    try await folder.scan()
    #expect(photos.map(\.marks) == [PhotoMarks(), PhotoMarks(stars: 3)])
  }

  @Test("are written into the sidecar, which then says the same, and nothing is written twice")
  func writing() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    try write(#"xmp:Rating="1" xmp:CreatorTool="another""#, to: "a.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    try folder.library.mark([photo], .stars(5))
    try await folder.library.mark([photo], .label(.purple)).committed()
    let file = try #require(MarkedFile(photo))
    #expect(try file.writeSidecar()?.file == folder.path("a.jpg"))
    #expect(try file.writeSidecar() == nil)
    let text = try String(contentsOfFile: folder.path("a.xmp"), encoding: .utf8)
    #expect(text.contains(#"xmp:Rating="5""#) && text.contains(#"xmp:Label="Purple""#))
    #expect(text.contains(#"xmp:CreatorTool="another""#))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.jpg.xmp")))
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && photo.marks == PhotoMarks(stars: 5, label: .purple))
  }

  @Test("are written although a program that was killed left a part of a sidecar")
  func leftover() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    try await folder.library.mark([photo], .stars(5)).committed()
    let number = ProcessInfo.processInfo.processIdentifier
    try folder.write("a.jpg.xmp.new-\(number)", bytes: Array("<x".utf8))
    #expect(try MarkedFile(photo)?.writeSidecar()?.file == folder.path("a.jpg"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.root)
    #expect(names.sorted() == ["a.jpg", "a.jpg.xmp"])
  }

  @Test(
    "that were written and then undone do not come back, unless another program writes them",
    arguments: [false, true])
  func undone(hasSidecar: Bool) async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    if hasSidecar { try write(#"xmp:CreatorTool="another""#, to: "a.jpg.xmp") }
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    try await folder.library.mark([photo], .flag(.pick)).committed()
    let sidecar = try #require(try MarkedFile(photo)?.writeSidecar())
    try await folder.library.recordSidecars([sidecar])
    try folder.library.undo()
    try await folder.scan()
    #expect(photo.marks.isEmpty)
    try write(#"xmp:Rating="2""#, to: "a.jpg.xmp")
    try await folder.scan()
    #expect(photo.marks == PhotoMarks(stars: 2))
  }

  @Test("of another program are read although marks were written over them before")
  func changed() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    try write(#"xmp:Label="Green""#, to: "a.jpg.xmp")
    try await folder.library.mark([photo], .flag(.pick)).committed()
    let sidecar = try #require(try MarkedFile(photo)?.writeSidecar())
    try await folder.library.recordSidecars([sidecar])
    #expect(photo.files.map(\.sidecarChanged) == [0])
  }

  @Test(
    "are not written over those of a photo that shares the sidecar: a raw file keeps it, another gets its own"
  )
  func shared() async throws {
    for (index, name) in ["a.jpg", "a.png", "b.jpg", "b.CR2"].enumerated() {
      let file = CameraFile(taken: "2024:05:17 18:03:1\(index)", comment: name)
      try folder.write(name, file)
    }
    try write(#"xmp:Rating="1" xmp:CreatorTool="another""#, to: "a.xmp")
    try write(#"xmp:Rating="1""#, to: "b.xmp")
    try await folder.scan()
    for photo in try folder.photos() {
      let name = photo.filePath ?? ""
      try folder.library.mark([photo], .stars(name.hasSuffix("jpg") ? 2 : 5))
    }
    await folder.library.savesFinished()
    let photos = try folder.photos().sorted { $0.filePath ?? "" < $1.filePath ?? "" }
    var written: [WrittenSidecar] = []
    for photo in photos { if let sidecar = try MarkedFile(photo)?.writeSidecar() { written.append(sidecar) } }
    try await folder.library.recordSidecars(written)
    #expect(written.count == photos.count)
    func rating(_ name: String) throws -> Int? {
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      return text.split(separator: "xmp:Rating=\"").dropFirst().first?.first?.wholeNumberValue
    }
    #expect(try rating("a.jpg.xmp") == 2 && rating("a.png.xmp") == 5 && rating("a.xmp") == 1)
    #expect(try rating("b.jpg.xmp") == 2 && rating("b.xmp") == 5)
    #expect(try String(contentsOfFile: folder.path("a.jpg.xmp"), encoding: .utf8).contains("another"))
    for photo in photos { #expect(try MarkedFile(photo)?.writeSidecar()?.file == nil) }
    #expect(try await folder.scan().broughtNothing)
  }

  @Test("come back with a photo that is restored, as do the settings of the camera")
  func restored() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:09", comment: "a"))
    try write(#"xmp:Rating="4""#, to: "a.jpg.xmp")
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    let (id, camera) = (photo.flickrID, photo.shot?.camera)
    try await folder.library.delete([photo]).committed()
    try await folder.library.restore([id]).committed()
    // At once, and after the file was read again.
    for _ in 0..<2 {
      let restored = try #require(try folder.photos().first)
      #expect(restored.marks == PhotoMarks(stars: 4) && restored.markOrigin == .file)
      #expect(camera != nil && restored.shot?.camera == camera)
      #expect(restored.shot?.exposure == "1/250" && restored.shot?.iso == 400)
      try await folder.scan()
    }
    #expect(try await folder.scan().photos.unchanged == 1)
  }
}
