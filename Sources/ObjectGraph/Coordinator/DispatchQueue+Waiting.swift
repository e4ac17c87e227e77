internal import Dispatch
internal import Foundation
internal import ObjectModel
internal import Synchronization

/// Synchronous calls on a queue that trap instead of causing a deadlock.
extension DispatchQueue {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// A wait for work that runs on a queue.
  private final class Wait: Sendable {
    @TaskLocal static var current: Wait?

    let queues: Set<ObjectIdentifier>
    /// Tasks inherit the wait in which they were created, but run on other threads, or after the wait.
    let thread = ObjectIdentifier(Thread.current)
    let isOver = Atomic(false)

    init(queues: Set<ObjectIdentifier>) { self.queues = queues }

    /// The queues that wait for the current thread, besides the queue that it runs on.
    static var queues: Set<ObjectIdentifier> {
      guard let current, current.thread == ObjectIdentifier(Thread.current),
        !current.isOver.load(ordering: .relaxed)
      else { return [] }
      return current.queues
    }
  }

  /// Marks the queue so that ``isCurrent`` recognizes code that runs on it.
  ///
  /// A check for the main thread is no substitute: on Linux, the main queue may run on another thread.
  func mark() { setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  /// A Boolean value that indicates whether the calling code runs on the queue.
  ///
  /// - Precondition: The queue is marked.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  /// Runs `body` on the queue while the calling thread waits.
  ///
  /// It traps instead of causing a deadlock: on the queue itself, or on a queue that waits for the calling
  /// thread.
  func syncChecked<Result>(_ caller: String, _ body: () throws -> Result) rethrows -> Result {
    var held = Wait.queues
    if let current = DispatchQueue.getSpecific(key: Self.key) { held.insert(current) }
    require(
      !held.contains(ObjectIdentifier(self)),
      "\(caller) in the isolation of \(label) itself would wait for ever: use the context that is at hand")
    return try sync {
      let wait = Wait(queues: held)
      defer { wait.isOver.store(true, ordering: .relaxed) }
      return try Wait.$current.withValue(wait, operation: body)
    }
  }
}
