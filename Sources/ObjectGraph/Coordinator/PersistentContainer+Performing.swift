internal import Dispatch

extension PersistentContainer {
  /// Runs `body` with the main context, on the main actor.
  ///
  /// For code that is elsewhere; on the main actor, use ``viewContext`` as it is.
  public nonisolated func perform<Result: Sendable>(
    _ body: @MainActor @Sendable (ManagedObjectContext) throws -> Result
  ) async rethrows -> Result {
    try await MainActor.run { try body(viewContext) }
  }

  /// Runs `body` with the main context, on the main actor, while the caller's thread waits.
  ///
  /// For code that cannot be asynchronous, on threads that may block. On the main actor it would wait for ever and
  /// traps. Prefer ``perform(_:)``.
  public nonisolated func performAndWait<Result: Sendable>(
    _ body: @MainActor @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    DispatchQueue.main.mark()
    return try DispatchQueue.main.syncChecked("performAndWait(_:)") {
      try MainActor.assumeIsolated { try body(viewContext) }
    }
  }
}
