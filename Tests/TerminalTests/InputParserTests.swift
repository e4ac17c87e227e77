import Testing

@testable import Terminal

@Suite("Input")
struct InputParserTests {
  private static let examples: [(String, [InputEvent])] = [
    ("j", [.key("j")]), ("G", [.key("G")]), ("é", [.key("é")]), ("山", [.key("山")]), ("👍", [.key("👍")]),
    ("\r", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7f}", [.key(.backspace)]),
    ("\u{8}", [.key(.backspace)]),
    ("\u{3}", [.key(.control("c"))]), ("\u{1a}", [.key(.control("z"))]), ("\u{0}", [.key(.control(" "))]),
    ("\n", [.key(.control("j"))]), ("\u{1c}", [.key(.control("\\"))]),
    ("\u{1b}[A", [.key(.up)]), ("\u{1b}OB", [.key(.down)]),
    ("\u{1b}[1;5C", [.key(KeyEvent(.right, .control))]),
    ("\u{1b}[H", [.key(.home)]), ("\u{1b}[4~", [.key(.end)]), ("\u{1b}[3~", [.key(.delete)]),
    ("\u{1b}[5~", [.key(.pageUp)]), ("\u{1b}[6;2~", [.key(KeyEvent(.pageDown, .shift))]),
    ("\u{1b}[Z", [.key(.backTab)]), ("\u{1b}OP", [.key(.function(1))]), ("\u{1b}[15~", [.key(.function(5))]),
    ("\u{1b}[24~", [.key(.function(12))]), ("\u{1b}[[A", [.key(.function(1))]),
    ("\u{1b}x", [.key(.alt("x"))]), ("\u{1b}\u{7f}", [.key(KeyEvent(.backspace, .alt))]),
    ("\u{1b}[<0;5;3M", [.mouse(MouseEvent(.press, at: Point(x: 4, y: 2)))]),
    ("\u{1b}[<0;5;3m", [.mouse(MouseEvent(.release, at: Point(x: 4, y: 2)))]),
    ("\u{1b}[<34;300;3M", [.mouse(MouseEvent(.drag, button: .right, at: Point(x: 299, y: 2)))]),
    ("\u{1b}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, at: .zero))]),
    ("\u{1b}[<80;1;1M", [.mouse(MouseEvent(.wheelUp, at: .zero, modifiers: .control))]),
    ("\u{1b}[<128;5;3M\u{1b}[<128;5;3m\u{1b}[<129;5;3Mj", [.key("j")]),
    ("\u{1b}[7$", [.key(KeyEvent(.home, .shift))]),
    ("\u{1b}[8$j", [.key(KeyEvent(.end, .shift)), .key("j")]),
    ("\u{1b}[3$", [.key(KeyEvent(.delete, .shift))]), ("\u{1b}[99$j", [.key("j")]),
    ("\u{1b}[4;1$yj\u{1b}[?2026;2$yk", [.key("j"), .key("k")]),
    ("\u{1b}[M !!", [.mouse(MouseEvent(.press, at: .zero))]),
    ("\u{1b}[M#!!", [.mouse(MouseEvent(.release, at: .zero))]),
    ("\u{1b}[200~dq\n\u{1b}[A\u{1b}[201~j", [.paste("dq\n\u{1b}[A"), .key("j")]),
    ("\u{1b}[200~\u{1b}[201~", [.paste("")]),
    ("\u{1b}[I\u{1b}[?62;22cj", [.key("j")]), ("\u{1b}]11;rgb:0/0/0\u{07}j", [.key("j")]),
    ("\u{1b}P>|XTerm\u{1b}\\j", [.key("j")]), ("\u{1b}[999~j", [.key("j")]), ("\u{1b}[<0;0;0Mj", [.key("j")]),
    ("\u{1b}[27u", [.key(.escape)]), ("\u{1b}[27;129uj", [.key(.escape), .key("j")]),
    ("\u{1b}[99;5u", [.key(.control("c"))]), ("\u{1b}[99;6u", [.key(.control("c"))]),
    ("\u{1b}[105;5u", [.key(.tab)]), ("\u{1b}[91;5u", [.key(.escape)]),
    ("\u{1b}[32;5u", [.key(.control(" "))]), ("\u{1b}[47;5u", [.key(.control("_"))]),
    ("\u{1b}[51;5u", [.key(.escape)]), ("\u{1b}[49;5u", [.key(KeyEvent(.character("1"), .control))]),
    ("\u{1b}[120;3u", [.key(.alt("x"))]), ("\u{1b}[120;4u", [.key(.alt("X"))]),
    ("\u{1b}[228;4u", [.key(.alt("Ä"))]),
    ("\u{1b}[100;7u", [.key(KeyEvent(.character("d"), [.control, .alt]))]),
    ("\u{1b}[13;2u", [.key(.enter)]), ("\u{1b}[13;5u", [.key(.enter)]),
    ("\u{1b}[13;3u", [.key(KeyEvent(.enter, .alt))]),
    ("\u{1b}[9;2u", [.key(.backTab)]), ("\u{1b}[127;3u", [.key(KeyEvent(.backspace, .alt))]),
    ("\u{1b}[57419u", [.key(.up)]), ("\u{1b}[57414u", [.key(.enter)]), ("\u{1b}[57404;129u", [.key("5")]),
    ("\u{1b}[1;129A", [.key(.up)]), ("\u{1b}[97;9uj", [.key("j")]), ("\u{1b}[57441uj", [.key("j")]),
    ("\u{1b}[1089::99;5u", [.key(.control("c"))]), ("\u{1b}[1095::120;3u", [.key(.alt("ч"))]),
    ("\u{1b}[49:33;4u", [.key(.alt("!"))]), ("\u{1b}[45:95;6u", [.key(.control("_"))]),
    ("\u{1b}[47:63;6u", [.key(.backspace)]), ("\u{1b}[99:67;6u", [.key(.control("c"))]),
    ("\u{1b}[27;5:1uj", [.key(.escape), .key("j")]), ("\u{1b}[57414;5u", [.key(.enter)]),
    ("\u{1b}[57416u", [.key(",")]), ("\u{1b}[57376;5u", [.key(KeyEvent(.function(13), .control))]),
    ("\u{1b}[?1uj", [.key("j")]), ("\u{1b}[uj", [.key("j")]), ("\u{1b}[1114112;5uj", [.key("j")]),
    ("\u{1b}Op\u{1b}Oy", [.key("0"), .key("9")]),
    ("\u{1b}Oj\u{1b}Ok\u{1b}Ol", [.key("*"), .key("+"), .key(",")]),
    ("\u{1b}Om\u{1b}On\u{1b}Oo", [.key("-"), .key("."), .key("/")]),
    ("\u{1b}OX\u{1b}OI", [.key("="), .key(.tab)]),
    ("\u{1b}OM\u{1b}O2Mj", [.key(.enter), .key(.enter), .key("j")]),
    (
      "\u{1b}O2P\u{1b}O1;2Sj",
      [.key(KeyEvent(.function(1), .shift)), .key(KeyEvent(.function(4), .shift)), .key("j")]
    ),
    ("\u{1b}O5C", [.key(KeyEvent(.right, .control))]), ("\u{1b}O3q", [.key(.alt("1"))]),
    ("\u{1b}O2q", [.key("1")]), ("\u{1b}Ozj", [.key("j")]),
    ("\u{1b}O\u{1b}[Aj", [.key(.up), .key("j")]), ("\u{1b}O\rj", [.key(.enter), .key("j")]),
    ("jk\u{1b}[Bl", [.key("j"), .key("k"), .key(.down), .key("l")]),
  ]

  @Test("An Esc before a key that was read late is the key Esc, and before the rest of a sequence is none")
  func lateKeys() {
    func events(_ late: String) -> [InputEvent] {
      var parser = InputParser()
      #expect(parser.parse([0x1b]).isEmpty)
      return parser.parseLate(Array(late.utf8))
    }
    #expect(events("q") == [.key(.escape), .key("q")])
    #expect(events("\u{1b}[A") == [.key(.escape), .key(.up)])
    #expect(events("[A") == [.key(.up)])
    #expect(events("OB") == [.key(.down)])
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1b}[1;5".utf8)).isEmpty)
    #expect(parser.parseLate(Array("C".utf8)) == [.key(KeyEvent(.right, .control))])
  }

  @Test("becomes the same events whole or byte by byte", arguments: examples)
  func events(bytes: String, expected: [InputEvent]) {
    var whole = InputParser()
    #expect(whole.parse(bytes.utf8) == expected)
    #expect(!whole.isWaiting)
    var single = InputParser()
    #expect(bytes.utf8.flatMap { single.parse([$0]) } == expected)
    #expect(!single.isWaiting)
  }

  @Test(
    "that stops inside a sequence was the keys it can still be",
    arguments: [
      ("\u{1b}", [InputEvent.key(.escape)]), ("\u{1b}[", [.key(.alt("["))]), ("\u{1b}O", [.key(.alt("O"))]),
      ("\u{1b}[<0;1", []), ("\u{1b}]11;dqd", []), ("\u{1b}O5", []), ("\u{1b}\u{1b}", [.key(.escape)]),
      ("\u{1b}P", [.key(.alt("P"))]),
    ])
  func giveUp(bytes: String, expected: [InputEvent]) {
    var parser = InputParser()
    let before = parser.parse(bytes.utf8)
    #expect(parser.isWaiting)
    let after = parser.giveUp()
    #expect(bytes == "\u{1b}\u{1b}" ? before + after == [.key(.escape), .key(.escape)] : after == expected)
    #expect(!parser.isWaiting)
    #expect(parser.parse("j".utf8) == [.key("j")])
  }

  @Test(
    "that stops inside a character is waited for as a sequence is",
    arguments: ["ö", "漢", "🌊"], ["", "\u{1b}"])
  func character(text: String, before: String) {
    for count in 1..<text.utf8.count {
      var parser = InputParser()
      #expect(parser.parse(Array(before.utf8) + text.utf8.prefix(count)) == [])
      #expect(parser.isWaiting && parser.isInsideSequence)
      var late = parser
      let key: KeyEvent = before.isEmpty ? .character(Character(text)) : .alt(Character(text))
      #expect(parser.parse(text.utf8.dropFirst(count)) == [.key(key)] && !parser.isWaiting)
      #expect(late.giveUp() == [] && late.parse("j".utf8) == [.key("j")])
    }
  }

  @Test("that is no UTF-8 is skipped")
  func broken() {
    var parser = InputParser()
    #expect(parser.parse([0xff, 0xc0, 0x80, 0x6a, 0xe5, 0x6b]) == [.key("j"), .key("k")])
    #expect(parser.parse([0xed, 0xa0, 0x80, 0x6a]) == [.key("j")])
  }

  @Test("that is random never traps, and what is pasted is never a key")
  func random() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    let alphabet: [UInt8] = [
      0x1b, 0x5b, 0x3c, 0x4d, 0x6d, 0x7e, 0x30, 0x31, 0x32, 0x3b, 0x4f, 0xff, 0xe5, 0x80, 0x6a, 0,
    ]
    for _ in 0..<3_000 {
      let bytes = (0..<40).map { _ in alphabet[.random(in: 0..<alphabet.count, using: &random)] }
      var parser = InputParser()
      let cut = Int.random(in: 0..<40, using: &random)
      _ = parser.parse(bytes[..<cut])
      if Bool.random(using: &random) { _ = parser.giveUp() }
      _ = parser.parse(bytes[cut...])
      let pasted = String(decoding: bytes, as: UTF8.self)
      var fresh = InputParser()
      let events = fresh.parse("\u{1b}[200~\(pasted)\u{1b}[201~".utf8)
      if !pasted.contains("\u{1b}[201~") { #expect(events == [.paste(pasted)], "seed \(seed)") }
    }
  }

  @Test(
    "of a paste whose end was lost ends with Esc or Ctrl-C, pressed alone and followed by nothing",
    arguments: [
      ("\u{1b}", InputEvent.key(.escape)), ("\u{3}", .key(.control("c"))), ("\u{1b}[27u", .key(.escape)),
      ("\u{1b}[99;5u", .key(.control("c"))),
    ])
  func lostEnd(key: String, expected: InputEvent) {
    var parser = InputParser()
    #expect(parser.parse("\u{1b}[200~dq".utf8) == [])
    #expect(!parser.isWaiting && parser.giveUp() == [])
    #expect(parser.parse("j".utf8) == [])
    #expect(parser.parse(key.utf8) == [])
    // Over a slow line, the rest of the paste may follow.
    #expect(parser.isWaiting && parser.isInsideSequence)
    #expect(parser.giveUp() == [expected])
    #expect(!parser.isWaiting)
    #expect(parser.parse("j".utf8) == [.key("j")])
  }

  @Test(
    "of a paste that goes on after Esc or Ctrl-C is pasted",
    arguments: ["\u{1b}", "\u{3}", "\u{1b}[27u", "\u{1b}[99;5u"])
  func goesOn(key: String) {
    var parser = InputParser()
    #expect(parser.parse("\u{1b}[200~dq".utf8) == [])
    #expect(parser.parse(key.utf8) == [])
    #expect(parser.parse("dq".utf8) == [])
    #expect(!parser.isWaiting && parser.giveUp() == [])
    #expect(parser.parse("\u{1b}[201~".utf8) == [.paste("dq\(key)dq")])
  }

  @Test("that comes in bulk behind the rest of an answer leaves the answer whole")
  func bulk() {
    var parser = InputParser()
    let keys = String(repeating: "j", count: 4_096)
    #expect(parser.parse("\u{1b}]11;rgb:10".utf8) == [])
    #expect(
      parser.parse("10/1010/1010\u{1b}\\\(keys)".utf8) == [InputEvent](repeating: .key("j"), count: 4_096))
    #expect(parser.removeAnswers().count == 1)
    // Without an end within the length of any answer it was a key.
    let typed = parser.parse("\u{1b}]11;\(keys)".utf8)
    #expect(typed.first == .key(.alt("]")) && typed.count == 4 + 4_096)
  }

  @Test("of a long paste in pieces is one event")
  func longPaste() {
    var parser = InputParser()
    let text = String(repeating: "dq\u{1b}[2", count: 20_000)
    var events = parser.parse("\u{1b}[200~".utf8)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      events += parser.parse(bytes[start..<min(start + 4096, bytes.count)])
    }
    events += parser.parse("\u{1b}[201~".utf8)
    #expect(events == [.paste(text)])
  }
}

@Suite("The mouse")
struct ClickCounterTests {
  @Test("presses doubly when the second press is soon and in the same cell, once")
  func double() {
    var counter = ClickCounter()
    let start = ContinuousClock.now
    let press = MouseEvent(.press, at: Point(x: 1, y: 1))
    func action(_ event: MouseEvent, after milliseconds: Int) -> MouseEvent.Action {
      counter.counted(event, at: start + .milliseconds(milliseconds)).action
    }
    #expect(action(press, after: 0) == .press)
    #expect(action(MouseEvent(.release, at: Point(x: 1, y: 1)), after: 10) == .release)
    #expect(action(press, after: 200) == .doublePress)
    #expect(action(press, after: 300) == .press)
    #expect(action(press, after: 1000) == .press)
    #expect(action(MouseEvent(.press, at: Point(x: 2, y: 1)), after: 1100) == .press)
    #expect(action(MouseEvent(.press, button: .right, at: Point(x: 2, y: 1)), after: 1200) == .press)
  }
}
