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
    scanner.readCode(untilClosingParenthesis: false)
    code = scanner.code
    hasComment = scanner.hasComment
  }
}

private struct Scanner {
  private let characters: [Character]
  private var position = 0
  private(set) var code = [""]
  private(set) var hasComment = [false]

  init(_ text: String) {
    characters = Array(text)
  }

  /// Reads code to the end of the text or, in an interpolation, to the parenthesis that closes it.
  mutating func readCode(untilClosingParenthesis: Bool) {
    var depth = 0
    while position < characters.count {
      if startsWith("//") {
        readLineComment()
      } else if startsWith("/*") {
        readBlockComment()
      } else if let pounds = stringStart() {
        readString(pounds: pounds)
      } else {
        let character = characters[position]
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        take(asCode: true)
        if untilClosingParenthesis && depth < 0 { return }
      }
    }
  }

  private mutating func readLineComment() {
    while position < characters.count, !characters[position].isNewline {
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
    } while depth > 0 && position < characters.count
  }

  /// The number of `#` before a string literal that starts here, if one does.
  private func stringStart() -> Int? {
    var ahead = position
    while ahead < characters.count, characters[ahead] == "#" { ahead += 1 }
    return ahead < characters.count && characters[ahead] == "\"" ? ahead - position : nil
  }

  private mutating func readString(pounds: Int) {
    let fence = String(repeating: "#", count: pounds)
    take(count: pounds)
    let quotes = startsWith("\"\"\"") ? "\"\"\"" : "\""
    take(count: quotes.count)
    while position < characters.count, !startsWith(quotes + fence) {
      if startsWith("\\" + fence + "(") {
        take(count: pounds + 2)
        readCode(untilClosingParenthesis: true)
      } else if startsWith("\\" + fence) {
        take(count: pounds + 2)
      } else {
        take()
      }
    }
    take(count: quotes.count + pounds)
  }

  private func startsWith(_ text: String) -> Bool {
    characters[position...].starts(with: text)
  }

  private mutating func takeComment() {
    hasComment[hasComment.count - 1] = true
    take()
  }

  private mutating func take(count: Int) {
    for _ in 0..<count { take() }
  }

  private mutating func take(asCode: Bool = false) {
    guard position < characters.count else { return }
    let character = characters[position]
    position += 1
    if character.isNewline {
      code.append("")
      hasComment.append(false)
    } else {
      code[code.count - 1].append(asCode ? character : " ")
    }
  }
}
