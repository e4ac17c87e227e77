/// The start of key paths while a predicate is checked: the fetched entity, and the members of the enclosing
/// subqueries.
package struct FetchScope {
  package let model: ManagedObjectModel
  let entity: Entity
  var variables: [String: Entity] = [:]
  /// A Boolean value that indicates whether aggregate functions go over the rows of a group.
  package var isGrouped = false
  /// A Boolean value that indicates whether variables are accepted whose values are put in before the fetch.
  var allowsVariables = false

  package init(_ entity: Entity, in model: ManagedObjectModel) {
    self.entity = entity
    self.model = model
  }

  package func resolve(_ path: String) throws(FetchError) -> ResolvedKeyPath {
    let rooted = RootedPath(path)
    guard let variable = rooted.variable else { return try model.resolve(path, from: entity) }
    guard let member = variables[variable] else { throw .unboundVariable(name: variable) }
    return try model.resolve(rooted.path, from: member)
  }

  /// Returns a Boolean value that indicates whether a path leads through a to-many relationship to several
  /// values.
  func leadsToMany(_ path: String) throws(FetchError) -> Bool {
    if AggregatePath(path) != nil { return false }
    return try resolve(path).isToMany
  }
}

// MARK: - Expressions

extension FetchScope {
  /// Checks an expression of one value, and finds out of which kind it is.
  ///
  /// `depth` counts the levels of predicates and expressions around it.
  package func kind(of expression: FetchExpression, depth: Int) throws(FetchError) -> ValueKind {
    guard depth <= FetchPredicate.depthLimit else { throw .tooDeep(limit: FetchPredicate.depthLimit) }
    switch expression {
    case .value(let value): return try kind(of: value)
    case .path(let path):
      if let aggregate = AggregatePath(path) {
        return try kind(of: aggregate.function, [.path(aggregate.path)], depth: depth)
      }
      let resolved = try resolve(path)
      guard !resolved.isToMany else { throw .toManyWithoutQuantifier(path: path) }
      return resolved.end.kind
    case .variable(let name):
      guard allowsVariables else { throw .unboundVariable(name: name) }
      return .nothing
    case .arithmetic(let operation, let left, let right):
      let next = depth + expression.levels
      return try kind(
        of: operation, try kind(of: left, depth: next), try kind(of: right, depth: next), left, right)
    case .function(let function, let arguments):
      return try kind(of: function, arguments, depth: depth + expression.levels)
    case .conditional(let condition, let then, let otherwise):
      let next = depth + expression.levels
      var ungrouped = self
      ungrouped.isGrouped = false
      try ungrouped.validate(condition, depth: next)
      return try common([try kind(of: then, depth: next), try kind(of: otherwise, depth: next)], expression)
    case .values, .list, .subquery: throw .severalValues(expression: expression.description)
    }
  }

  private func kind(of value: PropertyValue) throws(FetchError) -> ValueKind {
    if let id = value.reference { return .object(entity: model.entity(numbered: id.entity)?.name ?? "") }
    return value.form?.kind ?? .nothing
  }

  /// The one kind of several expressions that can be compared with each other.
  private func common(_ kinds: [ValueKind], _ expression: FetchExpression) throws(FetchError) -> ValueKind {
    var common = ValueKind.nothing
    for kind in kinds {
      guard let joined = common.joined(with: kind, in: model) else {
        throw .wrongType(path: expression.description, expected: common.description, found: kind.description)
      }
      common = joined
    }
    return common
  }

  private func kind(
    of operation: FetchExpression.Arithmetic, _ left: ValueKind, _ right: ValueKind,
    _ leftExpression: FetchExpression, _ rightExpression: FetchExpression
  ) throws(FetchError) -> ValueKind {
    for (kind, expression) in [(left, leftExpression), (right, rightExpression)]
    where ![.number, .nothing, .date].contains(kind) {
      throw .wrongArgument(
        function: operation.rawValue, expected: "numbers, or dates and numbers", found: expression.description
      )
    }
    if left == .nothing || right == .nothing { return .nothing }
    guard left == .date || right == .date else { return .number }
    switch (operation, left, right) {
    case (.subtract, .date, .date): return .number
    case (.add, .date, .number), (.add, .number, .date), (.subtract, .date, .number): return .date
    default:
      throw .wrongArgument(
        function: operation.rawValue, expected: "numbers, or a date and a number",
        found: (right == .date ? rightExpression : leftExpression).description)
    }
  }
}

// MARK: - Functions

extension FetchScope {
  private func kind(
    of function: FetchFunction, _ arguments: [FetchExpression], depth: Int
  ) throws(FetchError) -> ValueKind {
    if function.isCollective { return try kind(ofCollective: function, arguments, depth: depth) }
    guard arguments.count == function.argumentCount else {
      throw .wrongArgumentCount(
        function: function.rawValue, expected: function.argumentCount, found: arguments.count)
    }
    if function == .now { return .date }
    for argument in arguments {
      let kind = try kind(of: argument, depth: depth)
      guard kind == .nothing || (function.isForText ? kind.isText : kind == .number) else {
        throw .wrongArgument(
          function: function.rawValue, expected: function.isForText ? "text" : "numbers",
          found: argument.description)
      }
    }
    return function == .lowercase || function == .uppercase ? .text : .number
  }

  private func kind(
    ofCollective function: FetchFunction, _ arguments: [FetchExpression], depth: Int
  ) throws(FetchError) -> ValueKind {
    guard let first = arguments.first else {
      throw .wrongArgumentCount(function: function.rawValue, expected: 1, found: 0)
    }
    let kinds: [ValueKind]
    if arguments.count == 1, let many = try self.kinds(ofMany: first, depth: depth) {
      kinds = many
    } else {
      guard arguments.count > 1 || isGrouped else { throw .singleValue(expression: first.description) }
      var scope = self
      scope.isGrouped = false
      kinds = try scope.kinds(of: arguments, depth: depth)
    }
    let kind = try common(kinds, .function(function, arguments))
    switch function {
    case .count: return .number
    case .sum, .average:
      guard kind == .number || kind == .nothing else {
        throw .wrongArgument(
          function: function.rawValue, expected: "numbers", found: first.description)
      }
      return .number
    default:
      guard kind.hasExtremes else {
        throw .wrongArgument(
          function: function.rawValue, expected: "numbers, dates and text", found: first.description)
      }
      return kind
    }
  }

  private func kinds(of parts: [FetchExpression], depth: Int) throws(FetchError) -> [ValueKind] {
    var kinds: [ValueKind] = []
    for part in parts { kinds.append(try kind(of: part, depth: depth)) }
    return kinds
  }

  /// The kinds of the values of an expression that has many; nil when it has one.
  package func kinds(ofMany expression: FetchExpression, depth: Int) throws(FetchError) -> [ValueKind]? {
    switch expression {
    case .values(let values):
      var kinds: [ValueKind] = []
      for value in values { kinds.append(try kind(of: value)) }
      return kinds
    case .list(let parts): return try kinds(of: parts, depth: depth + expression.levels)
    case .path(let path):
      guard try leadsToMany(path) else { return nil }
      return [try resolve(path).end.kind]
    case .subquery(let subquery): return [try kind(of: subquery, depth: depth)]
    case .variable where allowsVariables: return [.nothing]
    default: return nil
    }
  }

  private func kind(
    of subquery: FetchExpression.Subquery, depth: Int
  ) throws(FetchError) -> ValueKind {
    let name = subquery.variable
    guard !name.isEmpty, !name.contains(where: { ".$@".contains($0) }), variables[name] == nil else {
      throw .wrongVariable(name: name)
    }
    let resolved = try resolve(subquery.collection)
    guard case .toMany = resolved.steps.last, case .object(let member) = resolved.end else {
      throw .singleValue(expression: subquery.collection)
    }
    var inner = self
    inner.isGrouped = false
    inner.variables[name] = member
    try inner.validate(subquery.predicate, depth: depth + FetchExpression.subquery(subquery).levels)
    guard let path = subquery.valuePath else { return .object(entity: member.name) }
    let value = try model.resolve(path, from: member)
    guard !value.isToMany else { throw .toManyWithoutQuantifier(path: path) }
    return value.end.kind
  }
}

extension FetchExpression {
  /// As how many levels of a predicate a level of the expression counts: how much of it SQLite's parser keeps while it
  /// reads what is inside.
  package var levels: Int {
    switch self {
    case .value, .values, .path, .variable: 0
    case .arithmetic(let operation, _, _): operation == .power ? 6 : 3
    case .list, .function, .conditional: 6
    case .subquery: 14
    }
  }
}
