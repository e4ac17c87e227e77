/// The texts that were used in prompts, by purpose, the latest last.
final class PromptHistory {
  /// All texts by the names of their purposes.
  private(set) var texts: [String: [String]] = [:]

  /// The highest number of texts that are kept for a purpose.
  private static let limit = 100

  /// Adds a text; one that was used before becomes the latest.
  func add(_ text: String, for purpose: String) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    var known = texts[purpose] ?? []
    known.removeAll { $0 == text }
    known.append(text)
    texts[purpose] = known.suffix(Self.limit)
  }

  /// Adds the texts of a former session.
  func add(_ former: [String: [String]]) {
    for (purpose, texts) in former {
      for text in texts { add(text, for: purpose) }
    }
  }

  /// Returns the next text before, or after, one in the history that begins as what was typed; `nil` at the end.
  ///
  /// - Parameters:
  ///   - index: The index of the text that is shown, counted back from the latest; `nil` for what was typed.
  ///   - step: 1 for the text before, -1 for the one after.
  ///   - typed: What was typed.
  ///   - purpose: The name of the purpose of the prompt.
  func recall(
    from index: Int?, by step: Int, typed: String, for purpose: String
  ) -> (index: Int?, text: String)? {
    let matching = (texts[purpose] ?? []).reversed().filter { $0.hasPrefix(typed) && $0 != typed }
    let next = (index ?? -1) + step
    if next == -1, index != nil { return (nil, typed) }
    return matching.indices.contains(next) ? (next, matching[next]) : nil
  }
}
