/// A store that can show how it finds the rows of a query.
public protocol ExplainingStore: PersistentStore {
  /// Returns the statements that a fetch of the query runs now, in their order, without running them.
  ///
  /// A store may choose between statements by what it contains, so that the next fetch can run others.
  ///
  /// - Throws: ``FetchError`` for a query that does not fit the entity, and the errors of the store.
  func explain(_ query: StoreQuery) throws -> [QueryExplanation]
}
