package import ObjectModel

extension StoreQuery {
  /// Returns the query without some rows, from the first match to the end of the window.
  package func passingOver(_ ids: Set<ManagedObjectID>) -> StoreQuery {
    var query = self
    let others = FetchPredicate.not(.isOne(of: ids.sorted()))
    query.predicate = predicate.map { .and([$0, others]) } ?? others
    query.limit = limit.map { $0 > .max - offset ? .max : $0 + offset }
    query.offset = 0
    return query
  }

  /// Returns the part of all matches that limit and offset select.
  package func window<Element>(_ all: [Element]) -> [Element] {
    let rest = all.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}
