/// Cuts a predicate's format into words.
struct PredicateLexer {
  private let characters: [Character]
  private var position = 0
  /// The word before the current one.
  private var previous = PredicateToken.end

  /// All words with the columns at which they begin, the end included.
  static func tokens(
    of format: String
  ) throws(PredicateSyntaxError) -> [(token: PredicateToken, column: Int)] {
    var lexer = PredicateLexer(characters: Array(format))
    var tokens: [(token: PredicateToken, column: Int)] = []
    repeat {
      lexer.skip { $0.isWhitespace }
      tokens.append((.end, lexer.position + 1))
      lexer.previous = try lexer.token()
      tokens[tokens.count - 1].token = lexer.previous
    } while tokens.last?.token != .end
    return tokens
  }

  private init(characters: [Character]) { self.characters = characters }

  private func error(_ reason: String, at position: Int) -> PredicateSyntaxError {
    PredicateSyntaxError(column: position + 1, reason: reason)
  }

  private var current: Character? { position < characters.count ? characters[position] : nil }
  private var following: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

  @discardableResult
  private mutating func skip(while condition: (Character) -> Bool) -> String {
    let start = position
    while let current, condition(current) { position += 1 }
    return String(characters[start..<position])
  }

  private mutating func token() throws(PredicateSyntaxError) -> PredicateToken {
    guard let current else { return .end }
    switch current {
    case "\"", "'": return try text(quote: current)
    case "%": return try argument()
    case "[": return try options()
    case "@": throw error("a function as @count comes after a relationship and a point", at: position)
    case "$": return try variable()
    case "." where previous == .symbol(")"):
      position += 1
      return .continuation(skip { Self.continuesName($0) })
    case _ where Self.startsName(current): return .name(name())
    case _ where Self.isDigit(current): return try number()
    case "-" where !previous.endsValue && following.map(Self.isDigit) == true: return try number()
    default: return try symbol()
    }
  }

  private static func startsName(_ character: Character) -> Bool { character.isLetter || character == "_" }

  private static func continuesName(_ character: Character) -> Bool {
    startsName(character) || character.isNumber || character == "." || character == "@"
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// A name; one with a colon is that of a function, as `modulus:by:`.
  private mutating func name() -> String { skip { Self.continuesName($0) || $0 == ":" } }

  private mutating func variable() throws(PredicateSyntaxError) -> PredicateToken {
    position += 1
    let name = skip { Self.continuesName($0) }
    guard name.first.map(Self.startsName) == true else {
      throw error("expected the name of a variable after the dollar sign", at: position - name.count)
    }
    return .variable(name)
  }
}

// MARK: - Words

extension PredicateLexer {
  private static let symbols = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", ",", "**",
    "+", "-", "*", "/",
  ]

  private mutating func symbol() throws(PredicateSyntaxError) -> PredicateToken {
    for symbol in Self.symbols where characters[position...].starts(with: symbol) {
      position += symbol.count
      return .symbol(symbol)
    }
    throw error("\"\(characters[position])\" means nothing here", at: position)
  }

  private mutating func number() throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    if current == "-" { position += 1 }
    let digits = skip { Self.isDigit($0) || ".eE_".contains($0) || $0.isLetter }
    let exponent = digits.last.map { "eE".contains($0) } ?? false
    if exponent, let current, "+-".contains(current) {
      position += 1
      skip { Self.isDigit($0) }
    }
    let text = String(characters[start..<position])
    if let integer = Int64(text) { return .number(.integer(integer)) }
    if let real = Double(text), real.isFinite, !text.lowercased().contains("x") {
      return .number(.real(real))
    }
    throw error("\(text) is no number", at: start)
  }

  private mutating func text(quote: Character) throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    var text = ""
    position += 1
    while let character = current {
      position += 1
      if character == quote { return .text(text) }
      text.append(character == "\\" ? try escaped() : character)
    }
    throw error("the text that begins here has no closing \(quote)", at: start)
  }

  private mutating func escaped() throws(PredicateSyntaxError) -> Character {
    defer { position += 1 }
    switch current {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "\\", "\"", "'": return characters[position]
    default: throw error("expected \\, n, r, t or a quote after a backslash", at: position)
    }
  }

  private mutating func argument() throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    position += 1
    if current == "@" || current == "K" {
      defer { position += 1 }
      return .argument(String(characters[position]))
    }
    let letters = skip { $0.isASCII && $0.isLetter }
    guard ["d", "i", "u", "ld", "lu", "lld", "llu", "f", "lf", "g"].contains(letters) else {
      throw error("expected %@, %K, %d or %f", at: start)
    }
    return .argument(letters)
  }

  private mutating func options() throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    position += 1
    let letters = skip { $0 != "]" }
    guard current == "]" else { throw error("the options that begin here have no closing ]", at: start) }
    position += 1
    return .options(letters)
  }
}
