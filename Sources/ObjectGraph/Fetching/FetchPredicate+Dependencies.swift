extension FetchPredicate {
  /// The relationships that the predicate goes through, as key paths: for `photographer.name` it is
  /// `photographer`.
  ///
  /// The answer for a row can change when a row at the other end of one of them changes; for a to-many
  /// relationship, also when one comes or goes.
  public func relationshipPaths() -> Set<String> {
    switch self {
    case .constant: []
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.relationshipPaths()) }
    case .not(let part): part.relationshipPaths()
    case .comparison(let comparison): comparison.relationshipPaths()
    }
  }
}

extension FetchPredicate.Comparison {
  fileprivate func relationshipPaths() -> Set<String> {
    var paths = path.properKeyPathPrefixes
    if quantifier != .one { paths.insert(path) }
    if case .path(let other) = operand { paths.formUnion(other.properKeyPathPrefixes) }
    return paths
  }
}

extension [FetchOrder] {
  /// The relationships that the order goes through, as key paths: for `photographer.name` it is
  /// `photographer`.
  ///
  /// The place of a row can change when a row at the other end of one of them changes.
  public func relationshipPaths() -> Set<String> {
    reduce(into: []) { $0.formUnion($1.path.properKeyPathPrefixes) }
  }
}

extension String {
  /// For `a.b.c` it is `a` and `a.b`.
  fileprivate var properKeyPathPrefixes: Set<String> {
    Set(indices.filter { self[$0] == "." }.map { String(self[..<$0]) })
  }
}
