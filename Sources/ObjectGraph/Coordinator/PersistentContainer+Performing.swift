internal import Dispatch
internal import Foundation

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
  /// For code that cannot be asynchronous, on threads that may block. On the main thread it would wait for ever and
  /// traps. Prefer ``perform(_:)``.
  public nonisolated func performAndWait<Result: Sendable>(
    _ body: @MainActor @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    precondition(
      !Thread.isMainThread,
      "performAndWait(_:) on the main thread would wait for ever: use viewContext, which is at hand")
    return try DispatchQueue.main.sync { try MainActor.assumeIsolated { try body(viewContext) } }
  }
}
