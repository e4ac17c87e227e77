import Foundation
import ObjectGraph
import PhotoFiles
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Moves of files while their folder is read")
struct MovesAndRefreshesTests {
  private let folder: PhotoFolder
  /// The contents of the files of photos, by the IDs of the photos.
  private let pictures: [String: Data]

  private var library: PhotoLibrary { folder.library }

  init() async throws {
    folder = try PhotoFolder()
    for number in 2...4 { try folder.write("\(number).jpg", .shot(number)) }
    try await folder.scan()
    pictures = try Self.pictures(in: folder)
  }

  private static func pictures(in folder: PhotoFolder) throws -> [String: Data] {
    var pictures: [String: Data] = [:]
    for photo in try folder.photos() {
      let path = try #require(photo.filePath)
      pictures[photo.flickrID] = try Data(contentsOf: URL(filePath: path))
    }
    return pictures
  }

  /// Plans to give each file the name of the one before it.
  private func plans() throws -> [MovePlan] {
    let photos = try folder.photos()
    #expect(photos.map(\.title) == ["2", "3", "4"])
    return try library.renamePlans(for: photos, by: RenamePattern("%n"))
  }

  /// Checks that photos have their own files, in the library and for the next refresh.
  private func expectOwnPictures(_ titles: [String]) async throws {
    for _ in 0..<2 {
      #expect(try folder.titles() == titles && Self.pictures(in: folder) == pictures)
      #expect(try folder.photos().allSatisfy { $0.files.count == 1 })
      try await folder.scan()
    }
    #expect(try await folder.test.isSound())
  }

  @Test("Photos keep their pictures if another program reads the folder before a renaming is recorded")
  func readBeforeRecord() async throws {
    let run = try MoveRun(plans())
    #expect(run.files.count == 3)
    try await folder.scan()
    try await library.commit(run, didChange: { _ in }) { [library] in
      try library.relocate(run) { "renaming \($0)" }
    }
    try await expectOwnPictures(["1", "2", "3"])
  }

  @Test("Photos keep their pictures if another program reads the folder before an undo is recorded")
  func readBeforeUndo() async throws {
    #expect(try await library.rename(plans()).photos == 3)
    let run = try MoveRun(library.movePlans(of: .undo), returning: library.companions)
    #expect(run.files.count == 3)
    try await folder.scan()
    try await library.changeBack(.undo, after: run).save.committed()
    try await expectOwnPictures(["2", "3", "4"])
  }

  @Test("Files are renamed between two parts of a refresh, which begins again and finds nothing changed")
  func betweenParts() async throws {
    let turns = library.fileTurns
    let plans = try plans()
    await turns.begin()
    let refreshing = Task { try await folder.scan() }
    try await until { turns.waiting == 1 }
    let renaming = Task { try await library.rename(plans) }
    try await until { turns.waiting == 2 }
    turns.end()
    #expect(try await renaming.value.photos == 3)
    let summary = try await refreshing.value
    #expect(summary.broughtNothing && summary.photos.unchanged == 3)
    #expect(!turns.isTaken)
    try await expectOwnPictures(["1", "2", "3"])
  }

  @Test("Photos that a refresh has imported are counted once, although it begins again after a move")
  func countedOnce() async throws {
    for number in 5..<30 { try folder.write("\(number).jpg", .shot(number)) }
    let turns = library.fileTurns
    await turns.begin()
    let refreshing = Task { try await folder.scan() }
    try await until { turns.waiting == 1 }
    // Between the listing and the first part, between the parts, and before the last one.
    for _ in 0..<3 {
      let next = Task { await turns.begin() }
      try await until { turns.waiting == 2 }
      turns.end()
      await next.value
    }
    await folder.test.container.coordinator.drain()
    #expect(try folder.photos().count == 23)
    turns.end(moving: [ExactText(folder.root)])
    let summary = try await refreshing.value
    #expect(summary.photos.new == 25 && summary.photos.unchanged == 3)
  }

  @Test("A move follows what other moves did after it was planned")
  func plannedBefore() async throws {
    let photos = try folder.photos()
    let renaming = try plans()
    let moving = try library.movePlans(for: photos, to: "out")
    #expect(try await library.move(moving, to: "out").photos == 3)
    let renamed = try await library.rename(renaming)
    #expect(renamed.photos == 3 && renamed.problems == [])
    let paths = (1...3).map { folder.path("out/\($0).jpg") }
    #expect(try folder.photos().compactMap(\.filePath) == paths)
    let again = try await library.move(moving, to: "out")
    #expect(again.photos == 0)
    #expect(Set(again.problems) == Set(paths.map { MoveObstacle.alreadyThere(path: $0).description }))
    try await expectOwnPictures(["1", "2", "3"])
  }

  @Test("A move follows a refresh that has read a changed file after the move was planned")
  func readAgain() async throws {
    let plans = try library.movePlans(for: Array(folder.photos().prefix(1)), to: "out")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path("2.jpg"))
    try await folder.scan()
    let summary = try await library.move(plans, to: "out")
    #expect(summary.photos == 1 && summary.problems == [])
  }

  @Test("An undo that waits for its turn does not take back a change that was made meanwhile")
  func undoAfterChange() async throws {
    try await library.rename(plans())
    let turns = library.fileTurns
    await turns.begin()
    let undoing = Task { try await library.changeBackMovingFiles(.undo) }
    try await until { turns.waiting == 1 }
    _ = try library.turn([folder.photos()[0]], quarters: 1)
    turns.end()
    await #expect(throws: LibraryError.changedMeanwhile) { try await undoing.value }
    #expect(try folder.photos()[0].turns == 1 && library.context.undoHistory?.undoName == "turning “1”")
    try await expectOwnPictures(["1", "2", "3"])
  }

  @Test(
    "A turn in the middle of another one shows whether files were moved in its folder",
    arguments: [("/p", true), ("/p/in", true), ("/q", false), ("/pq", false)])
  func turns(moving path: String, isBelow: Bool) async throws {
    let turns = FileTurns()
    await turns.begin()
    #expect(await !turns.letOthersGo(below: "/p") && turns.isTaken)
    let other = Task {
      await turns.begin()
      turns.end(moving: [ExactText(path)])
    }
    try await until { turns.waiting == 1 }
    #expect(await turns.letOthersGo(below: "/p") == isBelow)
    await other.value
    #expect(turns.isTaken)
    turns.end()
    #expect(!turns.isTaken)
  }
}
