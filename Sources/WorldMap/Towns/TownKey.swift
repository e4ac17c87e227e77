import Foundation

/// The form in which names of towns are compared: the letters and digits, small and without diacritics.
///
/// So `São Paulo` is `saopaulo`, `Saint-Denis` and `saint denis` are the same, and so are `Łódź` and `lodz`.
enum TownKey {
  /// Returns the key of a name; empty for a name without letters and digits.
  static func make(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return make(ascii: name) }
    var key = ""
    for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if let letters = plainLetters[scalar] {
        key += letters
      } else if isKept(scalar) {
        key.unicodeScalars.append(scalar)
      }
    }
    return key
  }

  /// The letters of the Latin script that have no decomposition.
  private static let plainLetters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th",
    "ə": "e",
  ]

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber: true
    default: false
    }
  }

  private static func make(ascii name: String) -> String {
    String(unsafeUninitializedCapacity: name.utf8.count) { buffer in
      var count = 0
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): buffer[count] = byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          buffer[count] = byte
        default: continue
        }
        count += 1
      }
      return count
    }
  }
}
