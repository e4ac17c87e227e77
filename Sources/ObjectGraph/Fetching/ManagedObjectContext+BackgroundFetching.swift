internal import ObjectModel
public import ObjectStore

extension ManagedObjectContext {
  /// Fetches the matching objects in the requested order, then by ID, with the search off the context's
  /// isolation.
  ///
  /// The isolation can continue meanwhile; only the objects are made in it. The result considers unsaved
  /// changes, and all changes that the context shows when the read ends: after changes during the read, the store is read
  /// again, and after a few attempts in this isolation. A child, whose rows are those of its parent, always reads in this
  /// isolation, and so does a context that is pinned (``queryGeneration``).
  ///
  /// - Throws: `CancellationError` when the task is canceled, which interrupts a running query, ``FetchError`` for a request
  ///   that does not fit the entity, and the errors of the store.
  public func fetchInBackground<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) async throws -> [Object] {
    try Task.checkCancellation()
    guard parent == nil else { return try fetch(request) }
    let query = request.query(in: model)
    try validate(query)
    let entities = try query.entitiesRead(in: model)
    // Only the reader of a pinned context has its state.
    for _ in 0..<Self.backgroundAttempts where queryGeneration == .unpinned {
      processPendingChanges()
      let affected = try affectedIDs(query)
      let meanwhile = ChangesMeanwhile(of: self)
      let rows = try await coordinator.readCancellably { reader in
        try reader.fetch(affected.isEmpty ? query : query.passingOver(affected))
      }
      try Task.checkCancellation()
      processPendingChanges()
      // A change may be committed by now, and no longer be pending; the rows can be older.
      guard queryGeneration == .unpinned, !meanwhile.objects.containsObject(where: entities.contains),
        try affectedIDs(query).isSubset(of: affected)
      else { continue }
      let found = affected.isEmpty ? rows : try merged(rows, affected, query)
      return objects(for: found)
    }
    return try fetch(request)
  }

  /// The number of attempts to read the store off the context's isolation before the context, if it keeps
  /// changing, reads the store itself.
  private static let backgroundAttempts = 3
}

extension StoreQuery {
  /// Returns the numbers of the entities whose objects can change the result: of those that are fetched, and of those to
  /// which the paths of the predicate and the order lead.
  ///
  /// - Throws: ``FetchError`` for a path that does not fit the entity.
  func entitiesRead(in model: ManagedObjectModel) throws(FetchError) -> Set<EntityNumber> {
    let paths = (predicate?.relationshipPaths() ?? []).union(order.relationshipPaths())
    return try model.destinations(of: paths, from: entity).union(entities(in: model))
  }
}

extension DictionaryQuery {
  /// Returns the numbers of the entities whose objects can change the result, as those of a query of rows.
  ///
  /// - Throws: ``FetchError`` for a path that does not fit the entity.
  func entitiesRead(in model: ManagedObjectModel) throws(FetchError) -> Set<EntityNumber> {
    try rows.entitiesRead(in: model).union(model.destinations(of: relationshipPaths(), from: rows.entity))
  }
}

extension ManagedObjectModel {
  /// Returns the numbers of the entities to whose objects key paths through relationships lead.
  fileprivate func destinations(
    of paths: Set<String>, from entity: EntityNumber
  ) throws(FetchError) -> Set<EntityNumber> {
    var numbers: Set<EntityNumber> = []
    for path in paths {
      if let end = try relationshipEnd(path, from: self[entity]) {
        numbers.formUnion(end.destination.family)
      }
    }
    return numbers
  }
}

extension PersistentStoreCoordinator {
  /// Reads like ``read(isBulk:_:)``, and stops when the task is canceled: throws `CancellationError` then, also in the
  /// middle of a query.
  public func readCancellably<Result: Sendable>(
    isBulk: Bool = false, _ body: @escaping @Sendable (any StoreReader) throws -> Result
  ) async throws -> Result {
    try await read(isBulk: isBulk) { reader in try reader.interruptible { try body(reader) } }
  }
}
