extension PersistentContainer {
  /// Runs `body` with a new context off the main actor, saves its changes, and waits until the main context
  /// shows them.
  ///
  /// ```swift
  /// try await container.performBackgroundTask { context in
  ///   try context.insert(Car.self).name = "Beetle"
  /// }
  /// ```
  ///
  /// Values that `body` captures or returns must be `Sendable`. For recurring work, keep a worker:
  /// ``makeBackgroundContext(mergePolicy:durability:name:)``.
  ///
  /// Core Data's function of this name leaves saving to the caller; a caller that forgets it loses all
  /// changes without an error.
  ///
  /// - Throws: The errors of `body`, of opening a reader, and of the save. If `body` throws, nothing is
  ///   saved.
  @discardableResult
  public nonisolated func performBackgroundTask<Result: Sendable>(
    mergePolicy: MergePolicy = .error, name: String = "background task",
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    let worker = try makeBackgroundContext(mergePolicy: mergePolicy, name: name)
    let result = try await worker.perform(body)
    try await worker.save()
    return result
  }
}
