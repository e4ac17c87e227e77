/// Removes HTML markup from text in one pass.
///
/// A repeated search for a missing end would take quadratic time for malicious text. Therefore the pass
/// records the last positions where a tag or a comment can end, and an unclosed quotation mark, which then
/// does not count as one.
struct MarkupStripper {
  private let input: [UInt8]
  private let lastTagEnd: Int
  private let lastCommentEnd: Int
  private var unclosedQuotes: Set<Int> = []
  private var position = 0
  private var output: [UInt8] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    input = bytes
    lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    lastCommentEnd = bytes.indices.last { bytes[$0...].starts(with: "-->".utf8) } ?? -1
    output.reserveCapacity(input.count)
  }

  mutating func run() -> String {
    while position < input.count {
      switch input[position] {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"): readEntity()
      default: keep()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func keep() {
    output.append(input[position])
    position += 1
  }

  private mutating func readTag() {
    guard let end = endOfMarkup() else { return keep() }
    let name = input[(position + 1)..<end].drop { $0 == UInt8(ascii: "/") }.prefix(while: \.isLetterOrDigit)
    if Self.lineTags.contains(String(decoding: name, as: UTF8.self).lowercased()) {
      output.append(UInt8(ascii: "\n"))
    }
    position = end
  }

  /// Returns the position after the tag or comment that begins here; `nil` if there is none.
  private mutating func endOfMarkup() -> Int? {
    guard position < lastTagEnd else { return nil }
    if input[position...].starts(with: "<!--".utf8) { return endOfComment() }
    let first = input[position + 1]
    let closes = first == UInt8(ascii: "/") && input[position + 2].isLetter
    guard first.isLetter || closes || first == UInt8(ascii: "!") else { return nil }
    while true {
      switch search() {
      case .end(let end): return end
      case .unclosedQuote(let quote): unclosedQuotes.insert(quote)
      }
    }
  }

  private enum Found { case end(Int), unclosedQuote(Int) }

  /// Searches for the end of the tag, which exists unless it is within quotation marks.
  private func search() -> Found {
    var quote: Int?
    for index in (position + 1)...lastTagEnd {
      let byte = input[index]
      if let open = quote {
        if byte == input[open] { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return .end(index + 1)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        input[index - 1] == UInt8(ascii: "="), !unclosedQuotes.contains(index)
      {
        quote = index
      }
    }
    return .unclosedQuote(quote ?? lastTagEnd)
  }

  private func endOfComment() -> Int? {
    guard position + 4 <= lastCommentEnd else { return nil }
    return (position + 4...lastCommentEnd).first { input[$0...].starts(with: "-->".utf8) }.map { $0 + 3 }
  }

  private mutating func readEntity() {
    let name = input[(position + 1)...].prefix(HTMLEntity.longestName + 1)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")),
      let scalar = HTMLEntity.scalar(String(decoding: name[..<end], as: UTF8.self))
    else { return keep() }
    output.append(contentsOf: String(scalar).utf8)
    position = end + 1
  }

  private static let lineTags: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "hr", "pre",
  ]
}

extension UInt8 {
  var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  var isLetterOrDigit: Bool { isLetter || isDigit }
}
