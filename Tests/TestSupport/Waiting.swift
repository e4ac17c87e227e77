/// Waits until a condition holds, and lets other tasks run meanwhile.
///
/// It is for states that nothing announces.
///
/// - Throws: `CancellationError` when the task is canceled, as a time limit does, and the errors of `condition`.
public func until(_ condition: () async throws -> Bool) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
