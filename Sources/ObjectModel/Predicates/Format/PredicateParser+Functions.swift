/// Reads what has a name and arguments in parentheses.
extension PredicateParser {
  mutating func call(_ name: String) throws(PredicateSyntaxError) -> FetchExpression {
    switch name.uppercased() {
    case "SUBQUERY": return try subquery()
    case "TERNARY": return try conditional()
    case "FUNCTION": return try selector()
    default: break
    }
    let place = index
    advance()
    let arguments = try argumentList()
    let end = index
    index = place
    let expression = try apply(name, arguments)
    index = end
    return expression
  }

  /// The arguments, with their parentheses.
  private mutating func argumentList() throws(PredicateSyntaxError) -> [FetchExpression] {
    try expect("(")
    if consume(")") { return [] }
    var arguments: [FetchExpression] = []
    repeat { arguments.append(try expression("a value")) } while consume(",")
    guard consume(")") else { throw unexpected("\",\" or \")\"") }
    return arguments
  }

  private mutating func expect(_ symbol: String) throws(PredicateSyntaxError) {
    guard consume(symbol) else { throw unexpected("\"\(symbol)\"") }
  }

  private static let arithmetic: [String: FetchExpression.Arithmetic] = [
    "add:to": .add, "from:subtract": .subtract, "multiply:by": .multiply, "divide:by": .divide,
    "raise:topower": .power,
  ]

  /// The function of that name, which is the current word, in Apple's spelling with colons or without.
  private func apply(
    _ name: String, _ arguments: [FetchExpression]
  ) throws(PredicateSyntaxError) -> FetchExpression {
    let known = name.lowercased().hasSuffix(":") ? String(name.lowercased().dropLast()) : name.lowercased()
    if let operation = Self.arithmetic[known] {
      guard arguments.count == 2 else { throw error("\(name) takes 2 arguments, not \(arguments.count)") }
      return .arithmetic(operation, arguments[0], arguments[1])
    }
    guard let function = FetchFunction(rawValue: known == "modulus:by" ? "modulus" : known) else {
      let names = FetchFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("there is no function \"\(name)\"; there are \(names)")
    }
    if function.isCollective {
      guard !arguments.isEmpty else { throw error("\(name) takes an argument") }
    } else if arguments.count != function.argumentCount {
      throw error("\(name) takes \(function.argumentCount) arguments, not \(arguments.count)")
    }
    return .function(function, arguments)
  }

  /// `FUNCTION(x, "name", …)`: the function of that name with x as its first argument.
  private mutating func selector() throws(PredicateSyntaxError) -> FetchExpression {
    advance()
    try expect("(")
    let first = try expression("a value")
    try expect(",")
    let place = index
    guard case .text(let name) = token else { throw unexpected("the name of a function in quotes") }
    advance()
    var rest: [FetchExpression] = []
    while consume(",") { rest.append(try expression("a value")) }
    guard consume(")") else { throw unexpected("\",\" or \")\"") }
    let end = index
    index = place
    let expression = try apply(name, [first] + rest)
    index = end
    return expression
  }

  /// `TERNARY(predicate, then, otherwise)`.
  private mutating func conditional() throws(PredicateSyntaxError) -> FetchExpression {
    advance()
    try expect("(")
    let condition = try disjunction()
    try expect(",")
    let then = try expression("a value")
    try expect(",")
    let otherwise = try expression("a value")
    guard consume(")") else { throw unexpected("an operator or \")\"") }
    return .conditional(condition, then, otherwise)
  }

  /// `SUBQUERY(path, $x, predicate)`, and what is made of the members.
  private mutating func subquery() throws(PredicateSyntaxError) -> FetchExpression {
    advance()
    try expect("(")
    guard case .path(let collection) = try expression("the key path of a to-many relationship") else {
      throw error("a subquery begins with the key path of a to-many relationship")
    }
    if let variable = RootedPath(collection).variable, objects.contains(variable) {
      throw error("a subquery cannot begin at $\(variable)")
    }
    try expect(",")
    guard case .variable(let variable) = token, !variable.contains(".") else {
      throw unexpected("a variable")
    }
    guard !members.contains(variable) else { throw error("a subquery around has the variable $\(variable)") }
    advance()
    try expect(",")
    members.append(variable)
    let predicate = try disjunction()
    members.removeLast()
    guard consume(")") else { throw unexpected("AND, OR or \")\"") }
    return try aggregate(FetchExpression.Subquery(collection, variable, where: predicate))
  }

  /// `.@count` or `.@sum.path` behind a subquery, or nothing when the subquery is an argument.
  private mutating func aggregate(
    _ subquery: FetchExpression.Subquery
  ) throws(PredicateSyntaxError) -> FetchExpression {
    guard case .continuation(let path) = token else { return .subquery(subquery) }
    let names = path.split(separator: ".", maxSplits: 1).map(String.init)
    var subquery = subquery
    if names.first?.hasPrefix("@") == true {
      guard let function = FetchFunction(operator: names[0]), (function == .count) == (names.count == 1)
      else {
        throw unexpected("@count, or @sum, @avg, @min or @max with a key path")
      }
      if names.count == 2 { subquery.valuePath = names[1] }
      advance()
      return .function(function, [.subquery(subquery)])
    }
    subquery.valuePath = path
    advance()
    return .subquery(subquery)
  }
}
