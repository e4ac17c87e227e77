/// What people may read of a text that Flickr sends with HTML in it.
enum PlainText {
  /// Without white space at its ends.
  ///
  /// O(length).
  static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Trimmed, and each run of white space as one blank.
  ///
  /// O(length).
  static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
