import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Sidecars of photos that are moved or renamed")
struct MovingSidecarsTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private var library: PhotoLibrary { folder.library }

  /// Makes the photos of raw files and their JPEGs, with sidecars that both share.
  private func writePairs(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers {
      try folder.write("00\(number).jpg", .shot(number))
      try folder.write("00\(number).dng", .shot(number + 20))
      try folder.writeStars(number, to: "00\(number).xmp")
    }
    try await folder.scan()
  }

  /// The paths of all files below the folder.
  private func names() throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder.root)).compactMap { $0 as? String }
      .filter { $0.contains(".") }.sorted()
  }

  private func photo(_ name: String) throws -> Photo {
    try #require(try folder.photos().first { $0.filePath == folder.path(name) })
  }

  private func expectNoNews(_ files: Int) async throws {
    let summary = try await folder.scan()
    #expect(summary.broughtNothing && summary.photos.unchanged == files)
  }

  @Test(
    "Raw files and their JPEGs get the names that the pairs before them leave, and undo gives theirs back")
  func shiftedPairs() async throws {
    try await writePairs(2...4)
    let ids = try ["002", "003", "004"].map { try [photo($0 + ".jpg"), photo($0 + ".dng")].map(\.flickrID) }
    let photos = try folder.photos().sorted { $0.filePath ?? "" < $1.filePath ?? "" }
    let summary = try await library.rename(library.renamePlans(for: photos, by: RenamePattern("%3n")))
    #expect(summary.photos == 6 && summary.files == 9 && summary.problems == [])
    let shifted = (1...3).flatMap { ["00\($0).dng", "00\($0).jpg", "00\($0).xmp"] }
    #expect(try names() == shifted)
    #expect(
      try ["001", "002", "003"].map { try [photo($0 + ".jpg"), photo($0 + ".dng")].map(\.flickrID) } == ids)
    try await expectNoNews(6)
    #expect(try photo("001.dng").stars == 2 && photo("003.dng").stars == 4)
    #expect(try await library.changeBackMovingFiles(.undo) == "renaming 6 photos")
    let former = (2...4).flatMap { ["00\($0).dng", "00\($0).jpg", "00\($0).xmp"] }
    #expect(try library.undoProblems == [] && names() == former)
    try await expectNoNews(6)
    #expect(try await folder.test.isSound())
  }

  @Test("A raw file stays with its JPEG that has changed, and so does the pair that would get their name")
  func tornPair() async throws {
    try await writePairs(2...3)
    let before = try names()
    try folder.write("002.jpg", bytes: [1, 2, 3])
    let photos = try folder.photos().sorted { $0.filePath ?? "" < $1.filePath ?? "" }
    let summary = try await library.rename(library.renamePlans(for: photos, by: RenamePattern("%3n")))
    #expect(try summary.photos == 0 && names() == before)
    let (jpeg, raw) = (folder.path("002.jpg"), folder.path("002.dng"))
    #expect(
      Set(summary.problems).isSuperset(of: [
        "\(MoveObstacle.changed(path: jpeg))", "\(MoveObstacle.partner(path: raw, other: jpeg))",
      ]))
    #expect(summary.problems.count == 4 && summary.taken == 2)
  }

  @Test("Names that are exchanged stay, and nothing is moved")
  func exchanged() async throws {
    try folder.write("a.jpg", .shot(1))
    try folder.write("b.jpg", .shot(2))
    try await folder.scan()
    let (a, b) = (try photo("a.jpg"), try photo("b.jpg"))
    let plans = [MovePlan(renaming: a) { "b" }, MovePlan(renaming: b) { "a" }]
    let run = MoveRun(plans)
    #expect(run.plans.isEmpty && run.taken == 2)
    #expect(try names() == ["a.jpg", "b.jpg"])
  }

  @Test("A photo stays whose sidecar would describe a photo of the same name in the other folder as well")
  func namesake() async throws {
    try folder.write("in/a.dng", .shot(1))
    try folder.writeStars(5, to: "in/a.xmp")
    try folder.write("out/a.jpg", .shot(2))
    try await folder.scan()
    let summary = try await library.move(library.movePlans(for: [photo("in/a.dng")], to: "out"), to: "out")
    let obstacle = MoveObstacle.taken(path: folder.path("in/a.dng"), other: folder.path("out/a.jpg"))
    #expect(summary.photos == 0 && summary.problems == ["\(obstacle)"])
    #expect(try names() == ["in/a.dng", "in/a.xmp", "out/a.jpg"])
    try await expectNoNews(2)
    #expect(try photo("out/a.jpg").stars == 0)
  }

  @Test("A photo stays that would adopt a sidecar of another one", arguments: ["out/a.xmp", "out/a.jpg.xmp"])
  func orphan(sidecar: String) async throws {
    try folder.write("in/a.jpg", .shot(1))
    try folder.writeStars(5, to: sidecar)
    try await folder.scan()
    let summary = try await library.move(library.movePlans(for: [photo("in/a.jpg")], to: "out"), to: "out")
    #expect(try summary.taken == 1 && names() == ["in/a.jpg", sidecar])
  }

  @Test("Undo takes the sidecars back that were moved, whatever files have come beside the photo since")
  func undoneBesideNamesake() async throws {
    try folder.write("in/a.dng", .shot(1))
    try folder.writeStars(5, to: "in/a.xmp")
    try await folder.scan()
    try await library.move(library.movePlans(for: [photo("in/a.dng")], to: "out"), to: "out")
    try folder.write("out/a.jpg", .shot(2))
    #expect(try await library.changeBackMovingFiles(.undo) == "moving “a” to out")
    #expect(try library.undoProblems == [] && names() == ["in/a.dng", "in/a.xmp", "out/a.jpg"])
    // The same move again would end beside the other photo.
    #expect(try await library.changeBackMovingFiles(.redo) == "moving “a” to out")
    #expect(try library.undoProblems.count == 1 && names() == ["in/a.dng", "in/a.xmp", "out/a.jpg"])
    #expect(try photo("in/a.dng").stars == 5)
  }

  @Test("A sidecar that was written after the move comes back with undo")
  func laterSidecar() async throws {
    try folder.write("in/a.jpg", .shot(1))
    try await folder.scan()
    try await library.move(library.movePlans(for: [photo("in/a.jpg")], to: "out"), to: "out")
    try folder.writeStars(3, to: "out/a.jpg.xmp")
    try await library.changeBackMovingFiles(.undo)
    #expect(try names() == ["in/a.jpg", "in/a.jpg.xmp"])
    try await folder.scan()
    #expect(try photo("in/a.jpg").stars == 3)
  }

  @Test("A sidecar goes along although a file whose name begins like that of the photo stays")
  func longerName() async throws {
    try folder.write("in/a.dng", .shot(1))
    try folder.writeStars(5, to: "in/a.xmp")
    for name in ["in/a.dng.pp3", "in/a.web.png"] { try folder.write(name, bytes: [1]) }
    try await folder.scan()
    #expect(
      try await library.move(library.movePlans(for: [photo("in/a.dng")], to: "out"), to: "out").files == 2)
    #expect(try names() == ["in/a.dng.pp3", "in/a.web.png", "out/a.dng", "out/a.xmp"])
  }

  @Test("Both sidecars of a photo go along, and a sidecar that is a link keeps it in its folder")
  func bothSidecars() async throws {
    try folder.write("a.jpg", .shot(1))
    try folder.writeStars(3, to: "a.jpg.xmp")
    try folder.writeStars(3, to: "a.xmp")
    try await folder.scan()
    #expect(try await library.move(library.movePlans(for: [photo("a.jpg")], to: "out"), to: "out").files == 3)
    #expect(try names() == ["out/a.jpg", "out/a.jpg.xmp", "out/a.xmp"])
    try folder.move("out/a.xmp", to: "real.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/a.xmp"), withDestinationPath: "../real.txt")
    let summary = try await library.move(library.movePlans(for: [photo("out/a.jpg")], to: "new"), to: "new")
    #expect(summary.problems == ["\(MoveObstacle.link(path: folder.path("out/a.xmp")))"])
    #expect(try names() == ["out/a.jpg", "out/a.jpg.xmp", "out/a.xmp", "real.txt"])
  }

  @Test("Marks that another program wrote before the move, and no refresh has seen, are read by the next one")
  func unreadSidecar() async throws {
    try folder.write("a.jpg", .shot(1))
    try folder.writeStars(1, to: "a.jpg.xmp")
    try await folder.scan()
    try folder.writeStars(4, to: "a.jpg.xmp")
    try await library.move(library.movePlans(for: [photo("a.jpg")], to: "out"), to: "out")
    #expect(try photo("out/a.jpg").stars == 1)
    try await folder.scan()
    #expect(try photo("out/a.jpg").stars == 4)
    try await expectNoNews(1)
  }

  @Test("A photo that is going to be read again is read again also after a move")
  func rereading() async throws {
    try folder.write("a.jpg", .shot(1))
    try folder.writeStars(1, to: "a.jpg.xmp")
    try await folder.scan()
    for file in try photo("a.jpg").files { file.sidecarChanged = -1 }
    try await library.save("rereading").committed()
    try await library.move(library.movePlans(for: [photo("a.jpg")], to: "out"), to: "out")
    #expect(try photo("out/a.jpg").files.map(\.sidecarChanged) == [-1])
  }
}
