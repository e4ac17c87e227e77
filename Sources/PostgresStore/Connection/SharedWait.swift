#if PostgreSQL
  internal import ObjectStore

  /// A wait for the lock of the writers, which the operations that queue on a writer share.
  ///
  /// Each would wait for the whole timeout of the policy, one after the other, and everything else that needs the writer with
  /// them. The first one waits; those behind it get the lock at once or give up as well.
  struct SharedWait {
    /// The time after a wait in vain, after which the next operation waits again.
    static let pause = Duration.seconds(1)

    /// The time at which the last wait ended in vain; nil if an operation has got the lock or failed otherwise since.
    private var end: ContinuousClock.Instant?

    /// Records how an operation has ended.
    ///
    /// - Parameters:
    ///   - error: Its error; nil if it has succeeded.
    ///   - time: The time of its end.
    mutating func record(_ error: (any Error)?, at time: ContinuousClock.Instant) {
      guard (error as? PostgresError)?.kind == .lockTimeout else { return end = nil }
      // A program that goes on writing must not keep itself from waiting again.
      if !isOver(at: time) { end = time }
    }

    /// Returns a Boolean value that indicates whether the wait of an operation is over when it begins.
    func isOver(at time: ContinuousClock.Instant) -> Bool { end.map { time - $0 <= Self.pause } ?? false }

    /// Returns the statements that get the lock.
    func statements(at time: ContinuousClock.Instant, _ server: Server) -> [Statement] {
      guard isOver(at: time) else { return [server.lock] }
      return [
        Statement("SET LOCAL lock_timeout = 1"), server.lock,
        // For the tables, which others can have locked.
        Statement("SET LOCAL lock_timeout = \(server.lockWaits.policy.timeout.milliseconds)"),
      ]
    }
  }
#endif
