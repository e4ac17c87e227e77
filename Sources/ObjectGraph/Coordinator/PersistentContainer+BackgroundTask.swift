extension PersistentContainer {
  /// Runs `body` with a context of its own off the main actor, saves what it changed, and returns when the main
  /// context shows it.
  ///
  /// ```swift
  /// try await container.performBackgroundTask { context in
  ///   try context.insert(Car.self).name = "Beetle"
  /// }
  /// ```
  ///
  /// What `body` captures and returns must be `Sendable`. Nothing is saved when it throws. (Core Data's function of
  /// that name leaves the saving to the caller, and whoever forgets it loses everything without being told.) For work
  /// that comes again and again, keep a worker: ``makeWorker(mergePolicy:durability:name:)``.
  @discardableResult
  public nonisolated func performBackgroundTask<Result: Sendable>(
    mergePolicy: MergePolicy = .error, name: String = "background task",
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    let worker = try makeWorker(mergePolicy: mergePolicy, name: name)
    let result = try await worker.perform(body)
    try await worker.save()
    return result
  }
}
