/// Parts of sentences.
enum Words {
  /// A number of things: “1 photo”, “2 photos”.
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// The text without its full stop, so that a sentence can go on.
  static func clause(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// The text as a sentence begins.
  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
