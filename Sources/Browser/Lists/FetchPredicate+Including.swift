import ObjectGraph

extension FetchPredicate {
  /// Returns the predicate for the same objects and some others.
  func including(_ others: Set<ManagedObjectID>) -> FetchPredicate {
    others.isEmpty ? self : self || .isOne(of: others)
  }
}
