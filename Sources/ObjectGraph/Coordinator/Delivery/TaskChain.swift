import Synchronization

/// A chain of asynchronous work that runs one piece after the other, in the order of appending.
final class TaskChain: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs `work` in a task of its own, after all work that was appended before.
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

  /// Waits until everything that has been appended so far has run.
  func finished() async { await last.withLock { $0 }?.value }
}
