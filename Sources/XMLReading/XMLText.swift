/// Text as XML holds it.
package enum XMLText {
  /// Returns a Boolean value that indicates whether XML 1.0 allows the character (section 2.2); it forbids
  /// NUL, most control characters and two others.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Returns the character whose number the digits are, or `nil` if they are none: Swift's parser would also read a sign.
  static func scalar(_ digits: some StringProtocol, radix: Int) -> Unicode.Scalar? {
    guard digits.first?.isHexDigit == true else { return nil }
    return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init)
  }

  /// Returns a Boolean value that indicates whether the text can be written unchanged.
  package static func isAllowed(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isAllowed) }

  /// The text between tags, or with quotes between the quotes of an attribute.
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"" where inAttribute: result += "&quot;"
      // Readers turn these into others.
      case "\r": result += "&#13;"
      case "\n" where inAttribute: result += "&#10;"
      case "\t" where inAttribute: result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text with each backslash doubled, and with characters that XML cannot hold as `\u{0}`, as in
  /// Swift.
  package static func backslashed(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        result += "\\\\"
      } else if isAllowed(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Returns the text without backslash escapes, or `nil` if it is not escaped correctly.
  package static func unbackslashed(_ text: String) -> String? {
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "\\": result += "\\"
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let escaped = Self.scalar(String(rest[..<end]), radix: 16)
        else { return nil }
        result.unicodeScalars.append(escaped)
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    return result
  }
}
