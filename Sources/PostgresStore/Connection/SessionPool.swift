#if PostgreSQL
  internal import Synchronization

  /// The sessions of a store that no connection uses: opened ahead, or left by a connection that ended.
  ///
  /// The connections of the store refer to it, and no session does: those in the pool are closed with it.
  final class SessionPool: Sendable {
    private let sessions = Mutex<[SessionAhead]>([])

    /// Begins to open sessions, all at the same time.
    func openAhead(_ count: Int, to server: Server) {
      for _ in 0..<count {
        let session = SessionAhead(server)
        sessions.withLock { $0.append(session) }
      }
    }

    /// Adds a session that is not used any more, and that has no transaction and listens to nothing.
    func add(_ session: Session) {
      let session = SessionAhead(session)
      sessions.withLock { $0.append(session) }
    }

    /// Removes the session that was added first and returns it; `nil` if there is none.
    func removeFirst() -> SessionAhead? { sessions.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }
#endif
