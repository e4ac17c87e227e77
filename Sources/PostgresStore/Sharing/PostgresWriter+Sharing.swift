#if PostgreSQL
  internal import ObjectStore

  extension PostgresWriter: SharedStoreWriter {
    /// Returns whether another writer has committed since the last call, or since the writer was opened.
    ///
    /// Writers of the store notify each other with `NOTIFY`. A commit between two connections of this writer would be
    /// missed: a new connection counts as one.
    func otherWritersCommitted() throws -> Bool {
      guard listeningGeneration == nil || connection.mayAttempt else { return false }
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
    /// - Returns: `true` if the writer listened on another connection before.
    @discardableResult
    func listen() throws -> Bool {
      _ = try connection.open()
      guard listeningGeneration != connection.generation else { return false }
      try connection.execute("LISTEN \(Server.quoted(channel))")
      let isRepeated = listeningGeneration != nil
      listeningGeneration = connection.generation
      return isRepeated
    }
  }
#endif
