import TestSupport
import Testing

@Suite("Terminals of every type", .fewAtOnce)
struct TerminalTypeTests {
  @Test(
    "The browser starts, works and leaves nothing behind",
    arguments: [
      "xterm-256color", "xterm", "xterm-direct", "screen-256color", "tmux-256color", "linux", "vt100",
      "vt220", "rxvt-unicode",
      "xterm-kitty", "alacritty", "foot",
    ])
  func types(type: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(environment: ["TERM": type])
    // Not every type is known to every system.
    let start = try? await session.wait(forCursor: "Anchor", inPane: 1)
    guard start != nil else {
      #expect(session.screen.contains("There is no entry for the terminal type \(type)"))
      return
    }
    session.press(.down, .enter)
    try await session.wait(forCursor: "Elk", inPane: 1)
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  private static let modes: [[String: String]] = [
    ["NO_COLOR": "1"], ["NO_COLOR": "1", "COLORTERM": "truecolor"], ["LC_ALL": "C"],
    ["LC_ALL": "no_SUCH.UTF-8"],
    ["COLORTERM": "truecolor"], ["COLORTERM": "24bit", "TERM": "linux"], ["NO_COLOR": ""],
  ]

  @Test("Colours, no colours and other locales", arguments: modes)
  func environments(environment: [String: String]) async throws {
    let home = try await Home(photos: threePhotographers + [LoopbackPhoto(50, "日本 Ünïcode 👩🏽‍🚀", by: "Ann")])
    let session = try home.browse(environment: environment)
    try await session.wait(until: "the photos") { $0.contains("Anchor") && $0.contains("? help") }
    session.type("lG")
    try await session.wait(until: "the last photo") { $0.contains("5/5") }
    let styles = Set(session.screen.rows.joined().map(\.style))
    if environment["NO_COLOR"] == "1" {
      #expect(styles.allSatisfy { $0.foreground == .standard && $0.background == .standard })
    }
    if environment["LC_ALL"] == "C" {
      #expect(session.screen.text.unicodeScalars.allSatisfy { $0.isASCII })
      #expect(session.screen.contains("Unicode"))
    }
    #expect(!session.screen.selections.isEmpty)
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }
}
