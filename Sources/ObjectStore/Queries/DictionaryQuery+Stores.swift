package import ObjectModel

extension DictionaryQuery {
  /// Checks that all objects which the query names belong to a store.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)``.
  package func validateObjects(of store: StoreIdentity) throws(FetchError) {
    try rows.predicate?.validateObjects(of: store)
    try having?.validateObjects(of: store)
    for column in columns { try column.expression.validateObjects(of: store) }
    for expression in groupBy { try expression.validateObjects(of: store) }
  }
}
