import Flickr
import Foundation
import ObjectGraph
import Terminal
import TerminalUI
import TestSupport
import Testing
import Transfer

@testable import Browser
@testable import PhotoLibrary

@MainActor @Suite("Moving and renaming files", .timeLimit(.minutes(10)))
struct MovingTests {
  private let files: TemporaryFolder

  init() throws { files = try TemporaryFolder() }

  /// Opens a browser on a library with a photo of Flickr's, and with a folder of three photos.
  private func bench(
    wrapping: (any PersistentStore) -> any PersistentStore = { $0 }
  ) async throws -> TestBrowser {
    for (number, name) in ["a", "b", "c"].enumerated() {
      let file = CameraFile(taken: "2024:05:1\(number) 18:03:09", artist: "Ann", comment: name)
      try Data(file.bytes).write(to: files.url.appending(path: name + ".jpg"))
    }
    let bench = try await TestBrowser([PhotoRecord("1", "Zebra", by: "Zed")], wrapping: wrapping)
    let refresher = Refresher(
      source: .folder(path: files.url.path), client: FlickrClient(transfer: TransferClient()))
    let container = bench.library.library.container
    #expect(try await refresher.run(into: bench.library.library).photos.new == 3)
    await container.coordinator.drain()
    try await bench.type("a")
    try await bench.run("sort title")
    try await bench.type("g")
    #expect(bench.titles == ["a", "b", "c", "Zebra"])
    return bench
  }

  /// The paths of all files below the folder.
  private func names() throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: files.url.path)).compactMap { $0 as? String }
      .filter { $0.contains(".") }.sorted()
  }

  private func write(_ name: String, _ text: String) throws {
    let url = files.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("A photo is moved below the folder of its source, stays in the list, and comes back with undo")
  func moving() async throws {
    let bench = try await bench()
    try await bench.run("move out")
    #expect(bench.message == "Moved 1 photo to out" && bench.hint == "u undo")
    #expect(try names() == ["b.jpg", "c.jpg", "out/a.jpg"])
    #expect(bench.titles == ["a", "b", "c", "Zebra"])
    #expect(bench.photos.all(upTo: 1).first?.filePath?.hasSuffix("/out/a.jpg") == true)
    try await bench.type("u")
    #expect(bench.message == "Undone: moving “a” to out")
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"])
    try await bench.type("A")
    try write("out/b.jpg", "other")
    try await bench.run("move out")
    #expect(bench.message == "Moved 2 photos to out; 2 photos stay, 1 because its name is taken")
    let messages = bench.browser.toasts.history.map(\.toast.text)
    #expect(messages.contains("“Zebra” stays as it is: it has no file of yours."))
    #expect(messages.contains { $0.hasSuffix("/out/b.jpg has that name already.") })
    #expect(try names() == ["b.jpg", "out/a.jpg", "out/b.jpg", "out/c.jpg"])
    try write("out/c.jpg", "other")
    try await bench.type("u")
    #expect(bench.message == "Undone: moving 2 photos to out; 1 file stays")
    #expect(try names() == ["a.jpg", "b.jpg", "out/b.jpg", "out/c.jpg"])
  }

  @Test("Several changes are undone and redone in turn, with files that move between them")
  func severalBack() async throws {
    let bench = try await bench()
    try await bench.run("move out")
    try await bench.type("]")
    try await bench.run("move best")
    #expect(try names() == ["b.jpg", "best/a.jpg", "c.jpg"])
    try await bench.type("3u")
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"] && bench.message == "Undone: moving “a” to out")
    #expect(bench.photos.all(upTo: 1).first?.turns == 0)
    try await bench.type("2")
    try await bench.press(.control("r"))
    #expect(try names() == ["b.jpg", "c.jpg", "out/a.jpg"] && bench.message == "Redone: turning “a”")
    #expect(bench.photos.all(upTo: 1).first?.turns == 1)
    try await bench.run("move /nowhere")
    #expect(bench.message == MoveObstacle.unread(folder: "/nowhere").description)
  }

  /// A browser in which a photo was turned, and a move that waits for its turn is being undone.
  private func undoingWaitingMove() async throws -> (bench: TestBrowser, turns: FileTurns) {
    let bench = try await bench()
    let turns = bench.library.library.fileTurns
    try await bench.type("]")
    await turns.begin()
    try bench.browser.run("move out")
    bench.typeAhead("u")
    try await until { turns.waiting == 1 && bench.browser.session.running.count == 2 }
    return (bench, turns)
  }

  @Test("Undo while a move waits for its turn takes back that move, and not the change before it")
  func undoOfWaitingMove() async throws {
    let (bench, turns) = try await undoingWaitingMove()
    #expect(bench.photos.all(upTo: 1).first?.turns == 1)
    turns.end()
    try await bench.idle()
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"] && bench.message == "Undone: moving “a” to out")
    #expect(bench.photos.all(upTo: 1).first?.turns == 1)
    try await bench.type("u")
    #expect(bench.message == "Undone: turning “a”")
  }

  @Test("Undo of a move that moves nothing leaves the change before it")
  func undoOfRefusedMove() async throws {
    let (bench, turns) = try await undoingWaitingMove()
    try FileManager.default.removeItem(at: files.url.appending(path: "a.jpg"))
    turns.end()
    try await bench.idle()
    #expect(bench.message == LibraryError.changedMeanwhile.description)
    #expect(bench.photos.all(upTo: 1).first?.turns == 1)
  }

  @Test("A second move of the same photos begins where the first one has left them")
  func secondMove() async throws {
    let bench = try await bench()
    let turns = bench.library.library.fileTurns
    await turns.begin()
    try bench.browser.run("move out")
    try bench.browser.run("move best")
    try await until { turns.waiting == 1 }
    turns.end()
    try await bench.idle()
    #expect(try names() == ["b.jpg", "best/a.jpg", "c.jpg"] && bench.message == "Moved 1 photo to best")
  }

  @Test(
    "No files are moved while pictures are being written, and none are written while files are being moved")
  func writing() async throws {
    let bench = try await bench()
    let turns = bench.library.library.fileTurns
    let (gate, opening) = AsyncStream<Void>.makeStream()
    bench.browser.export.start(1) { _ in
      for await _ in gate { break }
      return nil
    } completion: { _ in
    }
    #expect(throws: CommandLineError.self) { try bench.browser.run("move out") }
    #expect(bench.browser.canMove == bench.browser.canWrite && bench.browser.canWrite != .enabled)
    opening.yield()
    try await bench.idle()
    await turns.begin()
    try bench.browser.run("move out")
    let reason = "Files are being moved: wait until they are"
    #expect(bench.browser.canWrite == .disabled(reason: reason))
    turns.end()
    try await bench.idle()
    #expect(try names() == ["b.jpg", "c.jpg", "out/a.jpg"] && bench.browser.canWrite == .enabled)
  }

  @Test("Undo takes back the change that was made while a move waits, and then that move")
  func undoOfLaterChange() async throws {
    let bench = try await bench()
    let turns = bench.library.library.fileTurns
    await turns.begin()
    try bench.browser.run("move out")
    bench.typeAhead("]u")
    #expect(bench.photos.all(upTo: 1).first?.turns == 0)
    #expect(bench.message == "Undone: turning “a”" && bench.browser.session.running.count == 1)
    bench.typeAhead("]2u")
    try await until { turns.waiting == 1 && bench.browser.session.running.count == 2 }
    #expect(bench.photos.all(upTo: 1).first?.turns == 0)
    turns.end()
    try await bench.idle()
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"] && bench.message == "Undone: moving “a” to out")
  }

  @Test("Leaving waits for all of several undos that move files", arguments: [false, true])
  func leavingDuringUndos(isRemote: Bool) async throws {
    let bench = try await bench { isRemote ? CountingStore($0, isRemote: true) : $0 }
    try await bench.run("move out")
    try await bench.run("move best")
    #expect(try names() == ["b.jpg", "best/a.jpg", "c.jpg"])
    bench.typeAhead("2u")
    try await until { !bench.browser.session.running.isEmpty }
    await bench.browser.startedChangesFinished()
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"])
    try await bench.idle()
  }

  @Test("Without a folder it is asked for, and folders are completed where the photo is")
  func asking() async throws {
    let bench = try await bench()
    try write("out/2024/x.txt", "")
    try write("other/x.txt", "")
    let completions = try await bench.browser.loadCompletions(of: "move o")
    #expect(completions?.choices.map(\.text) == ["move other/", "move out/"])
    let below = try await bench.browser.loadCompletions(of: "move out/")
    #expect(below?.choices.map(\.text) == ["move out/2024/"])
    let whole = try await bench.browser.loadCompletions(of: "move \(files.url.path)/ot")
    #expect(whole?.choices.map(\.text) == ["move \(files.url.path)/other/"])
    try await bench.run("move")
    #expect(bench.prompt?.text.first == "Move to folder:")
    try await bench.type("\r")
    #expect(bench.prompt?.note == "Type a folder")
    try await bench.type("out/2024/\r")
    #expect(bench.prompt == nil && bench.message == "Moved 1 photo to out/2024/")
    #expect(try names() == ["b.jpg", "c.jpg", "other/x.txt", "out/2024/a.jpg", "out/2024/x.txt"])
  }

  @Test("A folder that is pasted as a line, or with blanks around it, is the folder of that name")
  func blanks() async throws {
    let bench = try await bench()
    for input: InputEvent in [.paste("out\n"), .paste(" out \r\n"), .paste("out ")] {
      try await bench.run("move")
      bench.surface.send([input])
      try await bench.type("\r")
      #expect(bench.message == "Moved 1 photo to out")
      #expect(try names() == ["b.jpg", "c.jpg", "out/a.jpg"])
      try await bench.type("u")
    }
  }

  @Test("One file is renamed at once, several after a question that shows the first names")
  func renaming() async throws {
    let bench = try await bench()
    #expect(throws: RenamePattern.Failure.noField("%x")) { try bench.browser.run("rename %x") }
    try await bench.run("rename %Y-%f")
    #expect(bench.message == "Renamed 1 photo" && bench.prompt == nil)
    #expect(try names() == ["2024-a.jpg", "b.jpg", "c.jpg"])
    try await bench.type("u")
    #expect(bench.message == "Undone: renaming “a”")
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"])
    try await bench.type("A")
    try await bench.run("rename %Y-%n")
    let question = """
      Rename 3 photos? 1 photo stays: “Zebra” stays as it is: it has no file of yours. a.jpg becomes 2024-1.jpg, \
      b.jpg becomes 2024-2.jpg, c.jpg becomes 2024-3.jpg.
      """
    #expect(bench.prompt?.text.last == question)
    try await bench.type("\u{1B}")
    #expect(try bench.prompt == nil && names() == ["a.jpg", "b.jpg", "c.jpg"])
    try await bench.run("rename %Y-%n")
    try await bench.type("\r")
    #expect(bench.message == "Renamed 3 photos; 1 photo stays")
    #expect(try names() == ["2024-1.jpg", "2024-2.jpg", "2024-3.jpg"])
    #expect(bench.titles == ["2024-1", "2024-2", "2024-3", "Zebra"])
    try await bench.type("u")
    #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"] && bench.titles == ["a", "b", "c", "Zebra"])
  }

  @Test("A prompt asks for a pattern, names its fields, and keeps one that cannot be used")
  func pattern() async throws {
    let bench = try await bench()
    try await bench.run("rename")
    #expect(bench.prompt?.text == ["Rename to:", RenamePattern.help])
    try await bench.type("a/b\r")
    #expect(bench.prompt?.note == RenamePattern.Failure.path.description)
    try await bench.press(.escape)
    #expect(try bench.prompt == nil && names() == ["a.jpg", "b.jpg", "c.jpg"])
  }
}
