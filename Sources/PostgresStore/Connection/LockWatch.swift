#if PostgreSQL
  internal import ObjectStore

  /// Finds out, while a session waits for an answer, whether another session is in its way.
  ///
  /// When an answer takes longer than the policy says, the server is asked on another connection.
  struct LockWatch {
    private let server: Server
    /// The process of the session at the server.
    private let process: Int32
    private var nextLook: ContinuousClock.Instant
    private var observer: Session?
    /// A Boolean value that indicates whether the session waits for a lock.
    private var isNoticed = false

    /// The time between two looks at a session that waits for something else.
    private static let interval = Duration.seconds(2)

    init(process: Int32, server: Server) {
      (self.process, self.server) = (process, server)
      nextLook = .now + server.lockWaits.policy.noticeDelay
    }

    /// A Boolean value that indicates whether the server is to be asked: the wait has an observer, and is not known yet.
    private var isLooking: Bool { !isNoticed && server.lockWaits.policy.onWait != nil }

    /// The time until the next look in milliseconds; -1 if there is none.
    var pause: Int32 { isLooking ? (nextLook - .now).milliseconds : -1 }

    /// Asks the server, if it is time to; reports a wait that it finds.
    mutating func look() {
      guard isLooking, ContinuousClock.now >= nextLook else { return }
      nextLook = .now + Self.interval
      // Without a free connection, the wait is reported by its error alone.
      guard let observer = try? observer ?? server.connect() else { return }
      self.observer = observer
      let answer = try? observer.execute("SELECT cardinality(pg_blocking_pids(\(process))) > 0")
      guard answer?.text(0, 0) == "t" else { return }
      isNoticed = true
      server.lockWaits.begin()
    }

    /// Ends the watch at the answer.
    func end(succeeded: Bool) {
      if isNoticed { server.lockWaits.end(succeeded ? .acquired : .gaveUp) }
    }
  }
#endif
