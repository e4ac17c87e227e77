/// Parts of sentences.
public enum Words {
  /// Returns a number with its noun: “1 photo”, “2 photos”.
  public static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns the text without its full stop, so that the sentence can continue.
  static func clause(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// Returns the text with a capital first letter.
  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
