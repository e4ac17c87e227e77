import Foundation
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Locks and limits of the system", .fewAtOnce)
struct ResourceTests {
  @Test(
    "A command that waits for another program says so, gives up after 10 seconds in all, and shows no SQL")
  func lockedForWriting() async throws {
    let home = try await Home(photos: threePhotographers)
    let other = try Connection(path: home.library + "/library.sqlite", access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let run = try await home.run("delete", "11")
    let time = ContinuousClock.now - start
    // Seven waits, one after the other, took 70 seconds.
    #expect(time > .seconds(9) && time < .seconds(40))
    try other.execute("ROLLBACK")
    #expect(run.status == 1)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "Another program is writing to the library; waiting.")
    #expect(lines.count == 2)
    #expect(lines.last?.contains("library.sqlite is locked by another program") == true)
    #expect(!run.errors.contains("UPDATE") && !run.errors.contains("BEGIN"))
    try await home.run("delete", "11").expectSuccess()
  }

  @Test(
    "A command that reads does not wait for another program that writes", arguments: [["photos"], ["check"]])
  func reading(command: [String]) async throws {
    let home = try await Home(photos: threePhotographers)
    let other = try Connection(path: home.library + "/library.sqlite", access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    try await home.run(command).expectSuccess()
    try other.execute("ROLLBACK")
  }

  /// A run below a shell that sets a limit first.
  private func run(_ limit: String, _ home: Home, _ arguments: String) async throws -> CommandRun {
    try await CommandRun.of(
      "/bin/sh", ["-c", "ulimit \(limit) && exec \"$PROGRAM\" \(arguments)"],
      environment: home.environment.merging(["PROGRAM": Products.program()]) { $1 },
      folder: home.folder.url)
  }

  @Test("A file size limit is a sentence, and loses nothing")
  func fileSizeLimit() async throws {
    let home = try Home()
    // In blocks of 512 bytes: the store is made, and a page of photos does not fit.
    let run = try await run("-f 300", home, "refresh")
    run.expectFailure("library.sqlite cannot be written", "ulimit -f")
    try await home.run("refresh").expectSuccess()
    try await home.run("check").expectSuccess()
  }

  @Test("A limit of open files that is too low is a sentence", arguments: [6, 20])
  func openFilesLimit(limit: Int) async throws {
    let home = try Home()
    // Both limits, so that the program cannot raise its own.
    let run = try await run("-n \(limit)", home, "refresh")
    run.expectFailure("Too few files can be opened", "ulimit -n")
  }

  @Test("A change that cannot be saved is a sentence, and a draft of it is kept and named")
  func unsavedChange() async throws {
    let home = try await Home(photos: threePhotographers)
    // The log of the library is longer than the limit already, and a reader keeps it from being written from its start.
    let other = try Connection(path: home.library + "/library.sqlite", access: .readWrite)
    try other.execute("CREATE TABLE Filler AS SELECT zeroblob(100000); DROP TABLE Filler")
    try other.execute("BEGIN; SELECT * FROM sqlite_master")
    let tag = try await run("-f 64", home, "tag 11 +dusk")
    tag.expectFailure("library.sqlite cannot be written", "ulimit -f")
    _ = try home.file("editor", "#!/bin/sh\nsed -i 's/Anchor/Port/' \"$1\"\n")
    let editor = home.folder.path("editor")
    try await home.shell("chmod +x \(editor)").expectSuccess()
    let edit = try await CommandRun.of(
      "/bin/sh", ["-c", "ulimit -f 64 && exec \"$PROGRAM\" edit 11"],
      environment: home.environment.merging(
        ["PROGRAM": Products.program(), "VISUAL": editor, "EDITOR": editor]) { $1 },
      folder: home.folder.url)
    edit.expectFailure("library.sqlite cannot be written", "Nothing was changed; the draft is ")
    let place = try #require(edit.errors.firstMatch(of: /the draft is (\S+)\./)).1
    #expect(try String(contentsOfFile: String(place), encoding: .utf8).contains("Port"))
    try? FileManager.default.removeItem(atPath: (String(place) as NSString).deletingLastPathComponent)
    try other.execute("ROLLBACK")
    try await home.run("check").expectSuccess()
  }
}
