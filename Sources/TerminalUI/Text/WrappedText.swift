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
    // Most text is plain: each byte is a character of one column, and blanks are the only white space.
    let isPlain = width > 0 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    func columns(of word: Substring) -> Int {
      isPlain ? word.utf8.count : SafeText.width(of: word, upTo: width + 1)
    }
    for word in isPlain ? plainWords(of: text) : text.split(whereSeparator: \.isWhitespace) {
      guard lines.count < mostLines else { break }
      let more = columns(of: word)
      if line.isEmpty ? more <= width : used + 1 + more <= width {
        used = line.isEmpty ? more : used + 1 + more
        if !line.isEmpty { line += " " }
        line += word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var rest = word
      used = more
      while used > width, lines.count < mostLines {
        let head = isPlain ? Substring(rest.utf8.prefix(width)) : headFitting(rest, width: width)
        lines.append(String(head))
        rest = head.isEmpty ? rest.dropFirst() : rest[head.endIndex...]
        used = columns(of: rest)
      }
      line = String(rest)
    }
    if !line.isEmpty, lines.count < mostLines { lines.append(line) }
    return lines
  }

  /// The text in at most `limit` lines, of which the last has all that is left: it is wider than its room if the text does not
  /// fit, and a canvas then draws it with an ellipsis.
  public static func lines(of text: String, width: Int, limit: Int) -> [String] {
    let lines = lines(of: text, width: width)
    guard limit > 0 else { return [] }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")]
  }

  /// The words of a text without other white space than blanks.
  private static func plainWords(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
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
  private static func headFitting(_ word: Substring, width: Int) -> Substring {
    var used = 0
    return word.prefix { character in
      used += SafeText.width(of: String(character))
      return used <= width
    }
  }
}
