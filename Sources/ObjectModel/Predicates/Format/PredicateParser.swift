/// Reads a predicate's format: OR binds more loosely than AND, and AND than NOT.
struct PredicateParser {
  let tokens: [(token: PredicateToken, column: Int)]
  var index = 0
  var arguments: ArraySlice<any FetchArgument>
  /// The number of levels around the current word.
  var depth = 0
  /// The variables that the caller knows, at which paths can begin.
  let objects: [String]
  /// The variables at which paths can begin: those of the subqueries around, and `objects`.
  var members: [String]

  init(
    _ format: String, _ arguments: [any FetchArgument], objects: [String] = []
  ) throws(PredicateSyntaxError) {
    tokens = try PredicateLexer.tokens(of: format)
    self.arguments = arguments[...]
    self.objects = objects
    members = objects
  }

  /// Reads the whole format.
  mutating func parse() throws(PredicateSyntaxError) -> FetchPredicate {
    let predicate = try disjunction()
    guard token == .end else { throw unexpected("AND, OR or the end") }
    guard arguments.isEmpty else { throw error("\(arguments.count) of the arguments are not used") }
    return predicate
  }

  // MARK: Words

  var token: PredicateToken { tokens[index].token }

  var keyword: String? {
    if case .name(let name) = token { name.uppercased() } else { nil }
  }

  /// Goes on to the next word; the end is never left.
  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  mutating func consume(_ symbol: String) -> Bool {
    guard token == .symbol(symbol) else { return false }
    advance()
    return true
  }

  private mutating func consume(keyword words: String..., symbol: String) -> Bool {
    guard keyword.map(words.contains) == true else { return consume(symbol) }
    advance()
    return true
  }

  func error(_ reason: String) -> PredicateSyntaxError {
    PredicateSyntaxError(column: tokens[index].column, reason: reason)
  }

  func unexpected(_ expected: String) -> PredicateSyntaxError {
    error("expected \(expected), found \(token)")
  }
}

// MARK: - Logic

extension PredicateParser {
  mutating func disjunction() throws(PredicateSyntaxError) -> FetchPredicate {
    var parts = [try conjunction()]
    while consume(keyword: "OR", symbol: "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(PredicateSyntaxError) -> FetchPredicate {
    var parts = [try negation()]
    while consume(keyword: "AND", symbol: "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(PredicateSyntaxError) -> FetchPredicate {
    let place = index
    if consume(keyword: "NOT", symbol: "!") {
      return .not(try nested(place) { parser throws(PredicateSyntaxError) in try parser.negation() })
    }
    if token == .symbol("("), !beginsExpression {
      advance()
      let part = try nested(place) { parser throws(PredicateSyntaxError) in try parser.disjunction() }
      guard consume(")") else { throw unexpected("AND, OR or \")\"") }
      return part
    }
    switch keyword {
    case "TRUEPREDICATE", "FALSEPREDICATE":
      defer { advance() }
      return .constant(keyword == "TRUEPREDICATE")
    default: return .comparison(try comparison())
    }
  }

  /// A Boolean value that indicates whether the parenthesis here encloses an expression: an operator follows
  /// it.
  private var beginsExpression: Bool {
    var open = 0
    for place in index..<tokens.count {
      switch tokens[place].token {
      case .symbol("("): open += 1
      case .symbol(")"):
        open -= 1
        if open == 0 { return Self.isOperator(tokens[place + 1].token) }
      default: break
      }
    }
    return false
  }

  private static func isOperator(_ token: PredicateToken) -> Bool {
    switch token {
    case .symbol(let symbol): operations[token] != nil || ["+", "-", "*", "/", "**"].contains(symbol)
    case .name(let name): operations[.name(name.uppercased())] != nil
    default: false
    }
  }

  mutating func nested<Result>(
    _ place: Int,
    _ body: (inout PredicateParser) throws(PredicateSyntaxError) -> Result
  ) throws(PredicateSyntaxError) -> Result {
    defer { depth -= 1 }
    try descend(from: place)
    return try body(&self)
  }

  /// Goes one level deeper, or refuses the word at `place`.
  mutating func descend(from place: Int) throws(PredicateSyntaxError) {
    depth += 1
    guard depth >= FetchPredicate.depthLimit else { return }
    index = place
    throw error("predicates are nested \(FetchPredicate.depthLimit) levels deep at most")
  }
}

// MARK: - Comparisons

extension PredicateParser {
  private mutating func comparison() throws(PredicateSyntaxError) -> FetchPredicate.Comparison {
    let quantifier = self.quantifier()
    let left = try expression("a comparison")
    let operation = try operation()
    let options = try options()
    let right = try right(of: operation)
    return FetchPredicate.Comparison(left, operation, right, options: options, quantifier: quantifier)
  }

  private mutating func quantifier() -> FetchPredicate.Quantifier {
    let quantifiers: [String: FetchPredicate.Quantifier] = [
      "ANY": .any, "SOME": .any, "ALL": .all, "NONE": .none,
    ]
    guard let quantifier = keyword.flatMap({ quantifiers[$0] }) else { return .one }
    advance()
    return quantifier
  }

  static let constants: Set<String> = ["TRUE", "FALSE", "YES", "NO", "NULL", "NIL"]

  static let reserved: Set<String> = constants.union([
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    "LIKE", "MATCHES", "TRUEPREDICATE", "FALSEPREDICATE",
  ])

  static let operations: [PredicateToken: FetchPredicate.Operation] = [
    .symbol("="): .equal, .symbol("=="): .equal, .symbol("!="): .notEqual, .symbol("<>"): .notEqual,
    .symbol("<"): .less, .symbol("<="): .lessOrEqual, .symbol("=<"): .lessOrEqual, .symbol(">"): .greater,
    .symbol(">="): .greaterOrEqual, .symbol("=>"): .greaterOrEqual, .name("BETWEEN"): .between,
    .name("IN"): .in, .name("CONTAINS"): .contains, .name("BEGINSWITH"): .beginsWith,
    .name("ENDSWITH"): .endsWith, .name("LIKE"): .like, .name("MATCHES"): .matches,
  ]

  private mutating func operation() throws(PredicateSyntaxError) -> FetchPredicate.Operation {
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

  private mutating func right(
    of operation: FetchPredicate.Operation
  ) throws(PredicateSyntaxError) -> FetchExpression {
    let place = index
    let right = try expression("a value or key path")
    switch (operation, right) {
    case (.in, .values), (.in, .list), (.in, .path), (_, .variable): return right
    case (.between, .values(let values)) where values.count == 2: return right
    case (.between, .list(let parts)) where parts.count == 2: return right
    case (.in, _), (.between, _), (_, .values), (_, .list): break
    default: return right
    }
    index = place
    switch operation {
    case .in: throw error("IN wants several values, as {1, 2}, an array or a path to many")
    case .between: throw error("BETWEEN wants two values, as {1, 2} or an array")
    default: throw error("expected one value, found several")
    }
  }
}
