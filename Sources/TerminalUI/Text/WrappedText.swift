internal import Terminal

/// Text broken into lines.
public enum WrappedText {
  /// The maximum number of lines of a text; the rest is cut off.
  private static let mostLines = 200

  /// The text in lines of at most `width` columns, broken between words where that is possible.
  ///
  /// O(length).
  public static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    // The width of the line so far: measuring it again for each word would take quadratic time.
    var used = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard lines.count < mostLines else { break }
      let more = SafeText.width(of: word, upTo: width + 1)
      if line.isEmpty ? more <= width : used + 1 + more <= width {
        used = line.isEmpty ? more : used + 1 + more
        if !line.isEmpty { line += " " }
        line += word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      (line, used) = (String(word), more)
      while used > width, lines.count < mostLines {
        let head = headFitting(line, width: width)
        lines.append(head)
        line = String(line.dropFirst(max(1, head.count)))
        used = SafeText.width(of: line, upTo: width + 1)
      }
    }
    if !line.isEmpty, lines.count < mostLines { lines.append(line) }
    return lines
  }

  /// A term at the left and its explanation from `column` on, both in as many lines as they need.
  public static func rows(_ term: String, _ text: String, column: Int, width: Int) -> [String] {
    let terms = lines(of: term, width: max(1, column - 2))
    let texts = lines(of: text, width: max(1, width - column))
    return (0..<max(terms.count, texts.count)).map { index in
      let left = index < terms.count ? terms[index] : ""
      guard index < texts.count else { return left }
      return left + String(repeating: " ", count: column - SafeText.width(of: left)) + texts[index]
    }
  }

  /// As many characters of a long word as fit.
  private static func headFitting(_ word: String, width: Int) -> String {
    var head = ""
    var used = 0
    for character in word {
      let more = SafeText.width(of: String(character))
      guard used + more <= width else { break }
      head.append(character)
      used += more
    }
    return head
  }
}
