internal import Dispatch
internal import Foundation
internal import Synchronization

/// Waiting for a queue without waiting for ever.
extension DispatchQueue {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// What waits until something that runs on a queue is done.
  private final class Wait: Sendable {
    @TaskLocal static var current: Wait?

    let queues: Set<ObjectIdentifier>
    /// Tasks inherit the wait that they were begun in, but run on other threads, or when it is over.
    let thread = ObjectIdentifier(Thread.current)
    let isOver = Atomic(false)

    init(queues: Set<ObjectIdentifier>) { self.queues = queues }

    /// The queues that wait until the present thread is done, besides the one that it is on.
    static var queues: Set<ObjectIdentifier> {
      guard let current, current.thread == ObjectIdentifier(Thread.current),
        !current.isOver.load(ordering: .relaxed)
      else { return [] }
      return current.queues
    }
  }

  /// Lets code that runs on the queue be told apart from other code.
  ///
  /// On Linux the main queue need not run on the main thread, so that asking for that would not do.
  func mark() { setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  /// A Boolean value that indicates whether the calling code runs on the queue, which must be marked.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  /// Runs `body` on the queue, while the thread waits.
  ///
  /// Traps where it would wait for ever: on the queue itself, or on another one that it waits for.
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
