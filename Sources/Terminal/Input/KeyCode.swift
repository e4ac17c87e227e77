/// A key as kitty's keyboard protocol reports it: CSI, the code of the key, its modifiers, `u`
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
///
/// The program hears of the same keys as from other terminals. So Control with a letter is the control character that it writes
/// elsewhere (Ctrl-I is Tab, Ctrl-[ is Esc), and keys that write such a character are the same with Shift and Control.
struct KeyCode {
  /// The code of the character that the key writes alone, or of a key without one.
  let code: Int
  /// The modifiers, as bits.
  private let bits: Int

  /// Creates a key from the numbers of its sequence: modifiers are counted from 1.
  init(_ numbers: [Int]) {
    code = numbers.first ?? 0
    bits = max(1, numbers.count > 1 ? numbers[1] : 1) - 1
  }

  /// The key; `nil` for one that other terminals do not report, such as a key with Super.
  var event: KeyEvent? {
    // Caps Lock and Num Lock (64 and 128) are modifiers as well, and mean nothing here.
    guard bits & (8 | 16 | 32) == 0 else { return nil }
    let modifiers = KeyEvent.Modifiers(rawValue: UInt8(bits & 7))
    if let key = Self.keypad[code] { return KeyEvent(key, modifiers) }
    switch code {
    case 9: return KeyEvent(.tab, modifiers.subtracting(.control))
    case 13: return KeyEvent(.enter, modifiers.intersection(.alt))
    case 27: return KeyEvent(.escape, modifiers.intersection(.alt))
    case 127: return KeyEvent(.backspace, modifiers.intersection(.alt))
    default: return character(modifiers)
    }
  }

  private func character(_ modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    guard let scalar = Unicode.Scalar(UInt32(clamping: code)), code >= 0x20,
      scalar.properties.generalCategory != .privateUse
    else { return nil }
    if modifiers.contains(.control), let byte = Self.controlCharacter(scalar) {
      var key = InputParser.control(byte)
      key.modifiers.formUnion(modifiers.intersection(.alt))
      return key
    }
    guard modifiers.contains(.shift) else { return KeyEvent(.character(Character(scalar)), modifiers) }
    // The code is that of the key without Shift, and only of letters it is known what they are with it.
    let capital = Character(scalar).uppercased()
    guard capital.count == 1, let letter = capital.first, letter != Character(scalar) else {
      return KeyEvent(.character(Character(scalar)), modifiers)
    }
    return KeyEvent(.character(letter), modifiers.subtracting(.shift))
  }

  /// Returns the control character of a key with Control, if it has one (the protocol's table "Legacy ctrl mapping of ASCII
  /// keys").
  private static func controlCharacter(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case " ", "2": 0
    case "3"..."7": UInt8(scalar.value - 0x33 + 0x1b)
    case "8", "?": 0x7f
    case "/": 0x1f
    case "@", "[", "\\", "]", "^", "_", "a"..."z": UInt8(scalar.value & 0x1f)
    default: nil
    }
  }

  /// The keys of the keypad, which this protocol distinguishes from the others.
  private static let keypad: [Int: KeyEvent.Key] = {
    var keys: [Int: KeyEvent.Key] = [
      57414: .enter, 57417: .left, 57418: .right, 57419: .up, 57420: .down, 57421: .pageUp,
      57422: .pageDown, 57423: .home, 57424: .end, 57425: .insert, 57426: .delete,
    ]
    for (index, character) in "0123456789./*-+".enumerated() { keys[57399 + index] = .character(character) }
    keys[57415] = .character("=")
    return keys
  }()
}
