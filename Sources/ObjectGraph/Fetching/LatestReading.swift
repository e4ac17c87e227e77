public import ObjectStore

/// The latest of several readings of a store in the background: each interrupts the one before.
///
/// A user types faster than a store with a million rows answers. Only the last answer is of use.
///
/// It belongs to the isolation of its owner.
public final class LatestReading {
  /// Cancels the reading in progress; nil without one, because a task retains its result.
  private var cancellation: (() -> Void)?
  private var number = 0

  /// Creates a value without a reading.
  public init() {}

  /// Interrupts the reading in progress, and starts another one.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: `CancellationError` if the next reading interrupts this one or the current task is canceled, the errors
  ///   of the store, and those of `body`.
  public func read<Result: Sendable>(
    in coordinator: PersistentStoreCoordinator, isBulk: Bool = false,
    _ body: @escaping @Sendable (any StoreReader) throws -> Result
  ) async throws -> Result {
    cancel()
    number += 1
    let own = number
    let task = Task { try await coordinator.readCancellably(isBulk: isBulk, body) }
    cancellation = task.cancel
    defer { if own == number { cancellation = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Interrupts the reading in progress.
  public func cancel() {
    cancellation?()
    cancellation = nil
  }
}
