import Testing

@testable import Terminal

@Suite("A lesser terminal")
struct FallbackTests {
  @Test(
    "without UTF-8 gets one ASCII character for each column",
    arguments: [
      ("a", "a"), ("é", "e"), ("Ü", "U"), ("ß", "s"), ("ł", "l"), ("ø", "o"), ("─", "-"), ("│", "|"),
      ("╭", "+"),
      ("…", "~"), ("›", ">"), ("’", "'"), ("山", "_"), ("👩", "_"), ("م", "_"), ("e\u{301}", "e"), ("┃", "#"),
    ])
  func ascii(text: String, expected: String) {
    #expect(String(Transliteration.ascii(text)) == expected)
  }

  @Test("without UTF-8 gets ß as ss, in as many columns", arguments: [true, false])
  func expansion(showsUnicode: Bool) {
    let grid = CellGrid(size: Size(width: 20, height: 3))
    grid.showsUnicode = showsUnicode
    #expect(grid.canvas.draw("Weiß, Ægir", at: .zero) == (showsUnicode ? 10 : 12))
    grid.canvas.draw("Weiß", endingAt: 20, y: 1)
    #expect(grid.rows[0] == (showsUnicode ? "Weiß, Ægir" : "Weiss, AEgir"))
    #expect(grid.rows[1].hasSuffix(showsUnicode ? "Weiß" : "Weiss") && grid.rows[1].count == 20)
  }

  @Test("Without UTF-8, a scroll bar and a frame use different characters")
  func scrollBar() {
    #expect(Transliteration.ascii("┃") != Transliteration.ascii("│"))
  }

  @Test(
    "A terminal gets colors unless NO_COLOR is present and not empty, or the user decided",
    arguments: [
      (ColorPolicy.automatic, String?.none, true), (.automatic, "", true), (.automatic, "1", false),
      (.always, "1", true), (.never, nil, false),
    ])
  func color(policy: ColorPolicy, variable: String?, expected: Bool) {
    #expect(policy.allowsColor(environment: variable) == expected)
  }

  @Test(
    "that copies gets base 64 (the examples of RFC 4648)",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(text: String, expected: String) {
    #expect(Base64.encoded(text.utf8) == expected)
  }

  @Test(
    "that cannot show a screen is refused in one sentence",
    arguments: [
      TerminalError.notATerminal, .terminalTypeNotSet, .dumbTerminal(type: "dumb"), .unknownTerminalType("x"),
      .unavailable(errno: 24),
    ])
  func refusal(error: TerminalError) {
    #expect(error.description.hasSuffix(".") && !error.description.contains("\n"))
  }

  @Test(
    "shows keys by their names",
    arguments: [
      (KeyEvent("j"), "j"), (.control("d"), "Ctrl-D"), (.pageDown, "PgDn"), (.backTab, "Shift-Tab"),
      (" ", "Space"),
      (.function(1), "F1"), (.alt("b"), "Alt-b"), (KeyEvent(.right, [.control, .shift]), "Ctrl-Shift-Right"),
    ])
  func names(key: KeyEvent, expected: String) {
    #expect(key.description == expected)
  }
}
