public import Dispatch

/// A serial executor with its own dispatch queue, for actors whose work must run in order and may block.
///
/// Dispatch has such an executor, `DispatchSerialQueue`, but not on Linux. Work that is enqueued on `queue`
/// directly runs in the same order as the actor's jobs, and counts as isolated to the actor.
public final class QueueExecutor: SerialExecutor {
  /// The queue that runs the jobs.
  public let queue: DispatchQueue

  /// Creates an executor.
  ///
  /// - Parameter label: The label of the queue in debuggers and profiles.
  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    queue.mark()
  }

  /// Enqueues a job of the actor.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps if the caller is not on the queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
