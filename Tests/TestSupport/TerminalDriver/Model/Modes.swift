extension TerminalModel {
  /// What a program has switched on in its terminal.
  public struct Modes: Sendable, Equatable {
    /// The private modes that are set (`CSI ? n h`), by number; autowrap (7) and the cursor (25) are from the start.
    public internal(set) var privateModes: Set<Int> = [7, 25]
    /// Whether characters push the rest of the row to the right (IRM).
    public internal(set) var insert = false
    /// Whether a line feed also returns the carriage (LNM).
    public internal(set) var newLine = false
    /// Whether the keypad sends application sequences (DECKPAM).
    public internal(set) var applicationKeypad = false
    /// The shape of the cursor (DECSCUSR), 0 for the terminal's own.
    public internal(set) var cursorShape = 0
    /// How far xterm's modifyOtherKeys goes, 0 for not at all.
    public internal(set) var modifyOtherKeys = 0
    /// How many sets of kitty's keyboard flags lie on the stack.
    public internal(set) var keyboardFlags = 0

    /// Whether the alternate screen is shown.
    public var alternateScreen: Bool { !privateModes.isDisjoint(with: [47, 1047, 1049]) }
    /// Whether the cursor is shown.
    public var cursorVisible: Bool { privateModes.contains(25) }
    /// Whether arrows are sent as `ESC O` (DECCKM).
    public var applicationCursor: Bool { privateModes.contains(1) }
    /// Whether pasted text comes in brackets.
    public var bracketedPaste: Bool { privateModes.contains(2004) }
    /// Whether gaining and losing the focus is reported.
    public var focusReports: Bool { privateModes.contains(1004) }
    /// Whether a frame is open that is shown only when it ends.
    public var synchronizedOutput: Bool { privateModes.contains(2026) }
    /// Whether any report of the mouse is on.
    public var mouse: Bool { !privateModes.isDisjoint(with: [9, 1000, 1002, 1003]) }

    var autowrap: Bool { privateModes.contains(7) }
    var origin: Bool { privateModes.contains(6) }

    /// The private modes that the terminal knows.
    static let known: [Int: String] = [
      1: "application cursor keys", 5: "reverse screen", 6: "origin mode", 7: "autowrap",
      9: "mouse", 12: "blinking cursor", 25: "cursor", 47: "alternate screen", 1000: "mouse",
      1002: "mouse drag", 1003: "mouse motion", 1004: "focus reports", 1005: "UTF-8 mouse",
      1006: "SGR mouse", 1015: "urxvt mouse", 1047: "alternate screen", 1049: "alternate screen",
      2004: "bracketed paste", 2026: "synchronized output",
    ]

    /// What a program should have switched off again before it ended, in words; empty when all is as at the start.
    public var leftOn: [String] {
      let fresh = Modes()
      var left = privateModes.subtracting(fresh.privateModes).sorted().map {
        Self.known[$0] ?? "private mode \($0)"
      }
      if !cursorVisible { left.append("cursor hidden") }
      if !autowrap { left.append("autowrap off") }
      if insert { left.append("insert mode") }
      if newLine { left.append("new line mode") }
      if applicationKeypad { left.append("application keypad") }
      if cursorShape != 0 { left.append("cursor shape") }
      if modifyOtherKeys != 0 { left.append("modifyOtherKeys") }
      if keyboardFlags != 0 { left.append("keyboard flags") }
      return left
    }
  }

  /// Sets or resets modes by number: DECSET, DECRST, SM and RM.
  mutating func setModes(_ sequence: ControlSequence, on: Bool) {
    for number in sequence.parameters.compactMap(\.first) {
      switch (sequence.prefix, number) {
      case ("?", _): setPrivateMode(number, on: on)
      case (nil, 4): modes.insert = on
      case (nil, 20): modes.newLine = on
      default: break  // screen's 34, the shape of the cursor, among them
      }
    }
  }

  private mutating func setPrivateMode(_ number: Int, on: Bool) {
    switch number {
    case 47, 1047, 1049: setAlternateScreen(number, on: on)
    case 1048: on ? saveCursor() : restoreCursor()
    case 2026: setSynchronized(on)
    default: setFlag(number, on: on)
    }
    if number == 6 { move(row: 0, column: 0) }
  }

  private mutating func setFlag(_ number: Int, on: Bool) {
    if on {
      modes.privateModes.insert(number)
    } else {
      modes.privateModes.remove(number)
    }
  }

  /// The frame before stays the visible one until the new one is whole; a terminal would wait for a
  /// second at most, the model waits for ever, so that a forgotten end shows.
  private mutating func setSynchronized(_ on: Bool) {
    setFlag(2026, on: on)
    finishedFrame = on ? finishedFrame ?? frame : nil
  }

  /// The three ways differ in what they save and clear: xterm's ctlseqs, "DEC Private Mode Set".
  private mutating func setAlternateScreen(_ number: Int, on: Bool) {
    let was = modes.alternateScreen
    if number == 1049, on, !was { saveCursor() }
    if on != was {
      if number == 1047, !on { clearScreen() }
      swap(&grid, &otherGrid)
      swap(&savedCursor, &otherSavedCursor)
    }
    if on {
      setFlag(number, on: true)
      if number == 1049, !was { clearScreen() }
    } else {
      modes.privateModes.subtract([47, 1047, 1049])
      if number == 1049 { restoreCursor() }
    }
  }
}
