/// Texts of metadata, whose encoding is often not what a standard says.
enum MetadataText {
  /// The longest text that is kept, in characters.
  private static let longest = 20_000

  /// The characters of Windows-1252 from 0x80, where Latin-1 has control characters that no text needs.
  private static let windowsCharacters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Decodes UTF-8, or else Windows-1252, of which Latin-1 is a part; returns `nil` for an empty text.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(
        String.UnicodeScalarView(
          bytes.map { (0x80..<0xA0).contains($0) ? windowsCharacters[Int($0) - 0x80] : Unicode.Scalar($0) }))
    return trimmed(text)
  }

  /// Returns a text without blanks at its ends; `nil` if nothing is left.
  static func trimmed(_ text: String) -> String? {
    let start = text.prefix(longest).drop { $0.isWhitespace || $0 == "\0" }
    let end = start.lastIndex { !$0.isWhitespace && $0 != "\0" }
    return end.map { String(start[...$0]) }
  }
}
