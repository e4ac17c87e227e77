/// Reads a predicate's format: OR binds more loosely than AND, and AND than NOT.
struct PredicateParser {
  private let tokens: [(token: PredicateToken, column: Int)]
  private var index = 0
  private var arguments: ArraySlice<any FetchArgument>
  private var depth = 0

  init(_ format: String, _ arguments: [any FetchArgument]) throws(PredicateSyntaxError) {
    tokens = try PredicateLexer.tokens(of: format)
    self.arguments = arguments[...]
  }

  /// Reads the whole format.
  mutating func parse() throws(PredicateSyntaxError) -> FetchPredicate {
    let predicate = try disjunction()
    guard token == .end else { throw unexpected("AND, OR or the end") }
    guard arguments.isEmpty else { throw error("\(arguments.count) of the arguments are not used") }
    return predicate
  }

  // MARK: Words

  private var token: PredicateToken { tokens[index].token }

  private var keyword: String? {
    if case .name(let name) = token { name.uppercased() } else { nil }
  }

  /// Goes on to the next word; the end is never left.
  private mutating func advance() { index = min(index + 1, tokens.count - 1) }

  private mutating func take(_ symbol: String) -> Bool {
    guard token == .symbol(symbol) else { return false }
    advance()
    return true
  }

  private mutating func take(keyword words: String..., symbol: String) -> Bool {
    guard keyword.map(words.contains) == true else { return take(symbol) }
    advance()
    return true
  }

  private func error(_ reason: String) -> PredicateSyntaxError {
    PredicateSyntaxError(column: tokens[index].column, reason: reason)
  }

  private func unexpected(_ expected: String) -> PredicateSyntaxError {
    error("expected \(expected), found \(token)")
  }
}

// MARK: - Logic

extension PredicateParser {
  private mutating func disjunction() throws(PredicateSyntaxError) -> FetchPredicate {
    var parts = [try conjunction()]
    while take(keyword: "OR", symbol: "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(PredicateSyntaxError) -> FetchPredicate {
    var parts = [try negation()]
    while take(keyword: "AND", symbol: "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(PredicateSyntaxError) -> FetchPredicate {
    let place = index
    if take(keyword: "NOT", symbol: "!") {
      return .not(try nested(place) { parser throws(PredicateSyntaxError) in try parser.negation() })
    }
    if take("(") {
      let part = try nested(place) { parser throws(PredicateSyntaxError) in try parser.disjunction() }
      guard take(")") else { throw unexpected("AND, OR or \")\"") }
      return part
    }
    switch keyword {
    case "TRUEPREDICATE", "FALSEPREDICATE":
      defer { advance() }
      return .constant(keyword == "TRUEPREDICATE")
    default: return .comparison(try comparison())
    }
  }

  private mutating func nested(
    _ place: Int,
    _ body: (inout PredicateParser) throws(PredicateSyntaxError) -> FetchPredicate
  ) throws(PredicateSyntaxError) -> FetchPredicate {
    depth += 1
    defer { depth -= 1 }
    guard depth < FetchPredicate.depthLimit else {
      index = place
      throw error("predicates are nested \(FetchPredicate.depthLimit) levels deep at the most")
    }
    return try body(&self)
  }
}

// MARK: - Comparisons

extension PredicateParser {
  private mutating func comparison() throws(PredicateSyntaxError) -> FetchPredicate.Comparison {
    let quantifier = self.quantifier()
    let path = try keyPath("a comparison, which begins with a key path")
    let operation = try operation()
    let options = try options()
    let operand = try operand(of: operation)
    return FetchPredicate.Comparison(path, operation, operand, options: options, quantifier: quantifier)
  }

  private mutating func quantifier() -> FetchPredicate.Quantifier {
    let quantifiers: [String: FetchPredicate.Quantifier] = [
      "ANY": .any, "SOME": .any, "ALL": .all, "NONE": .none,
    ]
    guard let quantifier = keyword.flatMap({ quantifiers[$0] }) else { return .one }
    advance()
    return quantifier
  }

  private static let reserved: Set<String> = [
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    "LIKE", "MATCHES", "TRUE", "FALSE", "YES", "NO", "NULL", "NIL", "TRUEPREDICATE", "FALSEPREDICATE",
  ]

  private mutating func keyPath(_ expected: String) throws(PredicateSyntaxError) -> String {
    switch token {
    case .argument("K"): return try keyPathArgument()
    case .name(let name) where !Self.reserved.contains(name.uppercased()):
      guard tokens[index + 1].token != .symbol("(") else {
        throw error("functions (\(name)) are not supported")
      }
      guard Self.isKeyPath(name) else { throw error("\"\(name)\" is no key path") }
      advance()
      return name.uppercased() == "SELF" ? "SELF" : name
    default: throw unexpected(expected)
    }
  }

  private static func isKeyPath(_ text: String) -> Bool {
    var names = text.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > 1, names.last == "@count" { names.removeLast() }
    return names.allSatisfy { !$0.isEmpty && !$0.contains("@") }
  }

  private mutating func keyPathArgument() throws(PredicateSyntaxError) -> String {
    guard case .value(.string(let path)) = try argument() else {
      throw error("%K takes the text of a key path")
    }
    advance()
    return path
  }

  private static let operations: [PredicateToken: FetchPredicate.Operation] = [
    .symbol("="): .equal, .symbol("=="): .equal, .symbol("!="): .notEqual, .symbol("<>"): .notEqual,
    .symbol("<"): .less, .symbol("<="): .lessOrEqual, .symbol("=<"): .lessOrEqual, .symbol(">"): .greater,
    .symbol(">="): .greaterOrEqual, .symbol("=>"): .greaterOrEqual, .name("BETWEEN"): .between,
    .name("IN"): .in, .name("CONTAINS"): .contains, .name("BEGINSWITH"): .beginsWith,
    .name("ENDSWITH"): .endsWith, .name("LIKE"): .like,
  ]

  private mutating func operation() throws(PredicateSyntaxError) -> FetchPredicate.Operation {
    if keyword == "MATCHES" { throw error("MATCHES is not supported") }
    guard let operation = Self.operations[keyword.map { .name($0) } ?? token] else {
      throw unexpected("a comparison operator")
    }
    advance()
    return operation
  }

  private mutating func options() throws(PredicateSyntaxError) -> FetchPredicate.Options {
    guard case .options(let letters) = token else { return [] }
    var options: FetchPredicate.Options = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      default: throw unexpected("[c], [d] or [cd]")
      }
    }
    advance()
    return options
  }
}

// MARK: - Operands

extension PredicateParser {
  private mutating func operand(
    of operation: FetchPredicate.Operation
  ) throws(PredicateSyntaxError) -> FetchPredicate.Operand {
    let place = index
    let operand = token == .symbol("{") ? try list() : try value()
    switch (operation, operand) {
    case (.in, .values): return operand
    case (.between, .values(let values)) where values.count == 2: return operand
    case (.in, _), (.between, _), (_, .values): break
    default: return operand
    }
    index = place
    switch operation {
    case .in: throw error("IN wants several values, as {1, 2} or an array")
    case .between: throw error("BETWEEN wants two values, as {1, 2} or an array")
    default: throw error("expected one value, found several")
    }
  }

  private mutating func list() throws(PredicateSyntaxError) -> FetchPredicate.Operand {
    advance()
    if take("}") { return .values([]) }
    var values: [PropertyValue] = []
    repeat {
      let place = index
      guard case .value(let value) = try value() else {
        index = place
        throw unexpected("a single value")
      }
      values.append(value)
    } while take(",")
    guard take("}") else { throw unexpected("\",\" or \"}\"") }
    return .values(values)
  }

  private mutating func value() throws(PredicateSyntaxError) -> FetchPredicate.Operand {
    switch token {
    case .text(let text): return literal(.string(text))
    case .number(let number): return literal(number)
    case .argument("@"):
      let operand = try argument()
      advance()
      return operand
    case .argument(let letters) where letters != "K": return try numberArgument(letters)
    default: break
    }
    switch keyword {
    case "TRUE", "YES": return literal(.boolean(true))
    case "FALSE", "NO": return literal(.boolean(false))
    case "NULL", "NIL": return literal(.null)
    default: return .path(try keyPath("a value or key path"))
    }
  }

  private mutating func literal(_ value: PropertyValue) -> FetchPredicate.Operand {
    advance()
    return .value(value)
  }

  private mutating func numberArgument(
    _ letters: String
  ) throws(PredicateSyntaxError) -> FetchPredicate.Operand {
    let operand = try argument()
    switch operand {
    case .value(.integer), .value(.real), .value(.decimal), .value(.boolean): break
    default: throw error("%\(letters) takes a number")
    }
    advance()
    return operand
  }

  /// The next argument; the word that takes it is still the current one.
  private mutating func argument() throws(PredicateSyntaxError) -> FetchPredicate.Operand {
    guard let argument = arguments.popFirst() else { throw error("there is no argument for \(token)") }
    return argument.fetchOperand
  }
}
