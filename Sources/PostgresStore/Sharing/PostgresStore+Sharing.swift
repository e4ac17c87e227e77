#if PostgreSQL
  public import ObjectStore

  extension PostgresStore: SharedStore {
    /// Opens a reader of external changes, which reads them from the history.
    ///
    /// A store without a history reports that anything may have changed (`ExternalChanges.isReload`). Programs that write
    /// to the tables with SQL of their own are not noticed.
    ///
    /// - Throws: A ``PostgresError``.
    public func makeExternalChangeReader(for detector: any CommitDetector) throws
      -> sending any ExternalChangeReader
    {
      // Before the position is read, so that no commit lies between the two.
      try ((detector as? PostgresWriter)?.listener ?? detector as? PostgresListener)?.listen()
      return try PostgresChangeReader(layout.makeConnection(), layout: layout)
    }

    /// Creates a detector of commits, whose connection is opened at its first use.
    public func makeCommitDetector() -> (any CommitDetector)? { PostgresListener(layout.makeConnection()) }
  }
#endif
