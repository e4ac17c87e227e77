/// Parts of sentences.
enum Words {
  /// A number of things: “1 photo”, “2 photos”.
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// The text with a full stop.
  static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  /// The text as a sentence begins.
  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
