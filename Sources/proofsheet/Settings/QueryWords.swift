import ArgumentParser

/// A query as the words of a command line, which may begin with a minus sign.
enum QueryWords {
  /// Checks that no word is an option that the command does not have.
  ///
  /// - Throws: A `ValidationError`.
  static func validate(_ words: [String]) throws {
    if let option = words.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
      throw ValidationError("There is no option “\(option)”.")
    }
  }

  /// Returns the text of the query.
  static func text(of words: [String]) -> String { words.filter { $0 != "--" }.joined(separator: " ") }
}
