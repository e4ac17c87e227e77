/// Cuts a predicate's format into words.
///
/// It reads Unicode scalars, not characters: a quote is a quote before a combining mark, too.
struct PredicateLexer {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// The word before the current one.
  private var previous = PredicateToken.end

  /// All words with the columns at which they begin, the end included.
  static func tokens(
    of format: String
  ) throws(PredicateSyntaxError) -> [(token: PredicateToken, column: Int)] {
    var lexer = PredicateLexer(scalars: Array(format.unicodeScalars))
    var tokens: [(token: PredicateToken, column: Int)] = []
    repeat {
      lexer.skip { $0.properties.isWhitespace }
      tokens.append((.end, lexer.position + 1))
      lexer.previous = try lexer.token()
      tokens[tokens.count - 1].token = lexer.previous
    } while tokens.last?.token != .end
    return tokens
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private func error(_ reason: String, at position: Int) -> PredicateSyntaxError {
    PredicateSyntaxError(column: position + 1, reason: reason)
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  private var following: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  @discardableResult
  private mutating func skip(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let current, condition(current) { position += 1 }
    return text(from: start)
  }

  /// Returns the text from a position to the current one.
  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
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

  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_"
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    startsName(scalar) || scalar.properties.numericType != nil || scalar.properties.isGraphemeExtend
      || scalar == "." || scalar == "@"
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// A name; one with a colon is that of a function, as `modulus:by:`.
  private mutating func name() -> String { skip { Self.continuesName($0) || $0 == ":" } }

  private mutating func variable() throws(PredicateSyntaxError) -> PredicateToken {
    position += 1
    let name = skip { Self.continuesName($0) }
    guard let first = name.unicodeScalars.first, Self.startsName(first) else {
      throw error(
        "expected the name of a variable after the dollar sign", at: position - name.unicodeScalars.count)
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
    for symbol in Self.symbols where scalars[position...].starts(with: symbol.unicodeScalars) {
      position += symbol.unicodeScalars.count
      return .symbol(symbol)
    }
    throw error("\"\(scalars[position])\" means nothing here", at: position)
  }

  private mutating func number() throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    if current == "-" { position += 1 }
    let digits = skip { Self.isDigit($0) || $0 == "." || Self.startsName($0) }
    if digits.hasSuffix("e") || digits.hasSuffix("E"), current == "+" || current == "-" {
      position += 1
      skip { Self.isDigit($0) }
    }
    let text = text(from: start)
    if let integer = Int64(text) { return .number(.integer(integer)) }
    if let real = Double(text), real.isFinite, !text.lowercased().contains("x") {
      return .number(.real(real))
    }
    throw error("\(text) is no number", at: start)
  }

  private mutating func text(quote: Unicode.Scalar) throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    var text = String.UnicodeScalarView()
    position += 1
    while let scalar = current {
      position += 1
      if scalar == quote { return .text(String(text)) }
      text.append(scalar == "\\" ? try escaped() : scalar)
    }
    throw error("the text that begins here has no closing \(quote)", at: start)
  }

  private mutating func escaped() throws(PredicateSyntaxError) -> Unicode.Scalar {
    defer { position += 1 }
    switch current {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "\\", "\"", "'": return scalars[position]
    default: throw error("expected \\, n, r, t or a quote after a backslash", at: position)
    }
  }

  private mutating func argument() throws(PredicateSyntaxError) -> PredicateToken {
    let start = position
    position += 1
    if current == "@" || current == "K" {
      defer { position += 1 }
      return .argument(String(scalars[position]))
    }
    let letters = skip { $0.isASCII && $0.properties.isAlphabetic }
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
