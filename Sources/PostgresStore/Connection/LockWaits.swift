#if PostgreSQL
  internal import ObjectStore
  internal import Synchronization

  /// The noticed waits of all sessions of a store for locks of other programs, which are reported as one.
  final class LockWaits: Sendable {
    /// The policy, whose observer is called.
    let policy: LockPolicy
    private let count = Mutex(0)

    init(_ policy: LockPolicy) { self.policy = policy }

    // The observer is called under the lock, so that it hears of the last change last.

    /// Notes that a session waits.
    func begin() {
      count.withLock { count in
        count += 1
        if count == 1 { policy.onWait?(.waiting) }
      }
    }

    /// Notes that a session that waited does so no more.
    func end(_ phase: LockPolicy.Phase) {
      count.withLock { count in
        count -= 1
        if count == 0 { policy.onWait?(phase) }
      }
    }
  }
#endif
