extension TerminalSession {
  /// Something a person does at the terminal besides typing text.
  public enum Key: Sendable, Hashable {
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12.
    case function(Int)
    /// Ctrl and a letter, a space or one of `@[\]^_?`.
    case ctrl(Character)
    /// Alt and a character, which comes as ESC and the character.
    case alt(Character)
    /// A move or a click of the mouse; the terminal sends nothing unless the program asked for it.
    case mouse(Mouse)
    /// Text from the clipboard, in brackets if the program asked for them.
    case paste(String)
    /// The window gets or loses the focus; the terminal sends nothing unless the program asked for it.
    case focus(Bool)

    /// A click of the left button: press and release.
    public static func click(_ position: TerminalModel.Position) -> [Key] {
      [.mouse(Mouse(.press(.left), at: position)), .mouse(Mouse(.release(.left), at: position))]
    }
  }

  /// What the mouse did, and where.
  public struct Mouse: Sendable, Hashable {
    /// A button, or a turn of the wheel.
    public enum Button: Int, Sendable {
      case left = 0, middle = 1, right = 2, wheelUp = 64, wheelDown = 65
    }

    /// What happened.
    public enum Action: Sendable, Hashable {
      case press(Button), release(Button), drag(Button), move
    }

    /// What happened.
    public var action: Action
    /// The cell it happened on.
    public var position: TerminalModel.Position

    /// An action at a cell.
    public init(_ action: Action, at position: TerminalModel.Position) {
      self.action = action
      self.position = position
    }
  }
}

extension TerminalSession.Key {
  /// What an xterm sends for the key while these modes are set.
  func encoded(in modes: TerminalModel.Modes) -> String {
    if let cursor = Self.cursorKeys[self] {
      return (modes.applicationCursor ? "\u{1B}O" : "\u{1B}[") + cursor
    }
    switch self {
    case .function(let number): return Self.functionKeys[number] ?? ""
    case .ctrl(let character): return Self.control(character)
    case .alt(let character): return "\u{1B}\(character)"
    case .mouse(let mouse): return mouse.encoded(in: modes)
    case .paste(let text):
      let typed = text.replacing("\n", with: "\r")
      return modes.bracketedPaste ? "\u{1B}[200~\(typed)\u{1B}[201~" : typed
    case .focus(let gained): return modes.focusReports ? "\u{1B}[\(gained ? "I" : "O")" : ""
    default: return Self.plainKeys[self] ?? ""
    }
  }

  private static let cursorKeys: [Self: String] = [
    .up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F",
  ]

  private static let plainKeys: [Self: String] = [
    .enter: "\r", .escape: "\u{1B}", .tab: "\t", .backTab: "\u{1B}[Z", .backspace: "\u{7F}",
    .insert: "\u{1B}[2~", .delete: "\u{1B}[3~", .pageUp: "\u{1B}[5~", .pageDown: "\u{1B}[6~",
  ]

  private static let functionKeys: [Int: String] = [
    1: "\u{1B}OP", 2: "\u{1B}OQ", 3: "\u{1B}OR", 4: "\u{1B}OS", 5: "\u{1B}[15~", 6: "\u{1B}[17~",
    7: "\u{1B}[18~", 8: "\u{1B}[19~", 9: "\u{1B}[20~", 10: "\u{1B}[21~", 11: "\u{1B}[23~",
    12: "\u{1B}[24~",
  ]

  private static func control(_ character: Character) -> String {
    guard let code = character.asciiValue else { return "" }
    if character == "?" { return "\u{7F}" }
    return String(Unicode.Scalar(code & 0x1F))
  }
}

extension TerminalSession.Mouse {
  /// X10's bytes or, in mode 1006, the SGR form; empty if the program did not ask for this kind of event.
  func encoded(in modes: TerminalModel.Modes) -> String {
    guard isReported(in: modes.privateModes) else { return "" }
    let (column, row) = (position.column + 1, position.row + 1)
    if modes.privateModes.contains(1006) {
      return "\u{1B}[<\(code);\(column);\(row)\(isRelease ? "m" : "M")"
    }
    let scalars = [32 + (isRelease ? 3 : code), 32 + column, 32 + row].compactMap(Unicode.Scalar.init)
    return "\u{1B}[M" + String(String.UnicodeScalarView(scalars))
  }

  private var isRelease: Bool {
    if case .release = action { true } else { false }
  }

  private var code: Int {
    switch action {
    case .press(let button), .release(let button): button.rawValue
    case .drag(let button): button.rawValue + 32
    case .move: 3 + 32
    }
  }

  private func isReported(in modes: Set<Int>) -> Bool {
    switch action {
    case .press: !modes.isDisjoint(with: [9, 1000, 1002, 1003])
    case .release: !modes.isDisjoint(with: [1000, 1002, 1003])
    case .drag: !modes.isDisjoint(with: [1002, 1003])
    case .move: modes.contains(1003)
    }
  }
}
