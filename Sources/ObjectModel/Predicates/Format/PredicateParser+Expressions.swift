/// Reads expressions: `+ -` bind more loosely than `* /`, and these than `**`, which is read from the right.
extension PredicateParser {
  /// Reads an expression; `expected` says what is missing when there is none.
  mutating func expression(_ expected: String) throws(PredicateSyntaxError) -> FetchExpression {
    try chain([.add, .subtract], expected) { parser, expected throws(PredicateSyntaxError) in
      try parser.product(expected)
    }
  }

  private mutating func product(_ expected: String) throws(PredicateSyntaxError) -> FetchExpression {
    try chain([.multiply, .divide], expected) { parser, expected throws(PredicateSyntaxError) in
      try parser.power(expected)
    }
  }

  /// Reads operands with operators between them, from the left: each operator makes the expression a level deeper.
  private mutating func chain(
    _ operations: [FetchExpression.Arithmetic], _ expected: String,
    _ operand: (inout PredicateParser, String) throws(PredicateSyntaxError) -> FetchExpression
  ) throws(PredicateSyntaxError) -> FetchExpression {
    let outer = depth
    defer { depth = outer }
    var left = try operand(&self, expected)
    while true {
      let place = index
      guard let operation = consume(operations) else { return left }
      try descend(from: place)
      left = .arithmetic(operation, left, try operand(&self, "a value"))
    }
  }

  private mutating func power(_ expected: String) throws(PredicateSyntaxError) -> FetchExpression {
    let place = index
    let base = try operand(expected)
    guard consume([.power]) != nil else { return base }
    return .arithmetic(
      .power, base,
      try nested(place) { parser throws(PredicateSyntaxError) in try parser.power("a value") })
  }

  private mutating func consume(
    _ operations: [FetchExpression.Arithmetic]
  ) -> FetchExpression.Arithmetic? {
    operations.first { consume($0.rawValue) }
  }

  private mutating func operand(_ expected: String) throws(PredicateSyntaxError) -> FetchExpression {
    let place = index
    switch token {
    case .text(let text): return literal(.string(text))
    case .number(let number): return literal(number)
    case .argument("K"): return .path(try keyPathArgument())
    case .argument("@"):
      let argument = try argument()
      advance()
      return argument
    case .argument(let letters): return try numberArgument(letters)
    case .variable(let name): return try variable(name)
    case .symbol("{"): return try nested(place) { parser throws(PredicateSyntaxError) in try parser.list() }
    case .symbol("-"):
      advance()
      let value = try nested(place) { parser throws(PredicateSyntaxError) in try parser.operand("a value") }
      return .arithmetic(.subtract, .value(.integer(0)), value)
    case .symbol("("):
      return try nested(place) { parser throws(PredicateSyntaxError) in try parser.enclosed() }
    case .name(let name): return try named(name, expected)
    default: throw unexpected(expected)
    }
  }

  private mutating func enclosed() throws(PredicateSyntaxError) -> FetchExpression {
    advance()
    let part = try expression("a value")
    guard consume(")") else { throw unexpected("an operator or \")\"") }
    return part
  }

  private mutating func literal(_ value: PropertyValue) -> FetchExpression {
    advance()
    return .value(value)
  }

  private mutating func list() throws(PredicateSyntaxError) -> FetchExpression {
    advance()
    if consume("}") { return .values([]) }
    var parts: [FetchExpression] = []
    repeat {
      let place = index
      let part = try expression("a value")
      switch part {
      case .values, .list:
        index = place
        throw unexpected("a single value")
      default: parts.append(part)
      }
    } while consume(",")
    guard consume("}") else { throw unexpected("\",\" or \"}\"") }
    let values = parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
    return values.count == parts.count ? .values(values) : .list(parts)
  }
}

// MARK: - Names

extension PredicateParser {
  private mutating func named(
    _ name: String, _ expected: String
  ) throws(PredicateSyntaxError) -> FetchExpression {
    if tokens[index + 1].token == .symbol("(") {
      let place = index
      return try nested(place) { parser throws(PredicateSyntaxError) in try parser.call(name) }
    }
    switch name.uppercased() {
    case "TRUE", "YES": return literal(.boolean(true))
    case "FALSE", "NO": return literal(.boolean(false))
    case "NULL", "NIL": return literal(.null)
    case "SELF":
      advance()
      return .path("SELF")
    case let word where Self.reserved.contains(word): throw unexpected(expected)
    default: return .path(try keyPath(name))
    }
  }

  /// Takes a key path; `SELF.` at its beginning says nothing.
  mutating func keyPath(_ name: String) throws(PredicateSyntaxError) -> String {
    guard Self.isKeyPath(name) else { throw error("\"\(name)\" is no key path") }
    advance()
    return name.uppercased().hasPrefix("SELF.") ? String(name.dropFirst(5)) : name
  }

  private static func isKeyPath(_ text: String) -> Bool {
    guard !text.contains(":") else { return false }
    var names = text.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > 1, names.last == "@count" {
      names.removeLast()
    } else if let aggregate = AggregatePath(text) {
      names = aggregate.path.split(separator: ".", omittingEmptySubsequences: false)
    }
    return names.allSatisfy { !$0.isEmpty && !$0.contains("@") }
  }

  /// A variable that is put in later, or a path from the member of a subquery around.
  private mutating func variable(_ name: String) throws(PredicateSyntaxError) -> FetchExpression {
    let root = name.prefix { $0 != "." }
    if members.contains(String(root)) {
      guard Self.isKeyPath(name) else { throw error("\"$\(name)\" is no key path") }
      advance()
      return .path("$" + name)
    }
    guard root.count == name.count else {
      throw error("$\(root) is no variable of a subquery around, so no path can begin at it")
    }
    advance()
    return .variable(name)
  }
}

// MARK: - Arguments

extension PredicateParser {
  private mutating func keyPathArgument() throws(PredicateSyntaxError) -> String {
    guard case .value(.string(let path)) = try argument() else {
      throw error("%K takes the text of a key path")
    }
    advance()
    return path
  }

  private mutating func numberArgument(
    _ letters: String
  ) throws(PredicateSyntaxError) -> FetchExpression {
    let operand = try argument()
    switch operand {
    case .value(.integer), .value(.real), .value(.decimal), .value(.boolean): break
    default: throw error("%\(letters) takes a number")
    }
    advance()
    return operand
  }

  /// The next argument; the word that takes it is still the current one.
  private mutating func argument() throws(PredicateSyntaxError) -> FetchExpression {
    guard let argument = arguments.popFirst() else { throw error("there is no argument for \(token)") }
    return argument.fetchOperand
  }
}
