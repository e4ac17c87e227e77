import Foundation
import TestSupport
import Testing

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

  @Test("Without UTF-8 everything is ASCII, and text from elsewhere cannot control the terminal")
  func plain() async throws {
    let home = try await Home(photos: [
      LoopbackPhoto(1, "Straße \u{1B}[31mred", by: "Björn Weiß"), LoopbackPhoto(2, "two\nlines", by: "Ann"),
    ])
    let lines = try await run(home, "all", "group month", environment: ["LC_ALL": "C"])
    #expect(lines.joined().utf8.allSatisfy { $0 < 128 && $0 >= 32 })
    #expect(lines.contains { $0.contains("Bjorn Weiss") } && lines.contains { $0.contains("two lines") })
  }
}
