/// A word that stands for no part of a style.
public struct StyleTextError: Error, Hashable, CustomStringConvertible {
  /// The word; empty for a text without words.
  public let word: String

  /// A sentence with the words that there are.
  public var description: String {
    (word.isEmpty ? "A style needs a word" : "“\(word)” is no part of a style")
      + "; there are bold, dim, reverse, underline, plain, on, the colors default, "
      + Color.names.joined(separator: ", ")
      + ", these with bright- before them, numbers up to 255, and #rrggbb"
  }
}
