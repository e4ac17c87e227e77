extension FetchPredicate {
  /// Returns a predicate for objects from which a relationship leads to an object that matches this one.
  ///
  /// ```swift
  /// let isLong = FetchPredicate("pages > 500")
  /// isLong.reached(by: "book")  // book.pages > 500
  /// ```
  ///
  /// - Parameter path: The key path of a to-one relationship, or of several.
  public func reached(by path: String) -> FetchPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.reached(by: path) })
    case .or(let parts): .or(parts.map { $0.reached(by: path) })
    case .not(let part): .not(part.reached(by: path))
    case .comparison(let comparison):
      .comparison(
        Comparison(
          comparison.left.reached(by: path), comparison.operation, comparison.right.reached(by: path),
          options: comparison.options, quantifier: comparison.quantifier))
    }
  }
}

extension FetchExpression {
  fileprivate func reached(by path: String) -> FetchExpression {
    switch self {
    case .value, .values, .variable: self
    case .path(let rest): .path(Self.path(rest, after: path))
    case .list(let parts): .list(parts.map { $0.reached(by: path) })
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.reached(by: path), right.reached(by: path))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.reached(by: path) })
    case .conditional(let condition, let then, let otherwise):
      .conditional(condition.reached(by: path), then.reached(by: path), otherwise.reached(by: path))
    case .subquery(let subquery):
      .subquery(
        Subquery(
          Self.path(subquery.collection, after: path), subquery.variable,
          where: subquery.predicate.reached(by: path), taking: subquery.valuePath))
    }
  }

  /// A path that begins with the variable of a subquery does not begin at the fetched object.
  private static func path(_ rest: String, after path: String) -> String {
    if rest == "SELF" { return path }
    return RootedPath(rest).variable == nil ? "\(path).\(rest)" : rest
  }
}
