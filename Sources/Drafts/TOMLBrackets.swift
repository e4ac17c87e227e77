/// A check of the brackets in a text, before toml++ 3.4 parses it.
///
/// The parser ends the program, by assertions, at a header that does not begin with a key, and at a brace where an array expects a
/// value. The check is right up to the first error in the text, behind which the parser reads nothing.
struct TOMLBrackets {
  private var rest: Substring.UTF8View
  private var line = 1
  /// The open arrays and inline tables, as their opening brackets, the innermost last.
  private var open: [UInt8] = []
  private var isLineStart = true

  private init(_ text: String) { rest = Substring(text).utf8 }

  /// Returns the first error in a text; `nil` if there is none of these kinds.
  static func error(in text: String) -> TOMLDocument.SyntaxError? {
    var brackets = TOMLBrackets(text)
    while let byte = brackets.rest.first {
      if let reason = brackets.consume(byte) {
        return TOMLDocument.SyntaxError(line: brackets.line, reason: reason)
      }
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
      consumeString(byte)
      return nil
    case UInt8(ascii: "\n"): line += 1
    default: break
    }
    rest = rest.dropFirst()
    return nil
  }

  /// Consumes the line of a header; what stands between its brackets opens nothing.
  private mutating func consumeHeader() -> String? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let inside = rest[..<end].dropFirst()
    let name = inside.first == UInt8(ascii: "[") ? inside.dropFirst() : inside
    let first = name.first { !Self.isBlank($0) }
    guard first.map(Self.canFollowBracket) ?? (end == rest.endIndex) else {
      return "the name of a table begins with a letter, a digit, “_”, “-” or a quotation mark"
    }
    rest = rest[end...]
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

  private mutating func consumeString(_ quote: UInt8) {
    let isLong = rest.starts(with: [quote, quote, quote])
    rest = rest.dropFirst(isLong ? 3 : 1)
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        if rest.dropFirst().first == UInt8(ascii: "\n") { line += 1 }
        rest = rest.dropFirst(2)
      } else if byte == quote, !isLong || rest.starts(with: [quote, quote, quote]) {
        // Up to two quotation marks can stand before the three at the end.
        rest = rest.dropFirst(isLong ? rest.prefix(5).prefix { $0 == quote }.count : 1)
        return
      } else {
        if byte == UInt8(ascii: "\n") {
          // The string is open, which the parser reports.
          guard isLong else { return }
          line += 1
        }
        rest = rest.dropFirst()
      }
    }
  }
}
