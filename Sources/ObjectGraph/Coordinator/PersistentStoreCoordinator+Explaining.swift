public import ObjectStore

extension PersistentStoreCoordinator {
  /// Returns the statements that the store runs for a fetch of the request, with their query plans, without running them.
  ///
  /// ```swift
  /// for explanation in try coordinator.explain(request) ?? [] { print(explanation) }
  /// ```
  ///
  /// Rows with unsaved or unconfirmed changes are left out of a statement by conditions of their own when a context
  /// fetches; these are not shown.
  ///
  /// - Returns: The explanations in the order in which the statements run; nil for a store that evaluates requests in memory.
  /// - Throws: ``FetchError`` for a request that does not fit the entity or names an object of another store, and the errors of
  ///   the store.
  public func explain<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [QueryExplanation]? {
    let query = request.query(in: model)
    try query.validate(in: model, of: identity)
    return try (store as? any ExplainingStore)?.explain(query)
  }
}
