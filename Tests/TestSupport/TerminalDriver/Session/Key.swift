extension TerminalSession {
  /// A user action at the terminal other than typing text.
  public enum Key: Sendable, Hashable {
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12.
    case function(Int)
    /// Ctrl with a letter, a space, or one of `@[\]^_?`.
    case ctrl(Character)
    /// Alt with a character, which is sent as ESC and the character.
    case alt(Character)
    /// A mouse event; the terminal sends nothing unless the program has enabled the mouse.
    case mouse(Mouse)
    /// Text from the clipboard, in brackets if the program has enabled them.
    case paste(String)
    /// A focus change of the window; the terminal sends nothing unless the program has enabled it.
    case focus(Bool)

    /// Returns a click of the left button: press and release.
    public static func click(_ position: TerminalModel.Position) -> [Key] {
      [.mouse(Mouse(.press(.left), at: position)), .mouse(Mouse(.release(.left), at: position))]
    }
  }

  /// A mouse event with its position.
  public struct Mouse: Sendable, Hashable {
    /// A button, or a wheel direction.
    public enum Button: Int, Sendable {
      case left = 0, middle = 1, right = 2, wheelUp = 64, wheelDown = 65
    }

    /// The kind of mouse event.
    public enum Action: Sendable, Hashable {
      case press(Button), release(Button), drag(Button), move
    }

    /// The kind of mouse event.
    public var action: Action
    /// The cell of the event.
    public var position: TerminalModel.Position

    /// Creates a mouse event at a cell.
    public init(_ action: Action, at position: TerminalModel.Position) {
      self.action = action
      self.position = position
    }
  }
}

extension TerminalSession.Key {
  /// Returns the sequence that an xterm sends for the key in these modes.
  func encoded(in modes: TerminalModel.Modes) -> String {
    if let cursor = Self.cursorKeys[self] {
      return (modes.applicationCursor ? "\u{1B}O" : "\u{1B}[") + cursor
    }
    if modes.distinguishesKeys, let code = code { return "\u{1B}[\(code)u" }
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

  /// The part of the sequence between CSI and `u` in kitty's keyboard protocol, on a keyboard for the USA; nil for keys that are
  /// sent as before.
  private var code: String? {
    switch self {
    case .escape: "27"
    case .ctrl(let character): Self.code(of: character, modifiers: 4)
    case .alt(let character): Self.code(of: character, modifiers: 2)
    default: nil
    }
  }

  /// Returns the code of the key of a character, that of the character if it needs Shift, and the modifiers.
  private static func code(of character: Character, modifiers: Int) -> String? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    let alone = lower != scalar ? lower : unshifted[character] ?? scalar
    return alone == scalar
      ? "\(scalar.value);\(modifiers + 1)" : "\(alone.value):\(scalar.value);\(modifiers + 2)"
  }

  private static let unshifted: [Character: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(#"~!@#$%^&*()_+{}|:"<>?"#, #"`1234567890-=[]\;',./"#.unicodeScalars))

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
  /// Returns X10's bytes or, in mode 1006, the SGR form; empty if the program has not enabled this kind of
  /// event.
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
