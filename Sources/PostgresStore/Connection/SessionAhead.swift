#if PostgreSQL
  internal import Dispatch
  internal import Synchronization

  /// A session that another thread opens before it is needed.
  ///
  /// Opening one takes about seven round trips, with encryption and a password. A reader of the main actor would wait for
  /// them at its first use.
  final class SessionAhead: Sendable {
    private let opened = Mutex<Opened?>(nil)
    private let attempt = DispatchGroup()

    /// A session on its way from one thread to another: the first does not use it any more. (The compiler, Swift 6.3, does not
    /// see that of the result of a throwing function.)
    private struct Opened: @unchecked Sendable {
      let session: Session
    }

    /// Begins to open a session.
    init(_ server: Server) {
      DispatchQueue.global().async(group: attempt) {
        do {
          let session = try server.connect()
          self.opened.withLock { $0 = Opened(session: session) }
        } catch {
          // The first use tries again, and reports the reason.
        }
      }
    }

    /// Holds an open session, which the caller does not use any more.
    init(_ session: Session) {
      let session = Opened(session: session)
      opened.withLock { $0 = session }
    }

    /// Waits for the attempt, and returns the session; `nil` if it failed, and at later calls.
    func remove() -> Session? {
      attempt.wait()
      return opened.withLock { $0.take() }?.session
    }
  }
#endif
