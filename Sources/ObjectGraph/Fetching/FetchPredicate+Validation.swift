extension FetchPredicate {
  /// How deeply predicates may be nested, below the 100 levels that SQLite's parser takes; an AND or OR of
  /// many parts is one level.
  public static let depthLimit = 64

  /// Checks that the predicate can be evaluated for objects of the entity, or says why it can not.
  ///
  /// A fetch does it for every request; it takes a look at each comparison.
  public func validate(for entity: EntityDescription, in model: ObjectModel) throws(FetchError) {
    try validate(for: entity, in: model, depth: 1)
  }

  private func validate(
    for entity: EntityDescription, in model: ObjectModel, depth: Int
  ) throws(FetchError) {
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    switch self {
    case .constant: break
    case .and(let parts), .or(let parts):
      for part in parts { try part.validate(for: entity, in: model, depth: depth + 1) }
    case .not(let part): try part.validate(for: entity, in: model, depth: depth + 1)
    case .comparison(let comparison): try comparison.validate(for: entity, in: model)
    }
  }
}

extension [FetchOrder] {
  /// Checks that objects of the entity can be brought into the order, or says why they can not.
  public func validate(for entity: EntityDescription, in model: ObjectModel) throws(FetchError) {
    for order in self {
      let path = try model.resolve(order.path, from: entity)
      if path.isToMany { throw .toManyWithoutQuantifier(path: order.path) }
    }
  }
}

extension FetchPredicate.Comparison {
  fileprivate func validate(for entity: EntityDescription, in model: ObjectModel) throws(FetchError) {
    let resolved = try model.resolve(path, from: entity)
    guard resolved.isToMany || quantifier == .one else { throw .quantifierWithoutToMany(path: path) }
    guard !resolved.isToMany || quantifier != .one else { throw .toManyWithoutQuantifier(path: path) }
    let kind = resolved.end.kind
    if operation.isForText || !options.isEmpty, !kind.isText { throw .notText(path: path) }
    if operation.isByOrder, case .object = kind { throw .notOrdered(path: path) }
    try validateShape()
    for value in operand.values where !kind.accepts(value, in: model) {
      throw .wrongType(path: path, expected: kind.description, found: "\(value)")
    }
    if case .path(let other) = operand { try validate(other, against: kind, for: entity, in: model) }
  }

  private func validateShape() throws(FetchError) {
    switch (operation, operand) {
    case (.in, .values): break
    case (.in, _): throw .wrongOperand(path: path, expected: "several values by IN")
    case (.between, .values(let values)) where values.count == 2: break
    case (.between, _): throw .wrongOperand(path: path, expected: "two values by BETWEEN")
    case (_, .values): throw .wrongOperand(path: path, expected: "one value")
    default: break
    }
  }

  private func validate(
    _ other: String, against kind: ValueKind, for entity: EntityDescription, in model: ObjectModel
  ) throws(FetchError) {
    let resolved = try model.resolve(other, from: entity)
    guard !resolved.isToMany else { throw .toManyWithoutQuantifier(path: other) }
    guard resolved.end.kind == kind else {
      throw .wrongType(path: path, expected: kind.description, found: "\"\(other)\"")
    }
  }
}

extension FetchPredicate.Operation {
  /// Whether it looks into text.
  fileprivate var isForText: Bool { [.contains, .beginsWith, .endsWith, .like].contains(self) }

  /// Whether it asks which side is greater.
  fileprivate var isByOrder: Bool {
    [.less, .lessOrEqual, .greater, .greaterOrEqual, .between].contains(self)
  }
}
