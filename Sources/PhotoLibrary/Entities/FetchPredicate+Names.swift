import ObjectGraph

extension FetchPredicate {
  /// Returns a predicate for objects whose attribute has one of `values`.
  static func isOne(of values: Set<String>, in attribute: String) -> FetchPredicate {
    .comparison(.init(attribute, .in, .values(values.sorted().map { .string($0) })))
  }
}
