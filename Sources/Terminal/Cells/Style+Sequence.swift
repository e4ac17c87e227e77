extension Style {
  /// Writes what makes a terminal that speaks ECMA-48 write in this style after `before`; after nil, whatever is set.
  ///
  /// As bytes, without a text in between: a picture of symbols has one for nearly every cell.
  func write(to bytes: inout [UInt8], after before: Style?) {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    let isFresh = before?.attributes != attributes
    if isFresh {
      bytes.appendField(0)
      for (attribute, code) in Self.codes where attributes.contains(attribute) { bytes.appendField(code) }
    }
    if isFresh ? foreground != .standard : foreground != before?.foreground {
      foreground.write(to: &bytes, base: 30)
    }
    if isFresh ? background != .standard : background != before?.background {
      background.write(to: &bytes, base: 40)
    }
    if bytes.last == .fieldEnd { bytes.removeLast() }
    bytes.append(UInt8(ascii: "m"))
  }

  private static let codes: [(Attributes, UInt8)] = [(.bold, 1), (.dim, 2), (.underline, 4), (.reverse, 7)]
}

extension Color {
  /// Writes the fields that set it: `base` is 30 for text and 40 for what is behind it.
  ///
  /// The first sixteen have codes of their own, which terminals of eight and sixteen colors know, too.
  fileprivate func write(to bytes: inout [UInt8], base: UInt8) {
    if let (red, green, blue) = parts {
      for field in [base + 8, 2, red, green, blue] { bytes.appendField(field) }
    } else if self == .standard {
      bytes.appendField(base + 9)
    } else {
      let number = UInt8(truncatingIfNeeded: code)
      switch number {
      case ..<8: bytes.appendField(base + number)
      case ..<16: bytes.appendField(base + 52 + number)
      default: for field in [base + 8, 5, number] { bytes.appendField(field) }
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number and the end of the field that it is.
  fileprivate mutating func appendField(_ number: UInt8) {
    if number >= 100 { append(UInt8(ascii: "0") + number / 100) }
    if number >= 10 { append(UInt8(ascii: "0") + number / 10 % 10) }
    append(UInt8(ascii: "0") + number % 10)
    append(.fieldEnd)
  }
}

extension UInt8 {
  fileprivate static let fieldEnd = UInt8(ascii: ";")
}
