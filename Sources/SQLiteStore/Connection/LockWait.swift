internal import Foundation
internal import ObjectStore
internal import Synchronization

/// The wait for a lock that another program holds, shared by all connections of a store.
///
/// SQLite has a timeout for each connection and statement. Operations that queue on the writer would each wait that
/// long, one after the other; here the time counts from the first of them.
final class LockWait: Sendable {
  /// The state of the wait, as a value so that tests can use any time.
  struct State {
    /// The time without an attempt after which the next one starts a new wait.
    static let pause = Duration.seconds(1)

    private var begin: ContinuousClock.Instant?
    private var lastAttempt = ContinuousClock.now
    /// A Boolean value that indicates whether a wait has begun, which may have been given up.
    var hasBegun: Bool { begin != nil }
    /// A Boolean value that indicates whether the observer was notified of the wait.
    private(set) var isNoticed = false

    /// Counts an attempt to get the lock at `now`.
    ///
    /// - Returns: A Boolean value that indicates whether to continue waiting, and the phase to report to
    ///   the observer.
    mutating func attempt(
      at now: ContinuousClock.Instant, _ policy: LockPolicy
    ) -> (goesOn: Bool, notice: LockPolicy.Phase?) {
      if begin == nil || now - lastAttempt > Self.pause { (begin, isNoticed) = (now, false) }
      lastAttempt = now
      let waited = begin.map { now - $0 } ?? .zero
      if waited >= policy.timeout {
        defer { isNoticed = false }
        return (false, isNoticed ? .gaveUp : nil)
      }
      guard !isNoticed, waited >= policy.noticeDelay else { return (true, nil) }
      isNoticed = true
      return (true, .waiting)
    }
  }

  /// The delays between attempts in milliseconds, those of `sqlite3_busy_timeout`.
  private static let delays: [UInt32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  private let policy: LockPolicy
  private let state = Mutex(State())

  init(_ policy: LockPolicy = LockPolicy()) { self.policy = policy }

  /// Sleeps before the next attempt to get the lock, or returns `false` to give up.
  ///
  /// - Parameter attempts: The number of attempts that the current statement has made.
  func waitForNextAttempt(after attempts: Int) -> Bool {
    let now = ContinuousClock.now
    let (goesOn, notice) = state.withLock { $0.attempt(at: now, policy) }
    if let notice { policy.onWait?(notice) }
    guard goesOn else { return false }
    usleep(Self.delays[min(attempts, Self.delays.count - 1)] * 1_000)
    return true
  }

  /// Ends the wait, if there is one: a connection got the lock.
  func end() {
    let wasNoticed = state.withLock { state in
      guard state.hasBegun else { return false }
      defer { state = State() }
      return state.isNoticed
    }
    if wasNoticed { policy.onWait?(.acquired) }
  }
}
