public import ObjectStore

extension ManagedObjectContext {
  /// Fetches the matching objects in the requested order, then by ID, with the search off the context's
  /// isolation.
  ///
  /// The isolation can continue meanwhile; only the objects are made in it. The result considers unsaved
  /// changes, also those made during the read: then the store is read again, and after a few attempts in this
  /// isolation.
  ///
  /// - Throws: `CancellationError` when the task is canceled, which interrupts a running query, and the
  ///   errors of the store.
  public func fetchInBackground<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) async throws -> [Object] {
    for _ in 0..<Self.backgroundAttempts {
      processPendingChanges()
      let query = request.query(in: model)
      try validate(query)
      let affected = try affectedIDs(query)
      let rows = try await coordinator.readCancellably { reader in
        try reader.fetch(affected.isEmpty ? query : query.passingOver(affected))
      }
      try Task.checkCancellation()
      processPendingChanges()
      guard try affectedIDs(query).isSubset(of: affected) else { continue }
      let found = affected.isEmpty ? rows : try merged(rows, affected, query)
      return objects(for: found)
    }
    return try fetch(request)
  }

  /// The number of attempts to read the store off the context's isolation before the context, if it keeps
  /// changing, reads the store itself.
  private static let backgroundAttempts = 3
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
