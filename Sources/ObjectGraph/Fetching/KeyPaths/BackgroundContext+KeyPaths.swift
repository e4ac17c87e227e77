public import ObjectModel

/// The functions of ``ManagedObjectContext`` by key paths whose results can leave the context's isolation.
///
/// Objects cannot: the others are used within ``BackgroundContext/perform(_:)``.
extension BackgroundContext {
  /// Returns the values of the objects of the class that match, in the order, then by ID.
  ///
  /// - Throws: `FetchError` for a predicate that does not fit the entity, and the errors of the store.
  public func fetchValues<Object: ManagedObject>(
    _: Object.Type, where predicate: TypedPredicate<Object> = .all, order: [TypedOrder<Object>] = [],
    limit: Int? = nil
  ) throws -> [ObjectValues<Object>] {
    try perform { try $0.fetchValues(FetchRequest<Object>(where: predicate, order: order, limit: limit)) }
  }

  /// Returns the IDs of the objects of the class that match, in the order, then by ID.
  ///
  /// - Throws: `FetchError` for a predicate that does not fit the entity, and the errors of the store.
  public func fetchIDs<Object: ManagedObject>(
    _: Object.Type, where predicate: TypedPredicate<Object> = .all, order: [TypedOrder<Object>] = [],
    limit: Int? = nil
  ) throws -> [ManagedObjectID] {
    try perform { try $0.fetchIDs(FetchRequest<Object>(where: predicate, order: order, limit: limit)) }
  }

  /// Returns the number of objects of the class that match.
  ///
  /// - Throws: `FetchError` for a predicate that does not fit the entity, and the errors of the store.
  public func count<Object: ManagedObject>(
    _ type: Object.Type, where predicate: TypedPredicate<Object> = .all
  ) throws -> Int {
    try perform { try $0.count(type, where: predicate) }
  }

  /// Deletes all objects of the class that match, and returns their number.
  ///
  /// The changes are unsaved until ``save()``, as those of ``perform(_:)`` are.
  ///
  /// - Throws: `FetchError` for a predicate that does not fit the entity, and the errors of the store.
  @discardableResult
  public func deleteAll<Object: ManagedObject>(
    _ type: Object.Type, where predicate: TypedPredicate<Object> = .all
  ) throws -> Int {
    try perform { try $0.deleteAll(type, where: predicate) }
  }
}
