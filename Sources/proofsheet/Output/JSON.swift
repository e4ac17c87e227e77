import Foundation

/// The JSON output format: keys in alphabetical order, text unchanged except for characters that control a
/// terminal.
enum JSON {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// Writes one object as a line.
  static func write(_ value: some Encodable) throws { try Output.write(text: text(value, encoder)) }

  /// The value in one line; control characters, marks of direction and invisible characters are escaped.
  ///
  /// The encoder escapes only what RFC 8259 demands: U+0000 to U+001F. Others occur in strings alone, where an escape
  /// means the same.
  static func text(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    // Bytes are several times as fast as scalars, and most values are ASCII.
    guard text.utf8.contains(where: { $0 >= 0x7F }), text.unicodeScalars.contains(where: needsEscape) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if needsEscape(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x7F: false
    case 0x7F...0x9F, 0x2028...0x202E, 0xFFF9...0xFFFB: true
    // Among them are zero-width characters, the soft hyphen, marks of direction, and tags.
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
