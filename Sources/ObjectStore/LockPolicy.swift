/// The policy for locks that other programs hold on a store.
///
/// A writer waits only for other writers. Readers never wait, unless another program has locked the whole file, or changes
/// the tables of the database.
public struct LockPolicy: Sendable {
  /// The state of a wait for a lock.
  public enum Phase: Hashable, Sendable {
    /// The store has waited for ``LockPolicy/noticeDelay``, and still waits.
    case waiting
    /// The store got the lock.
    case acquired
    /// The store gave up; the operation throws `StoreError.locked(path:)`, or the error of a server.
    case gaveUp
  }

  /// The total time that the operations of a store wait for a lock.
  ///
  /// Operations that queue behind the first one that waits do not start a wait of their own.
  public var timeout: Duration
  /// The time after which ``onWait`` is notified of a wait.
  public var noticeDelay: Duration
  /// Called when a wait becomes noticeable and when such a wait ends.
  ///
  /// Runs on the thread that waits, while it holds up a reader or the writer: it must be quick and must not use the
  /// store.
  public var onWait: (@Sendable (Phase) -> Void)?

  /// Makes a policy.
  public init(
    timeout: Duration = .seconds(10), noticeDelay: Duration = .milliseconds(500),
    onWait: (@Sendable (Phase) -> Void)? = nil
  ) {
    self.timeout = timeout
    self.noticeDelay = noticeDelay
    self.onWait = onWait
  }
}
