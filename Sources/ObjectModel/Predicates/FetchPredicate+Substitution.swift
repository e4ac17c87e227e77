extension FetchPredicate {
  /// The predicate with values in the place of variables; a variable without a value stays one, and keeps the
  /// predicate from being fetched by.
  ///
  /// ```swift
  /// let template = try FetchPredicate("photographer == $who AND taken > $since")
  /// let predicate = template.substituting(["who": ann, "since": date])
  /// ```
  public func substituting(_ values: [String: any FetchArgument]) -> FetchPredicate {
    replacing { leaf in
      guard case .variable(let name) = leaf else { return leaf }
      return values[name]?.fetchOperand ?? leaf
    }
  }

  /// The predicate with other expressions in the place of paths, variables and values.
  package func replacing(_ leaf: (FetchExpression) -> FetchExpression) -> FetchPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.replacing(leaf) })
    case .or(let parts): .or(parts.map { $0.replacing(leaf) })
    case .not(let part): .not(part.replacing(leaf))
    case .comparison(let comparison):
      .comparison(
        Comparison(
          comparison.left.replacing(leaf), comparison.operation, comparison.right.replacing(leaf),
          options: comparison.options, quantifier: comparison.quantifier))
    }
  }
}

extension FetchExpression {
  /// The expression with values in the place of variables; see ``FetchPredicate/substituting(_:)``.
  public func substituting(_ values: [String: any FetchArgument]) -> FetchExpression {
    replacing { leaf in
      guard case .variable(let name) = leaf else { return leaf }
      return values[name]?.fetchOperand ?? leaf
    }
  }

  /// The expression with others in the place of paths, variables and values.
  package func replacing(_ leaf: (FetchExpression) -> FetchExpression) -> FetchExpression {
    switch self {
    case .value, .values, .path, .variable: leaf(self)
    case .list(let parts): .list(parts.map { $0.replacing(leaf) })
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.replacing(leaf), right.replacing(leaf))
    case .function(let function, let arguments): .function(function, arguments.map { $0.replacing(leaf) })
    case .conditional(let condition, let then, let otherwise):
      .conditional(condition.replacing(leaf), then.replacing(leaf), otherwise.replacing(leaf))
    case .subquery(let subquery):
      .subquery(
        Subquery(
          subquery.collection, subquery.variable, where: subquery.predicate.replacing(leaf),
          taking: subquery.valuePath))
    }
  }
}
