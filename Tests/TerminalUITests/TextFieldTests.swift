import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("A text field")
struct TextFieldTests {
  nonisolated private static let edits: [([InputEvent], String)] = [
    ([.key("a"), .key("b")], "ab"),
    ([.key("a"), .key(.left), .key("b")], "ba"),
    ([.paste("one two"), .key(.control("w"))], "one "),
    ([.paste("one two"), .key(.alt("b")), .key(.control("k"))], "one "),
    ([.paste("one two"), .key(.control("a")), .key(.alt("f")), .key(.control("u"))], " two"),
    ([.paste("山田"), .key(.backspace)], "山"),
    ([.paste("abc"), .key(.home), .key(.delete), .key(.end), .key("d")], "bcd"),
    ([.paste("e"), .key(.character("\u{301}")), .key(.backspace)], ""),
    ([.paste("a\nb\u{1b}[31mc\td")], "a b[31mc d"),
    ([.paste("👩‍👩‍👧‍👦 🇩🇪 می‌خواهم")], "👩‍👩‍👧‍👦 🇩🇪 می‌خواهم"),
    ([.paste("👩‍👩‍👧‍👦🇩🇪"), .key(.backspace)], "👩‍👩‍👧‍👦"),
    ([.paste("one two"), .key(KeyEvent(.left, .control)), .key("x")], "one xtwo"),
    ([.paste("one two"), .key(KeyEvent(.left, .alt)), .key(KeyEvent(.left, .alt)), .key("x")], "xone two"),
    ([.paste("one two"), .key(.home), .key(KeyEvent(.right, .control)), .key("x")], "onex two"),
    ([.paste("one two"), .key(.home), .key(KeyEvent(.delete, .control))], " two"),
    ([.paste("one two"), .key(.home), .key(.alt("d")), .key(.alt("d"))], ""),
    ([.paste("/tmp/out\n")], "/tmp/out"), ([.paste("\r\n\u{2028}a\nb\r\n\r\n")], "a b"),
    ([.key("a"), .paste("\n\n")], "a"),
    ([.key(.backspace), .key(.left), .key(.delete), .key(.control("w"))], ""),
    ([.key(" "), .key("x"), .key(.control("w")), .key(.control("w"))], ""),
  ]

  @Test("edits as shells do", arguments: edits)
  func editing(events: [InputEvent], expected: String) {
    var field = TextField(prompt: "/")
    for event in events { _ = field.handle(event) }
    #expect(field.text == expected)
  }

  @Test("says what came of a key")
  func outcomes() {
    var field = TextField(prompt: "/", text: "x")
    #expect(field.handle(.key(.enter)) == .accepted)
    #expect(field.handle(.key(.escape)) == .canceled)
    #expect(field.handle(.key(.left)) == .handled)
    #expect(field.handle(.key(.pageDown)) == .ignored)
    #expect(TextField.hasMeaning(.alt("b")) && TextField.hasMeaning(.left) && TextField.hasMeaning("x"))
    #expect(!TextField.hasMeaning(.alt("j")) && !TextField.hasMeaning(.pageDown))
    #expect(field.handle(.key(.delete)) == .changed)
    #expect(field.handle(.key(.delete)) == .handled)
    #expect(field.handle(.paste("\u{202E}")) == .handled)
  }

  @Test(
    "with a selected text has it replaced by what is typed, and kept by any other key",
    arguments: [
      ([InputEvent.key("x"), .key("y")], "xy"), ([.paste("z")], "z"), ([.key(.end), .key("x")], "abcx"),
      ([.key(.backspace)], "ab"), ([.key(.left), .key("x")], "abxc"), ([.paste("\u{202E}\u{7}")], "abc"),
      ([.mouse(MouseEvent(.release, at: .zero)), .resize(Size(width: 9, height: 1)), .key("x")], "x"),
    ])
  func selection(events: [InputEvent], expected: String) {
    var field = TextField(prompt: "/", text: "abc", isSelected: true)
    let grid = CellGrid(size: Size(width: 9, height: 1))
    field.draw(in: grid.canvas)
    #expect(grid[Point(x: 1, y: 0)]?.style == .reverse)
    for event in events { _ = field.handle(event) }
    #expect(field.text == expected && !field.isSelected)
  }

  @Test("does not grow without end")
  func longest() {
    var field = TextField(prompt: "/")
    for _ in 0..<5 { _ = field.handle(.paste(String(repeating: "x", count: 600))) }
    #expect(field.text == String(repeating: "x", count: TextField.longest))
    #expect(field.handle(.key("y")) == .handled && field.handle(.paste("yz")) == .handled)
    for _ in 0..<3 { _ = field.handle(.key(.backspace)) }
    _ = field.handle(.key(.home))
    // The beginning of a text is taken, and what follows the cursor stays.
    #expect(field.handle(.paste("abcdefg\n")) == .changed)
    #expect(field.text == "abc" + String(repeating: "x", count: TextField.longest - 3))
    _ = field.handle(.key(.delete))
    let marks = String(repeating: "\u{301}", count: 100_000)
    _ = field.handle(.paste("e" + marks))
    #expect(field.text.count == TextField.longest && field.text.unicodeScalars.count < 20_000)
  }

  @Test("shows the part around the cursor, and the cursor in it")
  func drawing() {
    func shown(_ field: TextField, _ width: Int) -> (String, Int?) {
      let grid = CellGrid(size: Size(width: width, height: 1))
      field.draw(in: grid.canvas)
      return (grid.rows[0], grid.cursor?.x)
    }
    var field = TextField(prompt: "/", text: "abcdefghij")
    #expect(shown(field, 20) == ("/abcdefghij", 11))
    #expect(shown(field, 6) == ("/ghij", 5))
    _ = field.handle(.key(.home))
    #expect(shown(field, 6) == ("/abcde", 1))
    field = TextField(prompt: "/", text: "abcdefghijklmnopqrst")
    for (steps, text, cursor) in [
      (0, "mnopqrst", 9), (1, "mnopqrst", 8), (3, "mnopqrst", 6), (4, "lmnopqrst", 6),
    ] {
      var moved = field
      for _ in 0..<steps { _ = moved.handle(.key(.left)) }
      let expected: (String, Int?) = ("/" + text, cursor)
      #expect(shown(moved, 10) == expected)
    }
    #expect(shown(TextField(prompt: "/", text: "山田太郎"), 6) == ("/太郎", 5))
    #expect(shown(TextField(prompt: "/", text: "👩‍👩‍👧‍👦🇩🇪"), 9) == ("/👩DE", 5))
    #expect(shown(TextField(prompt: "a long prompt ", text: "x"), 8).1 != nil)
  }
}
