/// Texts of metadata, whose encoding is often not what a standard says.
enum MetadataText {
  /// The longest text that is kept, in characters.
  private static let longest = 20_000

  /// Decodes UTF-8, or else Latin-1; returns `nil` for an empty text.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    return trimmed(text)
  }

  /// Returns a text without blanks at its ends; `nil` if nothing is left.
  static func trimmed(_ text: String) -> String? {
    let start = text.prefix(longest).drop { $0.isWhitespace || $0 == "\0" }
    let end = start.lastIndex { !$0.isWhitespace && $0 != "\0" }
    return end.map { String(start[...$0]) }
  }
}
