internal import ObjectModel
internal import ObjectStore

/// Batch requests of a context.
extension ManagedObjectContext {
  /// Executes a batch request on the store, and returns when this context and the main context show the changes.
  ///
  /// The request has the author, the name, the merge policy and the durability of the context. Unsaved changes of this
  /// context are neither seen nor saved. They stay, and a save of them can have a conflict with the rows of the batch. The
  /// changes of a batch cannot be undone. A child context shows them as soon as its parent does.
  ///
  /// - Throws: The errors of ``PersistentStoreCoordinator/execute(_:mergePolicy:durability:author:)``.
  @discardableResult
  public func execute(_ request: some BatchRequest) async throws -> BatchResult {
    let result = try await coordinator.writer.execute(batchWork(request))
    await coordinator.waitForMerges()
    showBatch(result)
    return result
  }

  /// Executes a batch request on the store, and blocks the context's isolation until it has finished.
  ///
  /// - Throws: The errors of ``PersistentStoreCoordinator/execute(_:mergePolicy:durability:author:)``.
  /// - SeeAlso: ``execute(_:)``
  @discardableResult
  public func executeAndWait(_ request: some BatchRequest) throws -> BatchResult {
    let result = try coordinator.writer.executeAndWait(batchWork(request))
    while mainSaves?.merging?.step() == true {}
    showBatch(result)
    return result
  }

  private func batchWork(_ request: some BatchRequest) throws -> BatchWork {
    var work = try request.work(in: model)
    (work.policy, work.durability) = (mergePolicy, durability)
    (work.author, work.context) = (transactionAuthor, name)
    work.priority = Task.currentPriority
    return work
  }

  /// Merges the changes into a context that is not notified of them in time.
  private func showBatch(_ result: BatchResult) {
    guard parent == nil, mainSaves == nil || !following.isOn else { return }
    mergeChanges(from: result.report)
  }
}
