extension FetchPredicate {
  /// Returns a predicate that matches if both match; a chain of these becomes one flat list.
  public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    if case .and(let parts) = left { return .and(parts + [right]) }
    return .and([left, right])
  }

  /// Returns a predicate that matches if at least one matches; a chain of these becomes one flat list.
  public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    if case .or(let parts) = left { return .or(parts + [right]) }
    return .or([left, right])
  }

  /// Returns a predicate that matches if this one does not.
  public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate { .not(predicate) }
}
