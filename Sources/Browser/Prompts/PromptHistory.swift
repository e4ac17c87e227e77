/// The texts that were used or canceled in prompts, by purpose, the latest last.
nonisolated final class PromptHistory {
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

  /// Returns the texts at the end of a session: those that are saved by now, and behind them those that the session used.
  ///
  /// - Parameters:
  ///   - start: The texts when the session began.
  ///   - end: Those at its end.
  ///   - saved: Those that are saved, also by other browsers.
  static func merged(
    start: [String: [String]], end: [String: [String]], saved: [String: [String]]
  ) -> [String: [String]] {
    let history = PromptHistory()
    history.add(saved)
    for (purpose, texts) in end {
      // A text that is used goes to the end: those before it are in the order in which they were.
      var former = (start[purpose] ?? [])[...]
      let used = texts.drop { text in
        guard let index = former.firstIndex(of: text) else { return false }
        former = former[(index + 1)...]
        return true
      }
      history.add([purpose: Array(used)])
    }
    return history.texts
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
