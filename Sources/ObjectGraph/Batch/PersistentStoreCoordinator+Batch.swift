internal import ObjectModel
public import ObjectStore

/// Batch requests.
extension PersistentStoreCoordinator {
  /// Executes a batch request on the writer, and returns when the main context shows the changes.
  ///
  /// The request is one transaction: it writes all of its rows or none. It starts after all saves that were submitted
  /// before, and sees their rows, but no unsaved changes. Contexts that merge changes automatically merge these.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - mergePolicy: The policy for inserted rows with the unique values of other rows.
  ///   - durability: The durability in a power failure.
  ///   - author: The author of the changes, for the history and reports.
  /// - Throws: A ``BatchError`` or a ``FetchError`` if the request does not fit the model, or names an object of another
  ///   store; a ``ValidationError`` if a value or a delete rule forbids it; a ``ConflictError`` for a row that is not unique;
  ///   the errors of the store. Nothing is written then.
  /// - Complexity: O(*n*) in the number of rows, off the caller's isolation.
  @discardableResult
  public func execute(
    _ request: some BatchRequest, mergePolicy: MergePolicy = .error, durability: Durability = .full,
    author: String? = nil
  ) async throws -> BatchResult {
    var work = try request.work(in: model)
    (work.policy, work.durability, work.author) = (mergePolicy, durability, author)
    work.priority = Task.currentPriority
    let result = try await writer.execute(work)
    await waitForMerges()
    return result
  }

  /// Executes a batch request, and blocks until it has finished.
  ///
  /// Do not call it on the main actor. The main context merges the changes later.
  ///
  /// - Throws: The errors of ``execute(_:mergePolicy:durability:author:)``.
  @discardableResult
  public func executeAndWait(
    _ request: some BatchRequest, mergePolicy: MergePolicy = .error, durability: Durability = .full,
    author: String? = nil
  ) throws -> BatchResult {
    var work = try request.work(in: model)
    (work.policy, work.durability, work.author) = (mergePolicy, durability, author)
    return try writer.executeAndWait(work)
  }
}
