#if PostgreSQL
  internal import ObjectStore
  internal import Synchronization

  /// The noticed waits of all sessions of a store for locks of other programs, which are reported as one.
  final class LockWaits: Sendable {
    /// The policy, whose observer is called.
    let policy: LockPolicy
    private let count = Mutex(0)

    init(_ policy: LockPolicy) { self.policy = policy }

    /// Notes that a session waits.
    func begin() {
      report(.waiting) {
        $0 == 1
      } change: {
        $0 += 1
      }
    }

    /// Notes that a session that waited does so no more.
    func end(_ phase: LockPolicy.Phase) {
      report(phase) {
        $0 == 0
      } change: {
        $0 -= 1
      }
    }

    private func report(_ phase: LockPolicy.Phase, if isDue: (Int) -> Bool, change: (inout Int) -> Void) {
      // Reported under the lock, so that the observer hears of the last change last.
      count.withLock { count in
        change(&count)
        if isDue(count) { policy.onWait?(phase) }
      }
    }
  }
#endif
