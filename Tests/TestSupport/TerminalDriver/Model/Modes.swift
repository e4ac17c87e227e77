extension TerminalModel {
  /// The terminal modes that a program has set.
  public struct Modes: Sendable, Equatable {
    /// The numbers of the private modes that are set (`CSI ? n h`); autowrap (7) and the cursor (25) are set
    /// initially.
    public internal(set) var privateModes: Set<Int> = [7, 25]
    /// A Boolean value that indicates whether characters shift the rest of the row to the right (IRM).
    public internal(set) var insert = false
    /// A Boolean value that indicates whether a line feed also returns the carriage (LNM).
    public internal(set) var newLine = false
    /// A Boolean value that indicates whether the keypad sends application sequences (DECKPAM).
    public internal(set) var applicationKeypad = false
    /// The cursor shape (DECSCUSR), 0 for the default.
    public internal(set) var cursorShape = 0
    /// The level of xterm's modifyOtherKeys, 0 for off.
    public internal(set) var modifyOtherKeys = 0
    /// The flags of kitty's keyboard protocol that the program has pushed on the stack of the visible screen; the last
    /// ones count.
    public internal(set) var keyboardFlags: [Int] = []
    /// The flags on the stack of the other screen.
    var otherKeyboardFlags: [Int] = []

    /// A Boolean value that indicates whether the alternate screen is shown.
    public var alternateScreen: Bool { !privateModes.isDisjoint(with: [47, 1047, 1049]) }
    /// A Boolean value that indicates whether the cursor is visible.
    public var cursorVisible: Bool { privateModes.contains(25) }
    /// A Boolean value that indicates whether arrow keys send `ESC O` (DECCKM).
    public var applicationCursor: Bool { privateModes.contains(1) }
    /// A Boolean value that indicates whether pasted text is enclosed in brackets.
    public var bracketedPaste: Bool { privateModes.contains(2004) }
    /// A Boolean value that indicates whether focus changes are reported.
    public var focusReports: Bool { privateModes.contains(1004) }
    /// A Boolean value that indicates whether a synchronized frame is open, which is shown when it ends.
    public var synchronizedOutput: Bool { privateModes.contains(2026) }
    /// A Boolean value that indicates whether the mouse is reported in any way.
    public var mouse: Bool { !privateModes.isDisjoint(with: [9, 1000, 1002, 1003]) }

    /// A Boolean value that indicates whether no key begins like another one.
    public var distinguishesKeys: Bool { keyboardFlags.last.map { $0 & 1 == 1 } ?? false }

    var autowrap: Bool { privateModes.contains(7) }
    var origin: Bool { privateModes.contains(6) }

    /// The private modes that the terminal supports.
    static let known: [Int: String] = [
      1: "application cursor keys", 5: "reverse screen", 6: "origin mode", 7: "autowrap",
      9: "mouse", 12: "blinking cursor", 25: "cursor", 47: "alternate screen", 1000: "mouse",
      1002: "mouse drag", 1003: "mouse motion", 1004: "focus reports", 1005: "UTF-8 mouse",
      1006: "SGR mouse", 1015: "urxvt mouse", 1047: "alternate screen", 1049: "alternate screen",
      2004: "bracketed paste", 2031: "notices of colors", 2026: "synchronized output",
    ]

    /// The descriptions of modes that a program should have reset before it ended.
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
      if !keyboardFlags.isEmpty || !otherKeyboardFlags.isEmpty { left.append("keyboard flags") }
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

  /// The previous frame stays visible until the new one is complete.
  ///
  /// A terminal would wait for at most a second. The model waits indefinitely, so that tests detect a missing
  /// end.
  private mutating func setSynchronized(_ on: Bool) {
    setFlag(2026, on: on)
    finishedFrame = on ? finishedFrame ?? frame : nil
  }

  /// The three modes differ in what they save and clear: xterm's ctlseqs, "DEC Private Mode Set".
  private mutating func setAlternateScreen(_ number: Int, on: Bool) {
    let was = modes.alternateScreen
    if number == 1049, on, !was { saveCursor() }
    if on != was {
      if number == 1047, !on { clearScreen() }
      swap(&grid, &otherGrid)
      swap(&savedCursor, &otherSavedCursor)
      // The terminal around tmux, which has the images, does not change its screen.
      if !persona.isTmux { swap(&artwork, &otherArtwork) }
      swap(&modes.keyboardFlags, &modes.otherKeyboardFlags)
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
