public import Dispatch

/// A serial executor over a dispatch queue of its own, for actors whose work must be done in order and may block.
///
/// (Dispatch has such an executor itself, `DispatchSerialQueue`, but not on Linux.) Work that is put on `queue`
/// directly runs in the same order as the actor's jobs, and counts as isolated to it.
public final class QueueExecutor: SerialExecutor {
  /// The queue on which everything runs.
  public let queue: DispatchQueue

  /// Makes an executor whose queue carries `label` in debuggers and profiles.
  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    queue.mark()
  }

  /// Puts a job of the actor at the end of the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps unless called on the queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
