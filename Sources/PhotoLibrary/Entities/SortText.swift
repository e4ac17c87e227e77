import ObjectGraph

/// The sort keys of texts in the natural order.
///
/// Keys are stored in the library, so that a list of any length is read in order from an index.
enum SortText {
  private static let order = FetchOrder("", comparison: .natural)

  /// Returns the key of a text.
  ///
  /// Without the text itself, which ends a natural key to distinguish texts that differ in case or accents only:
  /// it would double the length, and the primary key distinguishes them as well.
  static func key(of text: String) -> String {
    String(Substring(naturalKey(of: text).utf8.prefix { $0 != 0 }))
  }

  /// Returns the keys that a text can have in a library: that of this version, and that of version 1, which ends with
  /// the text.
  static func storedKeys(of text: String) -> [String] { [key(of: text), naturalKey(of: text)] }

  private static func naturalKey(of text: String) -> String {
    let start = text.drop { !$0.isLetter && !$0.isNumber }
    let significant = start.isEmpty ? text[...] : start
    guard case .string(let key) = order.key(for: .string(String(significant))) else { return text }
    return key
  }

  /// Returns the list section of a key: its first letter in upper case, or `#`.
  static func initial(of key: String) -> String {
    guard let first = key.first, first.isLetter else { return "#" }
    return first.uppercased()
  }
}
