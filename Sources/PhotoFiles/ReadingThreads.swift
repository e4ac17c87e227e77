internal import Dispatch

/// The threads on which many files are read in the background.
///
/// They get what is left of the processors while anything else runs, such as the thumbnails that the user waits for: on Linux
/// libdispatch gives threads of this quality of service a nice value of 10. A child task of that priority would run with
/// the priority of the task that awaits it.
public final class ReadingThreads: TaskExecutor {
  /// The threads of the process, at most as many as there are processors.
  public static let shared = ReadingThreads()

  private let queue = DispatchQueue(label: "Reading", qos: .background, attributes: .concurrent)

  private init() {}

  /// Runs a part of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
