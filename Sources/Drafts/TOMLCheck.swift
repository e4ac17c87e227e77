/// A check of a text, before toml++ 3.4 parses it.
///
/// The parser ends the program, by assertions, at a header that does not begin with a key, and at a brace where an array expects a
/// value. Its interface in C ends texts and strings at U+0000. The check is right up to the first error in the text, behind which
/// the parser reads nothing.
struct TOMLCheck {
  private var rest: Substring.UTF8View
  private var line = 1
  /// The open arrays and inline tables, as their opening brackets, the innermost last.
  private var open: [UInt8] = []
  private var isLineStart = true
  /// The numbers of the lines that begin within a string of several lines.
  private var linesInStrings: Set<Int> = []

  private static let nullReason = "a text cannot contain the character U+0000"

  private init(_ text: String) { rest = Substring(text).utf8 }

  /// Returns the first error in a text; `nil` if there is none of these kinds.
  static func error(in text: String) -> TOMLDocument.SyntaxError? {
    if let null = text.utf8.firstIndex(of: 0) {
      let line = 1 + text.utf8[..<null].count { $0 == UInt8(ascii: "\n") }
      return TOMLDocument.SyntaxError(line: line, reason: nullReason)
    }
    var check = TOMLCheck(text)
    return check.consumeAll().map { TOMLDocument.SyntaxError(line: check.line, reason: $0) }
  }

  /// Returns the numbers of the lines that begin within a string of several lines, up to the first error in a text.
  static func linesInStrings(of text: String) -> Set<Int> {
    var check = TOMLCheck(text)
    _ = check.consumeAll()
    return check.linesInStrings
  }

  /// Consumes the text up to the first error, and returns its reason.
  private mutating func consumeAll() -> String? {
    while let byte = rest.first {
      if let reason = consume(byte) { return reason }
    }
    return nil
  }

  /// Consumes a header, a string, a comment or a character; returns the reason if it is an error.
  private mutating func consume(_ byte: UInt8) -> String? {
    let wasLineStart = isLineStart
    isLineStart = byte == UInt8(ascii: "\n") || wasLineStart && Self.isBlank(byte)
    switch byte {
    case UInt8(ascii: "["):
      if wasLineStart, open.isEmpty { return consumeHeader() }
      open.append(byte)
    case UInt8(ascii: "{"): open.append(byte)
    case UInt8(ascii: "}"):
      if open.popLast() == UInt8(ascii: "[") { return "expected value or closing ']', saw '}'" }
    case UInt8(ascii: "]"): _ = open.popLast()
    case UInt8(ascii: "#"):
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      return nil
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return consumeString(byte)
    case UInt8(ascii: "\n"): line += 1
    default: break
    }
    rest = rest.dropFirst()
    return nil
  }

  /// Consumes the opening brackets of a header, which open nothing.
  private mutating func consumeHeader() -> String? {
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst() }
    guard rest.first(where: { !Self.isBlank($0) }).map(Self.canFollowBracket) ?? true else {
      return "the name of a table begins with a letter, a digit, “_”, “-” or a quotation mark"
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func canFollowBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-\"']".utf8.contains(byte)
    }
  }

  /// Consumes a string; returns the reason if it has an escape sequence for U+0000.
  private mutating func consumeString(_ quote: UInt8) -> String? {
    let isLong = rest.starts(with: [quote, quote, quote])
    rest = rest.dropFirst(isLong ? 3 : 1)
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        if rest.starts(with: "u0000".utf8) || rest.starts(with: "U00000000".utf8) { return Self.nullReason }
        if rest.first == UInt8(ascii: "\n") { beginLine(inString: isLong) }
        rest = rest.dropFirst()
      } else if byte == quote, !isLong || rest.starts(with: [quote, quote, quote]) {
        // Up to two quotation marks can stand before the three at the end.
        rest = rest.dropFirst(isLong ? rest.prefix(5).prefix { $0 == quote }.count : 1)
        return nil
      } else {
        if byte == UInt8(ascii: "\n") {
          // The string is open, which the parser reports.
          guard isLong else { return nil }
          beginLine(inString: true)
        }
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  private mutating func beginLine(inString: Bool) {
    line += 1
    if inString { linesInStrings.insert(line) }
  }
}
