internal import Dispatch

/// The threads on which large pictures are decoded and made.
///
/// Swift's tasks share as many threads as there are processors, and resume there even if they go on in the main actor
/// (`withCheckedContinuation`). Two pictures in the making would let a key wait for tens of milliseconds after a commit. The
/// threads are those of the quality of service for what the user waits for, which tasks have only if they ask for it.
public final class PictureThreads: TaskExecutor {
  private static let shared = PictureThreads()

  private let queue = DispatchQueue(label: "Pictures", qos: .userInitiated, attributes: .concurrent)

  private init() {}

  /// Runs work on the threads and returns its result.
  ///
  /// At most as many run at once as there are processors; others wait. The work belongs to the task of the caller, and can ask
  /// whether that was canceled. It is not asynchronous: the optimizer of Swift 6.3 leaves asynchronous work on the main actor.
  ///
  /// - Throws: The errors of the work.
  public static func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) in
      try await perform(work)
    }
  }

  /// Leaves the isolation of the caller for the preferred executor.
  @concurrent
  private static func perform<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try work()
  }

  /// Runs a part of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
