/// Conversion of Flickr's texts with HTML into plain text.
enum PlainText {
  /// Returns the text without surrounding white space.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last else { return text }
    // Neither end can be white space, ASCII or not.
    if first.isPlainEnd, last.isPlainEnd { return text }
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }

  /// Returns the trimmed text; `nil` if it contains only white space, control characters and characters
  /// without a glyph.
  ///
  /// - Complexity: O(*n*) in the length of the text.
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

  /// Returns the trimmed text, with each run of white space replaced by one blank.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func folded(_ text: String) -> String {
    if isFolded(text) { return text }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // Bytes of ASCII are characters, except for CR LF, which is white space as each of them is.
    return text.utf8.split(whereSeparator: \.isWhitespace).map { Substring($0) }.joined(separator: " ")
  }

  /// Returns whether a text is visible ASCII with single blanks, as most are: testing each character for
  /// white space costs far more than testing the bytes.
  private static func isFolded(_ text: String) -> Bool {
    var wasBlank = true
    for byte in text.utf8 {
      let isBlank = byte == UInt8(ascii: " ")
      guard byte.isPlainEnd || (isBlank && !wasBlank) else { return false }
      wasBlank = isBlank
    }
    return !wasBlank || text.isEmpty
  }

  /// Returns the text without tags and comments, with decoded entities.
  ///
  /// Only potential markup is removed: “a < b” and “<3” stay. Tags that begin a new line are replaced by a
  /// line break.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func withoutMarkup(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return text
    }
    var stripper = MarkupStripper(text)
    return stripper.run()
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is a visible ASCII character.
  fileprivate var isPlainEnd: Bool { self > 0x20 && self < 0x7F }

  /// A Boolean value that indicates whether the byte is white space of ASCII.
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
