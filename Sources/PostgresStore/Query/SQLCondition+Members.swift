#if PostgreSQL
  internal import ObjectStore

  /// Conditions on the number of the members of a relationship that match a predicate.
  extension SQLCondition {
    /// Returns the comparison of such a number; nil if SQL cannot state it exactly.
    func memberCount(_ comparison: FetchPredicate.Comparison, isNegated: Bool) throws(FetchError) -> String? {
      guard comparison.quantifier == .one, case .function(.count, let arguments) = comparison.left,
        arguments.count == 1, case .subquery(let subquery) = arguments[0], subquery.valuePath == nil,
        let predicate = subquery.predicate.ofMember(subquery.variable),
        let members = try members(subquery.collection), let scope = members.scope
      else { return nil }
      let inner = SQLCondition(scope: scope, parts: parts)
      guard let condition = try inner.exact(predicate, isNegated: false) else { return nil }
      let matches = "FROM \(members.source()) WHERE \(members.condition) AND \(condition)"
      if comparison.operation == .greater, comparison.right == .value(.integer(0)) {
        // The server can join the tables once, instead of counting for each row.
        return "\(isNegated ? "NOT " : "")EXISTS (SELECT 1 \(matches))"
      }
      let count = SQLExpression("(SELECT count(*) \(matches))", .attribute(.integer))
      return try self.condition(comparison, count).map { isNegated ? "(\($0)) IS NOT TRUE" : $0 }
    }
  }

  extension FetchPredicate {
    /// Returns the predicate of the members of a subquery as one of objects; nil if it depends on anything but the member.
    fileprivate func ofMember(_ variable: String) -> FetchPredicate? {
      switch self {
      case .constant: return self
      case .and(let parts): return Self.ofMember(variable, parts).map(FetchPredicate.and)
      case .or(let parts): return Self.ofMember(variable, parts).map(FetchPredicate.or)
      case .not(let part): return part.ofMember(variable).map(FetchPredicate.not)
      case .comparison(var comparison):
        guard let left = comparison.left.ofMember(variable), let right = comparison.right.ofMember(variable)
        else { return nil }
        (comparison.left, comparison.right) = (left, right)
        return .comparison(comparison)
      }
    }

    private static func ofMember(_ variable: String, _ parts: [FetchPredicate]) -> [FetchPredicate]? {
      let members = parts.compactMap { $0.ofMember(variable) }
      return members.count == parts.count ? members : nil
    }
  }

  extension FetchExpression {
    fileprivate func ofMember(_ variable: String) -> FetchExpression? {
      switch self {
      case .value, .values: return self
      case .path(let path):
        let rooted = RootedPath(path)
        return rooted.variable == variable ? .path(rooted.path) : nil
      default: return nil
      }
    }
  }
#endif
