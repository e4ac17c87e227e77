/// Swift source, split into what is code and what is comment.
///
/// Knows comments (nested ones too), string literals of all kinds and interpolations; regex literals are
/// taken for code. That is enough to look for declarations without finding them in prose.
struct SourceText {
  /// The lines with comments and the contents of string literals blanked out.
  let code: [String]
  /// Whether there is a comment on the line of the same index.
  let hasComment: [Bool]

  init(_ text: String) {
    var scanner = Scanner(text)
    scanner.read()
    code = scanner.code
    hasComment = scanner.hasComment
  }
}

/// Reads bytes, because tests read all sources several times, and characters take ten times as long.
private struct Scanner {
  private let bytes: [UInt8]
  private var position = 0
  private var line: [UInt8] = []
  private var isCommented = false
  private(set) var code: [String] = []
  private(set) var hasComment: [Bool] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads all of the text.
  mutating func read() {
    readCode(untilClosingParenthesis: false)
    endLine()
  }

  /// Reads code to the end of the text or, in an interpolation, to the parenthesis that closes it.
  private mutating func readCode(untilClosingParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where startsWith("//"): readLineComment()
      case UInt8(ascii: "/") where startsWith("/*"): readBlockComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let pounds = stringStart() { readString(pounds: pounds) } else { take(asCode: true) }
      case let byte:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        take(asCode: true)
        if untilClosingParenthesis && depth < 0 { return }
      }
    }
  }

  private mutating func readLineComment() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      takeComment()
    }
  }

  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      if startsWith("/*") {
        depth += 1
        takeComment()
      } else if startsWith("*/") {
        depth -= 1
        takeComment()
      }
      takeComment()
    } while depth > 0 && position < bytes.count
  }

  /// The number of `#` before a string literal that starts here, if one does.
  private func stringStart() -> Int? {
    var ahead = position
    while ahead < bytes.count, bytes[ahead] == UInt8(ascii: "#") { ahead += 1 }
    return ahead < bytes.count && bytes[ahead] == UInt8(ascii: "\"") ? ahead - position : nil
  }

  private mutating func readString(pounds: Int) {
    let fence = String(repeating: "#", count: pounds)
    take(count: pounds)
    let quotes = startsWith("\"\"\"") ? "\"\"\"" : "\""
    take(count: quotes.count)
    let (end, escape) = (quotes + fence, "\\" + fence)
    while position < bytes.count, !startsWith(end) {
      if !startsWith(escape) {
        take()
      } else {
        let isInterpolation = startsWith(escape + "(")
        take(count: pounds + 2)
        if isInterpolation { readCode(untilClosingParenthesis: true) }
      }
    }
    take(count: quotes.count + pounds)
  }

  private func startsWith(_ text: String) -> Bool {
    var ahead = position
    for byte in text.utf8 {
      guard ahead < bytes.count, bytes[ahead] == byte else { return false }
      ahead += 1
    }
    return true
  }

  private mutating func takeComment() {
    isCommented = true
    take()
  }

  private mutating func take(count: Int) {
    for _ in 0..<count { take() }
  }

  private mutating func take(asCode: Bool = false) {
    guard position < bytes.count else { return }
    let byte = bytes[position]
    position += 1
    if byte == UInt8(ascii: "\n") {
      endLine()
    } else {
      line.append(asCode ? byte : UInt8(ascii: " "))
    }
  }

  private mutating func endLine() {
    code.append(String(decoding: line, as: UTF8.self))
    hasComment.append(isCommented)
    line = []
    isCommented = false
  }
}
