#if PostgreSQL
  import Synchronization
  import TestSupport

  /// A server behind a relay that cuts the connection of a writer after its commit, and admits no other one afterwards.
  final class UncertainServer: Sendable {
    private let server: RelayedServer
    private let phase: Phases
    /// The connection string that leads through the relay.
    var connection: String { server.connection }

    private final class Phases: Sendable {
      /// A Boolean value that indicates whether the next commit is cut off from its answer.
      let isArmed = Mutex(false)
      /// A Boolean value that indicates whether new connections are refused.
      let isClosed = Mutex(false)
      /// The relay, if it ends with the first connection that is cut.
      let stopped = Mutex<LoopbackRelay?>(nil)
    }

    /// Starts a relay.
    ///
    /// - Parameters:
    ///   - connection: The connection string of the server; that of the environment by default.
    ///   - stops: A Boolean value that indicates whether nothing answers any more when a connection was cut.
    init(_ connection: String? = PostgresServer.connection, stops: Bool = false) throws {
      let phase = Phases()
      self.phase = phase
      server = try RelayedServer(
        connection,
        rewriter: { bytes in
          // Only the writer inserts something with its commit: the mark.
          if phase.isArmed.withLock({ $0 }), bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil,
            bytes.firstRange(of: Array("INSERT 0 ".utf8)) != nil
          {
            phase.isArmed.withLock { $0 = false }
            phase.isClosed.withLock { $0 = true }
            phase.stopped.withLock { $0 }?.stop()
            return []
          }
          // A connection begins with the server's request for a password.
          return phase.isClosed.withLock({ $0 }) && bytes.first == UInt8(ascii: "R") ? [] : bytes
        })
      if stops {
        let relay = server.relay
        phase.stopped.withLock { $0 = relay }
      }
    }

    /// Makes the next commit one that is written without a confirmation.
    func loseNextAnswer() { phase.isArmed.withLock { $0 = true } }

    /// Admits connections again.
    func recover() { phase.isClosed.withLock { $0 = false } }
  }
#endif
