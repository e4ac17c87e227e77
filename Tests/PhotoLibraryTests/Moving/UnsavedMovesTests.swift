import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Moves of files that cannot be recorded in the library")
struct UnsavedMovesTests {
  /// A library whose disk can be full.
  private static func onFullDisk() async throws -> (folder: PhotoFolder, store: FullDiskStore) {
    var wrapped: FullDiskStore?
    let test = try TestLibrary {
      let store = FullDiskStore($0)
      wrapped = store
      return store
    }
    return (try await fill(PhotoFolder(test)), try #require(wrapped))
  }

  private static func fill(_ folder: PhotoFolder) async throws -> PhotoFolder {
    try folder.write("a.jpg", .shot(1))
    try folder.write("a.jpg.xmp", bytes: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    try folder.write("b.jpg", .shot(2))
    try await folder.scan()
    return folder
  }

  private func names(_ folder: PhotoFolder) throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder.root)).compactMap { $0 as? String }
      .filter { $0.contains(".") }.sorted()
  }

  private static let before = ["a.jpg", "a.jpg.xmp", "b.jpg"]
  private static let after = ["out/a.jpg", "out/a.jpg.xmp", "out/b.jpg"]

  @Test("On a full disk the files are moved back, and the same plans move them once there is room")
  func fullDisk() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let library = folder.library
    let plans = try library.movePlans(for: folder.photos(), to: "out")
    store.isFull = true
    var moves: [Bool] = []
    await #expect(throws: FullDiskStore.error) {
      try await library.move(plans, to: "out") { moves.append($0) }
    }
    #expect(try moves == [true, false] && names(folder) == Self.before)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    await library.savesFinished()
    #expect(library.unsavedEdits.isEmpty && library.saveFailure == nil)
    #expect(library.context.undoHistory?.canUndo == false)
    await #expect(throws: FullDiskStore.error) { try await library.move(plans, to: "out") }
    store.isFull = false
    let summary = try await library.move(plans, to: "out") { moves.append($0) }
    #expect(summary.photos == 2 && summary.files == 3 && summary.problems == [])
    #expect(try names(folder) == Self.after && moves == [true, false, true])
    // As another program sees it.
    let paths = try TestLibrary(folder.test.folder).photos().compactMap(\.filePath)
    #expect(paths.allSatisfy { $0.hasPrefix(folder.path("out/")) })
    // An undo that cannot be saved leaves the files where they are, and can be made later.
    store.isFull = true
    await #expect(throws: FullDiskStore.error) { try await library.changeBackMovingFiles(.undo) }
    #expect(try names(folder) == Self.after && Set(folder.photos().compactMap(\.filePath)) == Set(paths))
    store.isFull = false
    #expect(try await library.changeBackMovingFiles(.undo) == "moving 2 photos to out")
    #expect(try library.undoProblems == [] && names(folder) == Self.before)
    #expect(try await folder.test.isSound())
  }

  @Test("What another program writes into files before they are moved back is read by the next refresh")
  func writtenMeanwhile() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let plans = try folder.library.movePlans(for: folder.photos(), to: "out")
    store.isFull = true
    await #expect(throws: FullDiskStore.error) {
      try await folder.library.move(plans, to: "out") { isMoved in
        guard isMoved else { return }
        try? folder.writeStars(5, to: "out/a.jpg.xmp")
      }
    }
    store.isFull = false
    #expect(try names(folder) == Self.before)
    // What is recorded of the files is saved with the next change.
    _ = try folder.library.mark([folder.photos()[1]], .stars(1))
    await folder.library.savesFinished()
    try await folder.scan()
    #expect(try folder.photos().map(\.stars) == [5, 1])
  }

  @Test("A move that another change followed is recorded by the next save, and the files stay")
  func followed() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let library = folder.library
    let photos = try folder.photos()
    let plans = try library.movePlans(for: [photos[0]], to: "out")
    store.isFull = true
    let error = await #expect(throws: (any Error).self) {
      try await library.move(plans, to: "out") { if $0 { _ = try? library.turn([photos[1]], quarters: 1) } }
    }
    guard case .leftMoved(let reason, let problems)? = error as? LibraryError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "\(FullDiskStore.error)" && problems.count == 1)
    #expect(try names(folder) == ["b.jpg", "out/a.jpg", "out/a.jpg.xmp"])
    await library.savesFinished()
    store.isFull = false
    try library.saveAgain()
    await library.savesFinished()
    let later = try TestLibrary(folder.test.folder).photos().compactMap(\.filePath)
    #expect(Set(later) == [folder.path("out/a.jpg"), folder.path("b.jpg")])
  }

  @Test("A folder is not read while a renaming in it could not be saved, so that photos keep their pictures")
  func unsavedRenaming() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let library = folder.library
    let photos = try folder.photos()
    let ids = photos.map(\.flickrID)
    // Each file but the last gets the name of the next one.
    let plans = [MovePlan(renaming: photos[0]) { "b" }, MovePlan(renaming: photos[1]) { "c" }]
    store.isFull = true
    await #expect(throws: LibraryError.self) {
      try await library.rename(plans) { if $0 { _ = try? library.turn([photos[1]], quarters: 1) } }
    }
    await library.savesFinished()
    #expect(try names(folder) == ["b.jpg", "b.jpg.xmp", "c.jpg"])
    store.isFull = false
    await #expect(throws: FolderError.unsavedMoves(path: folder.root)) { try await folder.scan() }
    try library.saveAgain()
    await library.savesFinished()
    let refresh = try await folder.scan()
    #expect(refresh.broughtNothing && refresh.photos.unchanged == 2)
    #expect(try folder.photos().map(\.filePath) == [folder.path("b.jpg"), folder.path("c.jpg")])
    #expect(try folder.photos().map(\.flickrID) == ids)
    #expect(try await folder.test.isSound())
  }

  @Test(
    "Files that were moved while the library stopped to answer are back, and can be moved by the same plans")
  func outage() async throws {
    let (test, store) = try TestLibrary.counted()
    let folder = try await Self.fill(PhotoFolder(test))
    let library = folder.library
    let plans = try library.movePlans(for: folder.photos(), to: "out")
    store.holdNextFetch { store.isFailing = true }
    await #expect(throws: StoreError.self) { try await library.move(plans, to: "out") }
    store.isFailing = false
    #expect(try names(folder) == Self.before && library.returnedFiles.count == 2)
    let summary = try await library.move(plans, to: "out")
    #expect(try summary.photos == 2 && summary.problems == [] && names(folder) == Self.after)
    let refresh = try await folder.scan()
    #expect(refresh.broughtNothing && refresh.photos.unchanged == 2)
  }

  @Test("A canceled task moves no further files, and their photos stay")
  func canceled() async throws {
    let folder = try await Self.fill(PhotoFolder())
    let library = folder.library
    let plans = try library.movePlans(for: folder.photos(), to: "out")
    let moving = Task { try await library.move(plans, to: "out") }
    // It has not begun: this test has the main actor.
    moving.cancel()
    let summary = try await moving.value
    #expect(summary.photos == 0 && summary.problems == [] && library.unsavedEdits.isEmpty)
    #expect(try names(folder) == Self.before && folder.titles() == ["a", "b"])
    try await library.move(plans, to: "out")
    let undoing = Task { try await library.changeBackMovingFiles(.undo) }
    undoing.cancel()
    await #expect(throws: CancellationError.self) { try await undoing.value }
    #expect(try names(folder) == Self.after && library.context.undoHistory?.canUndo == true)
  }

  @Test("An undo of a move that cannot be recorded leaves the change before it")
  func undoneMeanwhile() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let library = folder.library
    let photos = try folder.photos()
    _ = try library.turn([photos[1]], quarters: 1)
    await library.savesFinished()
    let plans = try library.movePlans(for: [photos[0]], to: "out")
    store.isFull = true
    var undoing: Task<String?, any Error>?
    await #expect(throws: FullDiskStore.error) {
      try await library.move(plans, to: "out") { isMoved in
        guard isMoved else { return }
        undoing = Task { try await library.changeBackMovingFiles(.undo) }
      }
    }
    store.isFull = false
    let undo = try #require(undoing)
    await #expect(throws: LibraryError.changedMeanwhile) { try await undo.value }
    #expect(try names(folder) == Self.before && library.context.undoHistory?.undoName == "turning “b”")
  }

  @Test("A photo whose sidecar cannot be moved stays, and can be moved later")
  func returned() async throws {
    let folder = try await Self.fill(PhotoFolder())
    let library = folder.library
    let photo = try folder.photos()[0]
    // Too long with the extension of the sidecar.
    let plan = MovePlan(renaming: photo) { String(repeating: "x", count: 251) }
    let refused = try await library.rename([plan])
    #expect(try refused.photos == 0 && refused.problems.count == 1 && names(folder) == Self.before)
    // Unsaved states would hide those that a refresh reads later.
    #expect(!library.context.hasChanges)
    await library.savesFinished()
    #expect(library.saveFailure == nil)
    let summary = try await library.rename([MovePlan(renaming: photo) { "c" }])
    #expect(try summary.problems == [] && names(folder) == ["b.jpg", "c.jpg", "c.jpg.xmp"])
    let refresh = try await folder.scan()
    #expect(refresh.broughtNothing && refresh.photos.unchanged == 2)
  }

  @Test("A file that cannot be moved back is named")
  func notReturned() async throws {
    let (folder, store) = try await Self.onFullDisk()
    let library = folder.library
    let plans = try library.movePlans(for: folder.photos(), to: "out")
    store.isFull = true
    let error = await #expect(throws: (any Error).self) {
      try await library.move(plans, to: "out") { if $0 { _ = try? folder.write("b.jpg", bytes: [1]) } }
    }
    guard case .leftMoved(_, let problems)? = error as? LibraryError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.count == 1 && problems[0].contains(folder.path("out/b.jpg")))
    #expect(try names(folder) == Self.before + ["out/b.jpg"])
  }

  @Test("The moves of an undo are not made on the main actor, and end if another change is made meanwhile")
  func changedMeanwhile() async throws {
    let folder = try await Self.fill(PhotoFolder())
    let library = folder.library
    try await library.move(library.movePlans(for: folder.photos(), to: "out"), to: "out")
    let name = "moving 2 photos to out"
    #expect(throws: LibraryError.movesFiles(change: name)) { try library.undo() }
    #expect(try names(folder) == Self.after && library.context.undoHistory?.undoName == name)
    let undoing = Task { try await library.changeBackMovingFiles(.undo) }
    try await until { library.fileTurns.isTaken }
    // What moves files cannot go on with the library: this test has the main actor.
    _ = try library.turn([folder.photos()[0]], quarters: 1)
    await #expect(throws: LibraryError.changedMeanwhile) { try await undoing.value }
    #expect(try names(folder) == Self.after && !library.fileTurns.isTaken)
    #expect(try library.undo() == "turning “a”")
    #expect(try await library.changeBackMovingFiles(.undo) == name)
    #expect(try library.undoProblems == [] && names(folder) == Self.before)
  }
}
