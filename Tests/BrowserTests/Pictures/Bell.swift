/// Rings when something changed, and wakes those who wait for it.
@MainActor final class Bell {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func ring() {
    count += 1
    wake()
  }

  /// Returns when `condition` holds, which is looked at after each ringing.
  ///
  /// - Throws: `CancellationError` when the task is canceled, as a time limit does.
  func wait(until condition: () -> Bool) async throws {
    while !condition() {
      try Task.checkCancellation()
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        // On the main actor, and so after the continuation was added.
        Task { @MainActor in wake() }
      }
    }
  }

  private func wake() {
    let woken = waiting
    waiting = []
    woken.forEach { $0.resume() }
  }
}
