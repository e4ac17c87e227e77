/// A key as kitty's keyboard protocol reports it: CSI, the codes of the key, its modifiers, `u`
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
///
/// The program gets the same events as from other terminals: see `KeyEvent.reported`.
struct KeyCode {
  /// The code of the character that the key writes alone, or of a key without one.
  private let code: Int
  /// The code of the character that the key writes with Shift, if Shift is held.
  private let shifted: Int?
  /// The code of the key at this place of the PC-101 keyboard, if it differs: with a layout of Cyrillic letters, for example.
  private let base: Int?
  /// The modifiers, as bits.
  private let bits: Int

  /// Parses the part of the sequence between CSI and `u`.
  init(_ body: ArraySlice<UInt8>) {
    let fields = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        Int(String(decoding: $0, as: UTF8.self))
      }
    }
    let codes = fields.first ?? []
    code = codes.first.flatMap(\.self) ?? 0
    shifted = codes.count > 1 ? codes[1] : nil
    base = codes.count > 2 ? codes[2] : nil
    // Counted from 1; what kind of event it is may follow.
    bits = max(1, fields.count > 1 ? fields[1].first.flatMap(\.self) ?? 1 : 1) - 1
  }

  /// The key; `nil` for one that other terminals do not report, such as a key with Super.
  var event: KeyEvent? {
    // Caps Lock and Num Lock (64 and 128) are modifiers as well, and mean nothing here.
    guard bits & (8 | 16 | 32) == 0 else { return nil }
    let modifiers = KeyEvent.Modifiers(rawValue: UInt8(bits & 7))
    if let key = Self.functional[code] { return KeyEvent(key, modifiers) }
    switch Self.keypad[code] ?? code {
    case 9: return KeyEvent(.tab, modifiers).reported
    case 13: return KeyEvent(.enter, modifiers).reported
    case 27: return KeyEvent(.escape, modifiers).reported
    case 127: return KeyEvent(.backspace, modifiers).reported
    case let code: return Self.scalar(code).map { character($0, modifiers) }
    }
  }

  private func character(_ scalar: Unicode.Scalar, _ modifiers: KeyEvent.Modifiers) -> KeyEvent {
    let capital = modifiers.contains(.shift) ? shifted.flatMap(Self.scalar) : nil
    if modifiers.contains(.control) {
      let candidates = [capital, scalar, base.flatMap(Self.scalar)]
      let characters = candidates.compactMap { $0.map { Character($0) } }
      if let character = characters.first(where: { KeyEvent.controlCharacter(of: $0) != nil }) {
        return KeyEvent(.character(character), modifiers).reported
      }
    }
    var character = Character(capital ?? scalar)
    // Without the code with Shift, only that of a letter is known.
    if capital == nil, modifiers.contains(.shift), let upper = character.uppercased().first,
      character.uppercased().count == 1
    {
      character = upper
    }
    return KeyEvent(.character(character), modifiers.subtracting(.shift))
  }

  /// Returns the character with a code; `nil` for a control character and the codes of keys without one.
  private static func scalar(_ code: Int) -> Unicode.Scalar? {
    guard code >= 0x20, let scalar = Unicode.Scalar(UInt32(clamping: code)),
      scalar.properties.generalCategory != .privateUse
    else { return nil }
    return scalar
  }

  /// The keys of the keypad that write something, by the code of the key that writes the same.
  private static let keypad: [Int: Int] = {
    var codes = [57414: 13]
    for (index, character) in "0123456789./*-+".utf8.enumerated() { codes[57399 + index] = Int(character) }
    codes[57415] = Int(UInt8(ascii: "="))
    codes[57416] = Int(UInt8(ascii: ","))
    return codes
  }()

  /// The other keys of the keypad, and the function keys without a sequence of their own.
  private static let functional: [Int: KeyEvent.Key] = {
    var keys: [Int: KeyEvent.Key] = [
      57417: .left, 57418: .right, 57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home,
      57424: .end, 57425: .insert, 57426: .delete,
    ]
    for number in 13...24 { keys[57376 + number - 13] = .function(number) }
    return keys
  }()
}
