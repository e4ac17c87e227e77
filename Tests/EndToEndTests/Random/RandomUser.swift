import TestSupport

/// A user who presses any keys, clicks anywhere, pastes text and resizes the window, but does not leave.
struct RandomUser {
  private typealias Key = TerminalSession.Key

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let texts = [
    "h", "j", "k", "l", "+", "-", " ", "v", "v", "d", "u", "n", "N", "f", "g", "G", "a", "s", "i", "#", "[",
    "]", "?", "5j", "t", "t", "B", "B2j\r", "S", "Sj\r", "3l", "V", "A", "~", "O", "L", "L", "{", "}", "z",
    "!", "y", "c", "cc", "cpx", "x", "4", "7", ".", "K", "m", "mpick\r", "Tsea -fog\r", ":mark 3\r", "U",
    "fflag:pick\r",
    "M", "/", "e", "harbor", "\\", "E", "Y", "w\r", "pp", "R", "r", ":sort taken desc\r", ":group day\r",
    // Of the completions, none is chosen: one of them is to quit.
    ":\t\u{1B}",
    ":nothing\r", ":save mine\r", ":source deleted\r", "\u{1B}[200~harbor year:2024\u{1B}[201~",
    "\u{1B}[200~x\u{1B}[31m\n\u{1B}[201~", "é漢👩‍👩‍👧",
    "0", "99999999999999999999j", "\u{1B}[<0;1", ";1M",
  ]
  private static let keys: [Key] = [
    .up, .down, .left, .right, .enter, .enter, .escape, .escape, .tab, .backTab, .pageUp, .pageDown, .home,
    .end,
    .backspace, .delete, .insert, .ctrl("r"), .ctrl("d"), .ctrl("l"), .ctrl("o"), .ctrl("u"), .ctrl("w"),
    .function(1), .function(5), .alt("x"), .focus(false), .focus(true),
  ]
  private static let sizes = [
    (120, 40), (80, 24), (20, 5), (40, 12), (19, 4), (160, 50), (110, 30), (52, 15), (300, 9), (1, 1),
  ]
  private static let buttons: [TerminalSession.Mouse.Button] = [.left, .middle, .right, .wheelUp, .wheelDown]

  /// Does one thing.
  mutating func act(in session: TerminalSession) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let (columns, rows) = pick(Self.sizes)
      try session.resize(.init(columns: columns, rows: rows))
    case 1, 2: session.press(mouse(in: session.screen))
    case 3...9: session.press(pick(Self.keys))
    default: session.type(pick(Self.texts))
    }
  }

  private mutating func mouse(in screen: TerminalModel.Screen) -> [Key] {
    let (here, there) = (place(in: screen), place(in: screen))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return Key.click(here)
    case 1: return Key.click(here) + Key.click(here)
    case 2:
      return [.press(.left), .drag(.left), .release(.left)].enumerated().map { index, action in
        .mouse(.init(action, at: index == 0 ? here : there))
      }
    default: return [.mouse(.init(.press(pick(Self.buttons)), at: here))]
    }
  }

  private mutating func place(in screen: TerminalModel.Screen) -> TerminalModel.Position {
    .init(
      row: .random(in: screen.rows.indices, using: &random),
      column: .random(in: screen.rows[0].indices, using: &random))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }
}
