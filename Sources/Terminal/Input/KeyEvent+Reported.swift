extension KeyEvent {
  /// The key as terminals report it: some keys are the same with Control or Shift as without, or as another key.
  ///
  /// Control with a letter is the control character that it writes (Ctrl-I is Tab, Ctrl-[ is Esc), and Enter, Esc and Backspace are
  /// the same with Shift and Control. Only Control with a character that has no control character, such as Ctrl-1, is a key of its
  /// own, in terminals that distinguish keys.
  var reported: KeyEvent {
    switch key {
    case .enter, .escape, .backspace: return KeyEvent(key, modifiers.intersection(.alt))
    case .tab: return KeyEvent(key, modifiers.subtracting(.control))
    case .character(let character):
      guard modifiers.contains(.control), let byte = Self.controlCharacter(of: character) else {
        return KeyEvent(key, modifiers.subtracting(.shift))
      }
      let written = InputParser.control(byte)
      return KeyEvent(written.key, written.modifiers.union(modifiers.intersection(.alt)))
    default: return self
    }
  }

  /// A Boolean value that indicates whether the bytes of the key are those of Esc and another key, in terminals that do not
  /// distinguish keys.
  public var readsAsEscapeAndKey: Bool {
    guard modifiers.contains(.alt) else { return false }
    switch key {
    // These begin sequences, of which the rest may have been lost.
    case .character(let character) where modifiers == .alt && "[OP]_^".contains(character): return false
    case .character, .enter, .tab, .backspace: return true
    default: return false
    }
  }

  /// Returns the control character that Control with a character writes, if there is one (kitty's keyboard protocol, table "Legacy
  /// ctrl mapping of ASCII keys").
  static func controlCharacter(of character: Character) -> UInt8? {
    guard let value = character.asciiValue else { return nil }
    return switch character {
    case " ", "2": 0
    case "3"..."7": value - 0x33 + 0x1b
    case "8", "?": 0x7f
    case "/": 0x1f
    case "~": 0x1e
    case "@", "[", "\\", "]", "^", "_", "A"..."Z", "a"..."z": value & 0x1f
    default: nil
    }
  }
}
