import Synchronization

/// Runs asynchronous work one after the other, in the order in which it was appended.
final class TaskChain: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs `work` after all work that was appended before, in a task of its own.
  ///
  /// - Parameter priority: The priority of the task; that of the caller by default.
  func append(priority: TaskPriority? = nil, _ work: @escaping @Sendable () async -> Void) {
    last.withLock { last in
      let previous = last
      last = Task(priority: priority) {
        await previous?.value
        await work()
      }
    }
  }

  /// Returns when everything that has been appended so far has run.
  func finished() async { await last.withLock { $0 }?.value }
}
