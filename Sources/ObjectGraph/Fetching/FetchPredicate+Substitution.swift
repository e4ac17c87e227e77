extension FetchPredicate {
  /// The predicate with values in the place of variables; a variable without a value stays one, and keeps the
  /// predicate from being fetched by.
  ///
  /// ```swift
  /// let template = try FetchPredicate("photographer == $who AND taken > $since")
  /// let predicate = template.substituting(["who": ann, "since": date])
  /// ```
  public func substituting(_ values: [String: any FetchArgument]) -> FetchPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.substituting(values) })
    case .or(let parts): .or(parts.map { $0.substituting(values) })
    case .not(let part): .not(part.substituting(values))
    case .comparison(let comparison):
      .comparison(
        Comparison(
          comparison.left.substituting(values), comparison.operation, comparison.right.substituting(values),
          options: comparison.options, quantifier: comparison.quantifier))
    }
  }
}

extension FetchExpression {
  /// The expression with values in the place of variables; see ``FetchPredicate/substituting(_:)``.
  public func substituting(_ values: [String: any FetchArgument]) -> FetchExpression {
    switch self {
    case .value, .values, .path: self
    case .variable(let name): values[name]?.fetchOperand ?? self
    case .list(let parts): .list(parts.map { $0.substituting(values) })
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.substituting(values), right.substituting(values))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.substituting(values) })
    case .conditional(let condition, let then, let otherwise):
      .conditional(
        condition.substituting(values), then.substituting(values), otherwise.substituting(values))
    case .subquery(let subquery):
      .subquery(
        Subquery(
          subquery.collection, subquery.variable, where: subquery.predicate.substituting(values),
          taking: subquery.valuePath))
    }
  }
}
