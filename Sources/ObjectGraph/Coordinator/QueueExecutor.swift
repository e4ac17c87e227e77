public import Dispatch

/// A serial executor over a dispatch queue of its own, for actors whose work must be done in order and may block.
///
/// (Dispatch has such an executor itself, `DispatchSerialQueue`, but not on Linux.) Work that is put on `queue`
/// directly runs in the same order as the actor's jobs, and counts as isolated to it.
public final class QueueExecutor: SerialExecutor {
  /// The queue on which everything runs.
  public let queue: DispatchQueue

  /// The queues that the present thread is on or waits for.
  @TaskLocal private static var waitedFor: Set<ObjectIdentifier> = []
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes an executor whose queue carries `label` in debuggers and profiles.
  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// Runs `body` on the queue, while the thread waits.
  ///
  /// Traps where it would wait for ever: on the queue itself, or on another one that a `sync` on this one waits for.
  func sync<Result>(_ caller: String, _ body: () throws -> Result) rethrows -> Result {
    var held = Self.waitedFor
    if let current = DispatchQueue.getSpecific(key: Self.key) { held.insert(current) }
    precondition(
      !held.contains(ObjectIdentifier(self)),
      "\(caller) in the isolation of \(queue.label) itself would wait for ever: use the context that is at hand"
    )
    return try Self.$waitedFor.withValue(held) { try queue.sync(execute: body) }
  }

  /// Puts a job of the actor at the end of the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps unless called on the queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
