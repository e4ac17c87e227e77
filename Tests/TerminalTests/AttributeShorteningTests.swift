import TestSupport
import Testing

@testable import Terminal

@Suite("Strings for attributes")
struct AttributeShorteningTests {
  /// Output of ncurses, and what is left of it; `^` stands for ESC.
  private static let outputs = [
    ("", ""), ("text", "text"), ("^[3;5Htext 山", "^[3;5Htext 山"),
    ("^(B^[0;2mdim^(B^[m", "^[2mdim^[m"),
    ("a^(B^[0;1mb^(B^[0;7mc^(B^[md", "a^[1mb^[0;7mc^[md"),
    ("^(B^[0;1;7ma^(B^[m^[2;3H^(B^[0;2mb^(B^[m", "^[1;7ma^[m^[2;3H^[2mb^[m"),
    // A color stays until everything is reset.
    ("^[34ma^(B^[0;1mb", "^[34ma^[0;1mb"), ("^[39;49m^(B^[0;1mb", "^[39;49m^[0;1mb"),
    ("^[38;5;200ma^[39;49m^(B^[m^(B^[0;1mb", "^[38;5;200ma^[39;49m^[m^[1mb"),
    ("^(B^[0;1m^[38:5:9ma^(B^[m", "^[1m^[38:5:9ma^[m"),
    // Other sequences, and the beginnings of some at the end.
    ("^[0;5H^[0K^[?25l^(0^)B^M", "^[0;5H^[0K^[?25l^(0^)B^M"), ("a^", "a^"), ("a^[", "a^["),
    ("a^[0;1", "a^[0;1"), ("a^(", "a^("), ("^^[0;1m", "^^[1m"),
  ]

  @Test("are shortened where they have no effect, and nothing else is", arguments: outputs)
  func shortened(output: String, expected: String) {
    let bytes = AttributeShortening.shortened(Array(output.replacing("^", with: "\u{1b}").utf8))
    #expect(String(decoding: bytes, as: UTF8.self).replacing("\u{1b}", with: "^") == expected)
  }

  @Test("are short in a frame, and whole where everything is repainted")
  func frames() async throws {
    let stroll = try Stroll(.xterm)
    try await stroll.waitForCapabilities("symbols")
    let mark = stroll.session.mark
    let lines = ["text 0 0 one two three", "text 0 5 山田 x", "text 0 7 words"]
    try await stroll.show(1, lines[0], lines[1], lines[2], "select 4 0 3 8", "select 0 5 2 1")
    let shown = try await stroll.show(2, lines[0], lines[1], lines[2], "select 0 0 3 8")
    let output = stroll.written(since: mark)
    #expect(output.contains("\u{1b}[7m"))
    #expect(!output.contains("\u{1b}(B") && !output.contains("\u{1b}[0;"))
    let end = stroll.session.mark
    stroll.session.press(.ctrl("l"))
    let painted = try await stroll.session.wait(for: " paint 1 ")
    #expect(shown.rows.dropLast() == painted.rows.dropLast())
    #expect(stroll.written(since: end).contains("\u{1b}(B\u{1b}[0;7m"))
    try await stroll.quit()
  }
}
