extension FetchPredicate {
  /// What matches both; a row of these is one list, not a tower.
  public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    if case .and(let parts) = left { return .and(parts + [right]) }
    return .and([left, right])
  }

  /// What matches at least one of the two; a row of these is one list, not a tower.
  public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    if case .or(let parts) = left { return .or(parts + [right]) }
    return .or([left, right])
  }

  /// What does not match.
  public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate { .not(predicate) }
}
