extension Style {
  /// What makes a terminal that speaks ECMA-48 write in this style after `before`; after nil, whatever is set.
  func sequence(after before: Style?) -> String {
    var codes: [String] = []
    if before?.attributes != attributes {
      codes.append("0")
      for (attribute, code) in Self.codes where attributes.contains(attribute) { codes.append(code) }
    }
    let isFresh = !codes.isEmpty
    if isFresh ? foreground != .standard : foreground != before?.foreground {
      codes.append(foreground.code(base: 30))
    }
    if isFresh ? background != .standard : background != before?.background {
      codes.append(background.code(base: 40))
    }
    return "\u{1b}[" + codes.joined(separator: ";") + "m"
  }

  private static let codes: [(Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
  ]
}

extension Color {
  /// The code that sets it: `base` is 30 for text and 40 for what is behind it.
  ///
  /// The first sixteen have codes of their own, which terminals of eight and sixteen colours know, too.
  fileprivate func code(base: Int) -> String {
    if let (red, green, blue) = parts { return "\(base + 8);2;\(red);\(green);\(blue)" }
    return switch code {
    case ..<0: "\(base + 9)"
    case ..<8: "\(base + Int(code))"
    case ..<16: "\(base + 52 + Int(code))"
    default: "\(base + 8);5;\(code)"
    }
  }
}
