import TestSupport
import Testing

@Suite("Commands that are typed by name", .fewAtOnce)
struct TypedCommandTests {
  private func open() async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: (10..<20).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("l")
    return (home, session)
  }

  @Test("A name, its beginning, a number and a text call commands")
  func calling() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type(":7\r")
    try await session.wait(forCursor: "Photo 16", inPane: 1)
    try await session.type(":sort views\r", andWaitForFoot: "by views")
    try await session.type(":sor title\r", andWaitForFoot: "by title")
    session.type(":first\r")
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    try await session.type(":delete 2\r", andWaitForFoot: "Deleted 2 photos")
    try await session.type(":undo\r", andWaitForFoot: "Brought back 2 photos")
    try await session.type(":filter photo 13\r", andWaitForFoot: "/photo 13")
    // The photo alone has commands of its own.
    session.type("\r")
    try await session.wait(forFoot: "n next")
    session.type(":close\r")
    try await session.wait(forFoot: "r refresh")
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))
  }

  @Test(
    "A line that calls nothing stays, with the reason above it",
    arguments: [
      ("zap", "There is no command “zap” here"), ("s", "“s” can be sheet, smaller, sort, select"),
      ("sort color", "“color” is none of title, uploaded, taken, views"), ("undo all", "undo takes no text"),
      ("next", "No search yet: / starts one"), ("write ~/no such", "No folder “~/no such”. Enter makes it"),
    ])
  func refused(line: String, reason: String) async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type(":\(line)\r")
    try await session.wait(for: reason)
    session.press(.escape)
    // Esc and a key that follows at once would be one key with Alt.
    try await session.wait(until: "no prompt") { !$0.contains(reason) && !$0.contains("Esc cancel") }
    session.type("j")
    try await session.wait(forCursor: "Photo 11", inPane: 1)
  }

  @Test("Tab completes names and what follows them, Up fetches former lines")
  func completing() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type(":sor")
    session.press(.tab)
    try await session.wait(for: ":sort")
    session.press(.tab)
    try await session.wait(for: ":sort title")
    session.press(.tab)
    session.press(.tab)
    try await session.wait(for: ":sort taken")
    session.press(.enter)
    try await session.wait(forFoot: "by date taken")
    session.type(":7\r:")
    session.press(.up)
    try await session.wait(for: ":7")
    session.press(.up)
    try await session.wait(for: ":sort taken")
    session.press(.down)
    session.press(.down)
    session.type("s")
    session.press(.tab)
    let screen = try await session.wait(for: "Commands")
    #expect(screen.contains("Sort photos by title"))
  }

  @Test("Titles with quotes and dashes are filters and searches, not commands")
  func hostileText() async throws {
    let home = try await Home(photos: [
      LoopbackPhoto(1, "plain", by: "Ann"), LoopbackPhoto(2, "-x \"$(touch oops)\" 'y'", by: "Ann"),
    ])
    let session = try home.browse()
    try await session.wait(for: "plain")
    session.type("l:filter -x \"$(touch oops)\" 'y'\r")
    try await session.wait(for: "1/1")
    session.type(":search \"$(touch\r")
    try await session.wait(forFoot: "1 found")
  }
}
