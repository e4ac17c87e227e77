import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos that are renamed")
struct RenamingTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private var library: PhotoLibrary { folder.library }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
  }

  /// The photos by the names of their files.
  private func photos(_ names: String...) throws -> [Photo] {
    let photos = try folder.photos()
    return try names.map { name in try #require(photos.first { $0.filePath == folder.path(name) }) }
  }

  @discardableResult
  private func rename(_ photos: [Photo], _ pattern: String) async throws -> MoveSummary {
    let summary = try await library.rename(library.renamePlans(for: photos, by: RenamePattern(pattern)))
    await library.savesFinished()
    return summary
  }

  private func expectNoNews(_ files: Int) async throws {
    let summary = try await folder.scan()
    #expect(summary.broughtNothing && summary.photos.unchanged == files)
  }

  @Test("A photo gets another name and title, its sidecar the same, and undo restores both")
  func roundTrip() async throws {
    try folder.write("a.JPG", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    try folder.write("a.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try await folder.scan()
    let id = try folder.photos()[0].flickrID
    #expect(try await rename(folder.photos(), "%Y-%m-%d %f").files == 2)
    for _ in 0..<2 {
      #expect(try names() == ["2024-05-17 a.JPG", "2024-05-17 a.xmp"])
      #expect(try folder.titles() == ["2024-05-17 a"] && folder.photos()[0].flickrID == id)
      try await expectNoNews(1)
      #expect(try await library.changeBackMovingFiles(.undo) == "renaming “a”")
      await library.savesFinished()
      #expect(try names() == ["a.JPG", "a.xmp"] && folder.titles() == ["a"])
      try await expectNoNews(1)
      #expect(try await library.changeBackMovingFiles(.redo) == "renaming “a”")
      await library.savesFinished()
    }
    #expect(try await folder.test.isSound())
  }

  @Test("Names are free for others that get them in the same renaming, forth and back")
  func chain() async throws {
    for number in 1...4 {
      try folder.write("\(number).jpg", .shot(number))
      try folder.write("\(number).jpg.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    }
    try await folder.scan()
    let four = try photos("1.jpg", "2.jpg", "3.jpg", "4.jpg")
    let ids = four.map(\.flickrID)
    // The first one gets the name 1 that it has, and the others those of their neighbors.
    #expect(try await rename([four[1], four[2], four[3]], "%n").photos == 0)
    #expect(try await rename([four[0]], "5").photos == 1)
    #expect(try await rename([four[1], four[2], four[3]], "%n").photos == 3)
    #expect(try photos("5.jpg", "1.jpg", "2.jpg", "3.jpg").map(\.flickrID) == ids)
    try await expectNoNews(4)
    #expect(
      try await library.changeBackMovingFiles(.undo) == "renaming 3 photos" && library.undoProblems == [])
    await library.savesFinished()
    #expect(try photos("5.jpg", "2.jpg", "3.jpg", "4.jpg").map(\.flickrID) == ids)
    try await expectNoNews(4)
    #expect(try await folder.test.isSound())
  }

  @Test("Photos of one name get numbers, a raw file and its JPEG keep one name, and other files keep theirs")
  func sameNames() async throws {
    for (name, comment) in [("a.jpg", "a"), ("a.dng", "raw"), ("b.jpg", "b")] {
      try folder.write(name, CameraFile(taken: "2024:05:17 18:03:11", comment: comment))
    }
    try folder.write("a.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try folder.write("sea.png", bytes: [1])
    try await folder.scan()
    let photos = try photos("a.jpg", "a.dng", "b.jpg")
    let plans = try library.renamePlans(for: photos, by: RenamePattern("%Y"))
    #expect(plans.map { $0.names?.after } == ["2024.jpg", "2024.dng", "2024-2.jpg"])
    let numbered = try library.renamePlans(for: photos, by: RenamePattern("%3n"))
    #expect(numbered.map { $0.names?.after } == ["001.jpg", "001.dng", "002.jpg"])
    #expect(try await rename(photos, "%Y").files == 4)
    #expect(try names() == ["2024-2.jpg", "2024.dng", "2024.jpg", "2024.xmp", "sea.png"])
    // A sidecar of that name would describe both.
    let summary = try await rename([photos[2]], "sea")
    #expect(summary.photos == 0 && summary.taken == 1)
    #expect(
      summary.problems
        == ["\(folder.path("2024-2.jpg")) stays as it is: \(folder.path("sea.png")) has that name already."])
    #expect(try names() == ["2024-2.jpg", "2024.dng", "2024.jpg", "2024.xmp", "sea.png"])
  }

  @Test("A photo without what the pattern names stays with a reason, and the others are renamed")
  func unknown() async throws {
    try folder.write("a.jpg", CameraFile(taken: "2024:05:17 18:03:11", comment: "a"))
    try folder.write("b.jpg", CameraFile())
    try await folder.scan()
    let summary = try await rename(photos("a.jpg", "b.jpg"), "%Y-%n")
    #expect(summary.photos == 1)
    #expect(summary.problems == ["“b” was not renamed: its date taken is not known."])
    #expect(try names() == ["2024-1.jpg", "b.jpg"])
    #expect(try await rename(photos("b.jpg"), "b").problems.count == 1)
  }
}
