extension FetchPredicate {
  /// The maximum nesting depth of predicates, below the 100 levels of SQLite's parser; an AND or OR of many
  /// parts is one level.
  ///
  /// An arithmetic operator counts as three levels, a function as six, and a subquery as fourteen.
  public static let depthLimit = 64

  /// Checks that the predicate can be evaluated for objects of the entity, or says why it can not.
  ///
  /// A fetch does it for every request; it takes a look at each comparison.
  public func validate(for entity: Entity, in model: ManagedObjectModel) throws(FetchError) {
    try FetchScope(entity, in: model).validate(self, depth: 1)
  }

  /// Checks that the predicate can be evaluated for objects of the entity once all variables have values.
  func validateTemplate(for entity: Entity, in model: ManagedObjectModel) throws(FetchError) {
    var scope = FetchScope(entity, in: model)
    scope.allowsVariables = true
    try scope.validate(self, depth: 1)
  }
}

extension [FetchOrder] {
  /// Checks that objects of the entity can be brought into the order, or says why they can not.
  public func validate(for entity: Entity, in model: ManagedObjectModel) throws(FetchError) {
    for order in self { _ = try FetchScope(entity, in: model).kind(of: .path(order.path), depth: 1) }
  }
}

extension FetchScope {
  func validate(_ predicate: FetchPredicate, depth: Int) throws(FetchError) {
    guard depth <= FetchPredicate.depthLimit else { throw .tooDeep(limit: FetchPredicate.depthLimit) }
    switch predicate {
    case .constant: break
    case .and(let parts), .or(let parts):
      for part in parts { try validate(part, depth: depth + 1) }
    case .not(let part): try validate(part, depth: depth + 1)
    case .comparison(let comparison): try validate(comparison, depth: depth)
    }
  }

  private func validate(_ comparison: FetchPredicate.Comparison, depth: Int) throws(FetchError) {
    if try isMembership(comparison) { return try validate(membership: comparison, depth: depth) }
    let kind = try leftKind(comparison, depth: depth)
    // Described only now that its depth has been checked.
    let name = comparison.left.description
    if comparison.operation.isForText || !comparison.options.isEmpty, !kind.isText, kind != .nothing {
      throw .notText(path: name)
    }
    try validateShape(comparison, name)
    switch comparison.right {
    case .value, .values:
      for value in comparison.right.values { try check(kind, accepts: value, name) }
    case .list(let parts):
      for part in parts {
        try check(kind, name, part, depth: depth + comparison.right.levels)
      }
    default: try check(kind, name, comparison.right, depth: depth)
    }
    if comparison.operation == .matches, case .value(.string(let pattern)) = comparison.right {
      _ = try TextExpression(pattern, comparison.options)
    }
  }

  private func leftKind(
    _ comparison: FetchPredicate.Comparison, depth: Int
  ) throws(FetchError) -> ValueKind {
    guard comparison.quantifier != .one else { return try kind(of: comparison.left, depth: depth) }
    guard case .path(let path) = comparison.left else {
      throw .quantifierWithoutToMany(path: comparison.left.description)
    }
    guard try leadsToMany(path) else { throw .quantifierWithoutToMany(path: path) }
    return try resolve(path).end.kind
  }

  // MARK: Membership

  /// Returns a Boolean value that indicates whether the comparison searches the values of a to-many
  /// relationship for a value.
  private func isMembership(_ comparison: FetchPredicate.Comparison) throws(FetchError) -> Bool {
    guard comparison.quantifier == .one else { return false }
    switch (comparison.operation, comparison.left, comparison.right) {
    case (.in, _, .path(let path)): return try leadsToMany(path)
    case (.contains, .path(let path), _): return try leadsToMany(path)
    default: return false
    }
  }

  private func validate(
    membership comparison: FetchPredicate.Comparison, depth: Int
  ) throws(FetchError) {
    let isReversed = comparison.operation == .in
    let element = isReversed ? comparison.left : comparison.right
    guard case .path(let path) = isReversed ? comparison.right : comparison.left else { return }
    let kind = try resolve(path).end.kind
    if !comparison.options.isEmpty, !kind.isText { throw .notText(path: path) }
    try check(kind, path, element, depth: depth)
  }

  // MARK: The right side

  private func validateShape(
    _ comparison: FetchPredicate.Comparison, _ name: String
  ) throws(FetchError) {
    switch (comparison.operation, comparison.right) {
    case (.in, .values), (.in, .list): break
    case (_, .variable(let name)): guard allowsVariables else { throw .unboundVariable(name: name) }
    case (.in, _): throw .wrongOperand(path: name, expected: "several values by IN")
    case (.between, .values(let values)) where values.count == 2: break
    case (.between, .list(let parts)) where parts.count == 2: break
    case (.between, _): throw .wrongOperand(path: name, expected: "two values by BETWEEN")
    case (_, .values), (_, .list), (_, .subquery): throw .wrongOperand(path: name, expected: "one value")
    case (.matches, .value): break
    case (.matches, _): throw .wrongOperand(path: name, expected: "a text by MATCHES")
    default: break
    }
  }

  private func check(
    _ kind: ValueKind, accepts value: PropertyValue, _ name: String
  ) throws(FetchError) {
    guard kind.accepts(value, in: model) else {
      throw .wrongType(path: name, expected: kind.description, found: "\(value)")
    }
  }

  private func check(
    _ kind: ValueKind, _ name: String, _ other: FetchExpression, depth: Int
  ) throws(FetchError) {
    if case .value(let value) = other { return try check(kind, accepts: value, name) }
    let found = try self.kind(of: other, depth: depth)
    guard kind.joined(with: found, in: model) != nil else {
      if case .path(let path) = other {
        throw .wrongType(path: name, expected: kind.description, found: "\"\(path)\"")
      }
      throw .wrongType(path: name, expected: kind.description, found: other.description)
    }
  }
}

extension FetchPredicate.Operation {
  /// A Boolean value that indicates whether the operation takes text.
  fileprivate var isForText: Bool {
    switch self {
    case .contains, .beginsWith, .endsWith, .like, .matches: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in: false
    }
  }
}
