package import ObjectModel

extension StoreQuery {
  /// Returns the query without some rows, from the first match to the end of the window.
  package func passingOver(_ ids: Set<ManagedObjectID>) -> StoreQuery {
    var query = self
    let others = FetchPredicate.not(.isOne(of: ids.sorted()))
    query.predicate = predicate.map { .and([$0, others]) } ?? others
    query.limit = limit.map { limit in
      let (end, overflows) = max(0, limit).addingReportingOverflow(max(0, offset))
      return overflows ? .max : end
    }
    query.offset = 0
    return query
  }

  /// Returns the part of all matches that limit and offset select; a negative one is 0.
  package func window<Element>(_ all: [Element]) -> [Element] {
    let rest = all.dropFirst(max(0, offset))
    return Array(limit.map { rest.prefix(max(0, $0)) } ?? rest)
  }
}
