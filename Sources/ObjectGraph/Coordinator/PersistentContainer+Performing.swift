internal import Dispatch

extension PersistentContainer {
  /// Runs `body` with the main context, on the main actor.
  ///
  /// It is for code in other isolations; on the main actor, use ``viewContext`` directly.
  public nonisolated func perform<Result: Sendable>(
    _ body: @MainActor @Sendable (ManagedObjectContext) throws -> Result
  ) async rethrows -> Result {
    do {
      return try await MainActor.run { try body(viewContext) }
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }

  /// Runs `body` with the main context on the main actor while the calling thread waits.
  ///
  /// It is for code that cannot be asynchronous, on threads that may block. Prefer ``perform(_:)``.
  ///
  /// - Precondition: The caller is not on the main actor, where the call would be a deadlock and traps.
  public nonisolated func performAndWait<Result: Sendable>(
    _ body: @MainActor @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    DispatchQueue.main.mark()
    return try DispatchQueue.main.syncChecked("performAndWait(_:)") {
      try MainActor.assumeIsolated { try body(viewContext) }
    }
  }
}
