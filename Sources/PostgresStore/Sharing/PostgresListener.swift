#if PostgreSQL
  internal import ObjectStore

  /// A detector of the commits of other writers, which listens for their notifications on a connection.
  final class PostgresListener: CommitDetector {
    private let connection: Connection
    /// The number of the connection that listens; nil before the first call.
    private var generation: Int?

    init(_ connection: Connection) { self.connection = connection }

    /// Returns whether another writer has committed since the last call, or since the first one.
    ///
    /// Writers of the store notify each other with `NOTIFY`. A commit between two connections would be missed: a new
    /// connection counts as one. During the pause after a failed attempt to connect, its error is thrown again.
    func otherWritersCommitted() throws -> Bool {
      if generation != nil, let failure = connection.failure { throw failure }
      do {
        let isNew = try listen()
        return try !connection.notifiers().isEmpty || isNew
      } catch let error as PostgresError where error.kind == .connectionLost {
        connection.close()
        let isNew = try listen()
        return try !connection.notifiers().isEmpty || isNew
      }
    }

    /// Begins to listen on the connection, unless it does.
    ///
    /// - Returns: `true` if it listened on another connection before.
    @discardableResult
    func listen() throws -> Bool {
      _ = try connection.open()
      guard generation != connection.generation else { return false }
      try connection.execute("LISTEN \(Server.quoted(connection.server.channel))")
      let isRepeated = generation != nil
      generation = connection.generation
      return isRepeated
    }
  }

  extension PostgresWriter: SharedStoreWriter {
    func otherWritersCommitted() throws -> Bool { try listener.otherWritersCommitted() }
  }
#endif
