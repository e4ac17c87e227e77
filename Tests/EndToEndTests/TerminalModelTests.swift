import TestSupport
import Testing

@Suite("The terminal model")
struct TerminalModelTests {
  func terminal(_ output: String = "") -> TerminalModel {
    var model = TerminalModel(columns: 10, rows: 4)
    model.feed(output.replacing("^[", with: "\u{1B}"))
    return model
  }

  @Test(
    "Output makes the screen that an xterm would show, in one piece and byte by byte",
    arguments: ScreenExample.moving + ScreenExample.editing + ScreenExample.characters
      + ScreenExample.sequences)
  func example(_ example: ScreenExample) {
    let whole = terminal(example.output)
    #expect(whole.screen.lines == example.lines)
    if let cursor = example.cursor { #expect(whole.screen.cursor == cursor) }
    var pieces = terminal()
    for byte in example.output.utf8 { pieces.feed([byte]) }
    #expect(pieces.screen.rows == whole.screen.rows)
    #expect(pieces.screen.cursor == whole.screen.cursor)
  }

  @Test(
    "Bytes that are no UTF-8 become replacement characters",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3, 0x61], "\u{FFFD}a"),
      ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xE0, 0x80, 0x80], "\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}"), ([0xE6, 0x97, 0xC3, 0xA4], "\u{FFFD}ä"),
    ] as [([UInt8], String)])
  func malformed(bytes: [UInt8], line: String) {
    var model = terminal()
    model.feed(bytes)
    #expect(model.screen.line(0) == line)
  }

  @Test(
    "SGR sets colors and attributes in all its spellings",
    arguments: [
      ("1;2;3;4", .init(attributes: [.bold, .dim, .italic, .underline])),
      ("7;9", .init(attributes: [.reverse, .strikethrough])),
      ("1;2;7;22", .init(attributes: .reverse)), ("7;27;4;24", .plain), ("31;7;0", .plain),
      ("7;", .plain), ("4:3", .init(attributes: .underline)), ("4;4:0", .plain),
      ("31;42", .init(foreground: .palette(1), background: .palette(2))),
      ("97;100", .init(foreground: .palette(15), background: .palette(8))),
      ("38;5;200;1", .init(foreground: .palette(200), attributes: .bold)),
      ("38:5:200", .init(foreground: .palette(200))),
      ("48;2;1;2;3;7", .init(background: .rgb(1, 2, 3), attributes: .reverse)),
      ("38:2:1:2:3", .init(foreground: .rgb(1, 2, 3))),
      ("38:2::1:2:3", .init(foreground: .rgb(1, 2, 3))), ("58;5;1;3", .init(attributes: .italic)),
      ("31;39;42;49", .plain), (">4;1", .plain),
    ] as [(String, TerminalModel.Style)])
  func rendition(parameters: String, style: TerminalModel.Style) {
    #expect(terminal("^[[\(parameters)mx").screen.style(of: "x") == style)
  }

  @Test("Erased cells keep the background and nothing else")
  func erasedBackground() {
    let screen = terminal("^[[44;31;7mab^[[2;1H^[[K").screen
    #expect(screen.style(row: 1, column: 9) == .init(background: .palette(4)))
    #expect(screen.style(row: 2, column: 0) == .plain)
  }

  @Test("A synchronized frame becomes visible when it ends, not before")
  func synchronized() {
    var model = terminal("old")
    model.feed("\u{1B}[?2026h\u{1B}[H\u{1B}[2Jnew")
    #expect(model.screen.lines[0] == "old")
    #expect(model.leftOn == ["synchronized output"])
    model.feed("\u{1B}[?2026l")
    #expect(model.screen.lines[0] == "new")
    #expect(model.leftOn == [])
  }

  @Test(
    "Modes that a program leaves on are reported",
    arguments: [
      ("^[[?1049h", ["alternate screen"]), ("^[[?25l", ["cursor hidden"]),
      ("^[[?1000;1006h", ["mouse", "SGR mouse"]), ("^[[?1002h", ["mouse drag"]),
      ("^[[?1003h", ["mouse motion"]), ("^[[?2004h", ["bracketed paste"]),
      ("^[[?1004h", ["focus reports"]), ("^[[?1h^[=", ["application cursor keys", "application keypad"]),
      ("^[[1m", ["colors or attributes"]), ("^[[2;3r", ["scroll region"]), ("^[(0", ["line drawing"]),
      ("^[[4h", ["insert mode"]), ("^[[20h", ["new line mode"]), ("^[[34h", []), ("^[[?7l", ["autowrap off"]),
      ("^[[>4;2m", ["modifyOtherKeys"]),
      ("^[[>1u", ["keyboard flags"]), ("^[[4 q", ["cursor shape"]),
      ("^[[?1049h^[[?1h^[=^[[?25l^[[?25h^[[m^[[?1049l^[[?1l^[>", []),
      ("^[[?1049h^[[1m^[[?1003h^[c", []), ("^[[?25l^[[4h^[[2;3r^[[7m^[[!p", []),
    ])
  func leftOn(output: String, left: [String]) {
    #expect(terminal(output).leftOn == left)
  }

  @Test(
    "Questions are answered as an xterm answers them, and by a silent terminal not at all",
    arguments: [
      ("^[[c", "^[[?62;22c"), ("^[[>c", "^[[>41;379;0c"), ("^[[>q", "^[P>|XTerm(379)^[\\"),
      ("^[[5n", "^[[0n"), ("ab^[[6n", "^[[1;3R"), ("^[[?6n", "^[[?1;1R"),
      ("^[[2;3r^[[?6h^[[6n", "^[[1;1R"), ("^[[?2026$p", "^[[?2026;0$y"),
      ("^[[?1h^[[?1$p", "^[[?1;1$y"), ("^[[?4711$p", "^[[?4711;0$y"), ("^[[16t", "^[[6;20;10t"),
      ("^[[18t", "^[[8;4;10t"), ("^[P+q544e^[\\", "^[P0+r^[\\"), ("^[[c^[[5n", "^[[?62;22c^[[0n"),
      ("^[]11;?^[\\", "^[]11;rgb:1010/1010/1010^[\\"),
    ])
  func answers(question: String, answer: String) {
    var model = terminal()
    let reply = model.feed(question.replacing("^[", with: "\u{1B}"))
    #expect(String(decoding: reply, as: UTF8.self) == answer.replacing("^[", with: "\u{1B}"))
    var silent = TerminalModel(persona: .silent)
    #expect(silent.feed(question.replacing("^[", with: "\u{1B}")) == [])
  }

  @Test("Titles, links, the clipboard and other strings are recorded")
  func strings() {
    let titles = "^[]2;one^[\\^[[22;0;0t^[]0;two\u{07}"
    let model = terminal(
      titles + "^[]8;;http://x/^[\\l^[]8;;^[\\^[]52;c;aGk=\u{07}^[_Ga=q^[\\")
    #expect(model.title == "two")
    #expect(model.links == ["http://x/"])
    #expect(model.clipboard == ["hi"])
    #expect(model.strings.last == .init(kind: .apc, body: "Ga=q"))
    #expect(terminal(titles + "^[[23;0;0t").title == "one")
  }

  @Test("A string passed through tmux keeps the sequences in it")
  func passThrough() {
    let model = terminal("^[Ptmux;^[^[_Gi=1^[^[\\^[\\x")
    #expect(model.strings == [.init(kind: .dcs, body: "tmux;\u{1B}_Gi=1\u{1B}\\")])
    #expect(model.screen.line(0) == "x")
  }

  @Test("Resizing cuts and fills, keeps the cursor's row and halves no wide character")
  func resizing() {
    var model = terminal("1\r\n2\r\n01234567日\r\n4")
    model.resize(columns: 9, rows: 3)
    #expect(model.screen.lines == ["2", "01234567", "4"])
    #expect(model.screen.cursor == .init(row: 2, column: 1))
    model.resize(columns: 12, rows: 5)
    #expect(model.screen.lines == ["2", "01234567", "4", "", ""])
    model.feed("\r0123456789ab")
    #expect(model.screen.line(2) == "0123456789ab")
  }
}
