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
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func explain<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [QueryExplanation]? {
    try (store as? any ExplainingStore)?.explain(request.query(in: model))
  }
}
