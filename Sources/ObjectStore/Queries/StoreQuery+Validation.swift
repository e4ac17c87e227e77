package import ObjectModel

extension StoreQuery {
  /// Checks that the query fits its entity, and that all objects which it names belong to a store.
  ///
  /// - Throws: `FetchError`.
  package func validate(in model: ManagedObjectModel, of store: StoreIdentity) throws(FetchError) {
    guard let entity = model.entity(numbered: entity) else { return }
    try predicate?.validate(for: entity, in: model)
    try order.validate(for: entity, in: model)
    try predicate?.validateObjects(of: store)
    if let start, start.id.store != store { throw .objectOfOtherStore(start.id) }
  }
}
