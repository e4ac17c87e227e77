/// What people may read of a text that Flickr sends with HTML in it.
enum PlainText {
  /// Without white space at its ends.
  ///
  /// O(length).
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last else { return text }
    // Neither end can be white space, of ASCII or beyond.
    if first.isPlainEnd, last.isPlainEnd { return text }
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }

  /// Trimmed; nil when there is nothing in it to be seen: white space, controls and characters without a shape.
  ///
  /// O(length).
  static func visible(_ text: String) -> String? {
    let trimmed = trimmed(text)
    if trimmed.utf8.first?.isPlainEnd == true { return trimmed }
    let isVisible = trimmed.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control && properties.generalCategory != .format
    }
    return isVisible ? trimmed : nil
  }

  /// Trimmed, and each run of white space as one blank.
  ///
  /// O(length).
  static func folded(_ text: String) -> String {
    isFolded(text) ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a text is visible ASCII with single blanks in between, as most are: asking each character whether it is
  /// white space costs far more than the bytes.
  private static func isFolded(_ text: String) -> Bool {
    var wasBlank = true
    for byte in text.utf8 {
      let isBlank = byte == UInt8(ascii: " ")
      guard byte.isPlainEnd || (isBlank && !wasBlank) else { return false }
      wasBlank = isBlank
    }
    return !wasBlank || text.isEmpty
  }

  /// Without tags and comments, and with entities decoded.
  ///
  /// O(length).
  ///
  /// Only what can be markup goes: “a < b” and “<3” stay. Tags that begin a new line leave a line break behind.
  static func withoutMarkup(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return text
    }
    var stripper = MarkupStripper(text)
    return stripper.run()
  }
}

extension UInt8 {
  /// Whether it is a visible character of ASCII.
  fileprivate var isPlainEnd: Bool { self > 0x20 && self < 0x7F }
}
