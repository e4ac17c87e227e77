import TestSupport
import Testing

@Suite("Terminals of every type", .fewAtOnce)
struct TerminalTypeTests {
  @Test(
    "The browser starts, works and leaves nothing behind",
    arguments: [
      "xterm-256color", "xterm", "screen-256color", "tmux-256color", "linux", "vt100", "vt220",
      "rxvt-unicode",
    ])
  func types(type: String) async throws {
    let home = try await Home(photos: threePhotographers)
    try await use(try home.browse(environment: ["TERM": type]))
  }

  /// Types that Debian's ncurses-base, which every system has, does not know.
  @Test(
    "The browser works in a terminal whose entry is not installed",
    arguments: [
      "xterm-kitty", "xterm-ghostty", "xterm-direct", "alacritty", "foot", "wezterm", "rio", "contour",
      "tmux-direct", "screen.some", "some-new-terminal",
    ])
  func missingEntry(type: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(environment: ["TERM": type])
    try await session.wait(until: "colors") { screen in
      screen.rows.joined().contains { $0.style.foreground != .standard }
    }
    try await use(session)
  }

  @Test("A terminal of an unknown type that answers nothing is refused in a sentence")
  func unknownType() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(environment: ["TERM": "no-such-terminal"], persona: .silent)
    #expect(try await session.exit() == .exited(1))
    #expect(session.screen.contains("There is no entry for the terminal type no-such-terminal"))
    #expect(try session.leftovers == [])
  }

  /// Moves by arrow keys, which a terminal sends in two ways, by function keys and by others.
  private func use(_ session: TerminalSession) async throws {
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.press(.down, .enter)
    try await session.wait(forCursor: "Elk", inPane: 1)
    session.press(.function(1))
    try await session.wait(for: "Esc close")
    session.press(.escape)
    try await session.wait(until: "no help") { !$0.contains("Esc close") }
    session.press(.tab, .home)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.press(.end)
    try await session.wait(forCursor: "Fog", inPane: 1)
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  private static let modes: [[String: String]] = [
    ["NO_COLOR": "1"], ["NO_COLOR": "1", "COLORTERM": "truecolor"], ["LC_ALL": "C"],
    ["LC_ALL": "no_SUCH.UTF-8"],
    ["COLORTERM": "truecolor"], ["COLORTERM": "24bit", "TERM": "linux"], ["NO_COLOR": ""],
  ]

  @Test("Terminals with colors, without colors and in other locales", arguments: modes)
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
