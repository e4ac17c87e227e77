import ObjectGraph

/// What text is sorted by: the key that a natural order has for it.
///
/// Keys are kept in the library, so that a list of any length is read in its order from an index.
enum SortText {
  private static let order = FetchOrder("", comparison: .natural)

  /// The key of a text.
  static func key(of text: String) -> String {
    let start = text.drop { !$0.isLetter && !$0.isNumber }
    let significant = start.isEmpty ? text[...] : start
    guard case .string(let key) = order.key(for: .string(String(significant))) else { return text }
    return key
  }

  /// The section of a list that a key belongs to: its first letter as a capital, or `#`.
  static func initial(of key: String) -> String {
    guard let first = key.first, first.isLetter else { return "#" }
    return first.uppercased()
  }
}
