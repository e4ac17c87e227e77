import Foundation
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The browser line by line", .fewAtOnce)
struct LinearTests {
  /// Runs the browser with lines as its input, and returns what it wrote.
  private func run(_ home: Home, _ lines: String..., environment: [String: String] = [:]) async throws
    -> [String]
  {
    let file = home.folder.path("input")
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    let run = try await home.shell(
      "\"$P\" --linear < \"$INPUT\"", environment: environment.merging(["INPUT": file]) { $1 })
    run.expectSuccess()
    return run.output.split(separator: "\n").map(String.init)
  }

  /// Returns whether lines come one after the other, whatever is between them.
  private func follow(_ lines: [String], _ expected: String...) -> Bool {
    var rest = lines[...]
    for line in expected {
      guard let index = rest.firstIndex(of: line) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  @Test("Lists are numbered rows; commands have their names and keys, and say what came of them")
  func commands() async throws {
    let home = try await Home(photos: threePhotographers)
    let lines = try await run(
      home, "open", "j", "delete", "u", "all", "sort views", "", "3", "3d", "filter fog", "Esc", "quit")
    #expect(
      follow(
        lines, "Photographers: 3", "1. Ann, 4", "2. Bob, 1", "3. Cid, 3", "Ann, by title: 4",
        "1. Anchor, 2023-11-14", "4. Dune, 2023-11-14", "2. Bridge, 2023-11-14",
        "Deleted “Bridge” (u undo)", "Ann, by title: 3", "2. Cloud, 2023-11-14",
        "Brought back “Bridge” (Ctrl-R redo)", "All photos, by title: 8", "Photos sorted by views",
        "All photos, by views: 8", "Deleted 3 photos (u undo)"), "\(lines.joined(separator: "\n"))")
    #expect(lines.last?.hasPrefix("All photos, by views: ") == true || lines.last?.contains(". ") == true)
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test("A prompt takes the next line, or the number of a choice; help and details are read out")
  func prompts() async throws {
    let home = try await Home(photos: threePhotographers)
    let lines = try await run(home, "S", "1", "/", "Dune", "i", "?", "Enter", "no such thing", "!")
    #expect(
      follow(
        lines, "Look at:", "1. everything, all photos of the library", "All photos, by title: 8", "Search:",
        "Title: Dune", "By: Ann", "Moving:"), "\(lines.joined(separator: "\n"))")
    #expect(lines.contains { $0.hasPrefix("delete, d, Del: ") })
    #expect(follow(lines, "Photo 4/8", "Title: Dune", "Error: There is no command “no” here"))
    #expect(lines.last?.hasSuffix(": There is no command “no” here") == true)
  }

  @Test("Where Enter is asked for, an empty line is Enter, and any answer but yes keeps the files")
  func confirming() async throws {
    let home = try Home.withPictures()
    try await home.run("refresh", "--source", "folder:\(home.folder.path("Pictures"))").expectDone()
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: home.folder.path("Pictures"))
    }
    for answer in ["Esc", "no", "n"] {
      let lines = try await run(home, "all", "A", "trash", answer)
      #expect(lines.contains("Enter moves them, Esc keeps them:"), "\(lines.joined(separator: "\n"))")
      #expect(try names().count == 3, "\(answer)")
    }
    let lines = try await run(home, "all", "A", "trash", "")
    #expect(
      lines.contains { $0.hasPrefix("Moved 3 photos to the trash") }, "\(lines.joined(separator: "\n"))")
    #expect(try names() == [])
  }

  @Test(
    "A digit is a key where it has a command, a choice is taken before its number, a comparison is read out")
  func marks() async throws {
    let home = try await Home(photos: threePhotographers)
    let lines = try await run(home, "all", "c", "3", "c", "Tab", "q", "q", "m", "5")
    #expect(
      follow(
        lines, "Comparing 4 photos:", "> Bridge", "Cloud", "Comparing 4 photos:", "Bridge", "> Cloud",
        "5 stars for “Cloud” (u undo)"), "\(lines.joined(separator: "\n"))")
    let stars = try await home.run("photos", "--star", "3").lines.map { $0.split(separator: "\t")[1] }
    #expect(stars.sorted() == ["Anchor", "Cloud"])
  }

  @Test("Deleted photos are read out, and restored by a key or a name")
  func deleted() async throws {
    let home = try await Home(photos: threePhotographers)
    let lines = try await run(
      home, "open", "delete", "delete", "source deleted", "2", "Enter", "restore", "q")
    #expect(
      follow(
        lines, "Deleted photos: 2", "1. Bridge, Ann, just now", "2. Anchor, Ann, just now",
        "2. Anchor, Ann, just now", "Restored “Anchor” (u undo)", "Deleted photos: 1",
        "1. Bridge, Ann, just now", "Restored “Bridge” (u undo)", "Deleted photos: 0", "Ann, by title: 4"),
      "\(lines.joined(separator: "\n"))")
  }

  @Test("An empty line on the map does not move the cursor of the list")
  func map() async throws {
    let home = try await Home(photos: threePhotographers)
    let lines = try await run(home, "all", "W", "", "q")
    #expect(lines.contains("Map: 0 with a place, 8 without, 0 clusters with 0 photos in view"))
    #expect(lines.last?.hasPrefix("1. Anchor") == true, "\(lines.joined(separator: "\n"))")
  }

  @Test(
    "It works on a terminal of type dumb, says what another program changes, and the end of input ends it")
  func dumb() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse("--linear", environment: ["TERM": "dumb"])
    try await session.wait(for: "3. Cid, 3")
    session.type("all\n")
    try await session.wait(for: "All photos, by title: 8")
    let id = try #require(threePhotographers.first).id
    try await home.run("delete", "\(id)").expectSuccess()
    try await session.wait(for: "All photos, by title: 7")
    session.type("\u{4}")
    #expect(try await session.exit() == .exited(0))
    let refused = try await home.run("browse")
    #expect(refused.status != 0 && refused.errors.contains("line by line: proofsheet --linear"))
  }

  @Test("A program in the foreground gets the line that is typed for it, and no command is made of it")
  func foreground() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse("--linear", environment: ["TERM": "dumb"])
    try await session.wait(for: "3. Cid, 3")
    session.type("all\n")
    try await session.wait(for: "All photos, by title: 8")
    // What is typed is seen as well.
    session.type("sh echo pro''gram; read line; echo g''ot $line\n")
    try await session.wait(for: "program")
    session.type("delete\n")
    try await session.wait(for: "got delete")
    try await session.wait(for: "Press Enter")
    session.type("\n")
    session.type("sort views\n")
    try await session.wait(for: "All photos, by views: 8")
    session.type("\u{4}")
    #expect(try await session.exit() == .exited(0))
  }

  @Test("Without UTF-8 everything is ASCII, and text from elsewhere cannot control the terminal")
  func plain() async throws {
    let home = try await Home(photos: [
      LoopbackPhoto(1, "Straße \u{1B}[31mred", by: "Björn Weiß"), LoopbackPhoto(2, "two\nlines", by: "Ann"),
    ])
    let lines = try await run(home, "all", "group month", environment: ["LC_ALL": "C"])
    #expect(lines.joined().utf8.allSatisfy { $0 < 128 && $0 >= 32 })
    #expect(lines.contains { $0.contains("Bjorn Weiss") } && lines.contains { $0.contains("two lines") })
  }

  @Test("The end of the input ends it, although a change cannot be saved then")
  func unsaved() async throws {
    let home = try await Home(photos: threePhotographers)
    let other = try Connection(path: home.library + "/library.sqlite", access: .readWrite)
    try other.execute(
      "CREATE TRIGGER refusal BEFORE DELETE ON ZPHOTO BEGIN SELECT RAISE(ABORT, 'no deletions'); END")
    let run = try await home.shell(#"printf 'open\ndelete\n' | "$P" --linear"#)
    #expect(run.status == 1 && run.errors.contains("Not saved: deleting “Anchor”"), "\(run.errors)")
    #expect(try await home.run("photos").lines.count == threePhotographers.count)
  }
}
