import ObjectGraph

extension FetchPredicate {
  /// A predicate that holds for objects whose attribute has one of `values`.
  static func isOne(of values: Set<String>, in attribute: String) -> FetchPredicate {
    .comparison(.init(attribute, .in, .values(values.sorted().map { .string($0) })))
  }
}
