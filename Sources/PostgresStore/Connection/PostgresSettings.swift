#if PostgreSQL
  /// The settings of the connections of a ``PostgresStore``.
  public struct PostgresSettings: Hashable, Sendable {
    /// The longest time for opening a connection, unless the connection string, the environment or a service file limits
    /// it; several hosts share it, with at least two seconds each.
    public var connectTimeout: Duration
    /// A Boolean value that indicates whether a store that the user may not change is opened for reading only
    /// (``PostgresStore/obstacleToWriting``).
    ///
    /// The default is `false`: the first write fails.
    public var opensReadOnlyWithoutRights: Bool
    /// A Boolean value that indicates whether the connections of a program that follows others are opened at the same time
    /// as the store, and those of readers when they are made.
    ///
    /// The default is `false`: each is opened at its first use, which waits for about seven round trips. Set it for a program
    /// that is used interactively; it needs five connections then, and a sixth for batch insertions.
    public var opensConnectionsAhead: Bool
    /// The longest time that a writer may send nothing within a transaction; the server then ends the transaction and its
    /// session, so that a program that is stopped does not keep all others from writing.
    ///
    /// The default is two minutes: twice as long as a line with a megabit per second needs for the 8 MB that the store sends at
    /// a time. Set more for a slower line, or for conflict rules that take longer. A stricter limit of the server stays in
    /// force. Migrations have half an hour. The server does not count between statements that are
    /// sent without waiting for their answers, as the rows of a save and its commit are.
    public var idleTimeout: Duration

    /// Makes settings.
    public init(
      connectTimeout: Duration = .seconds(10), opensReadOnlyWithoutRights: Bool = false,
      opensConnectionsAhead: Bool = false, idleTimeout: Duration = .seconds(120)
    ) {
      self.connectTimeout = connectTimeout
      self.opensReadOnlyWithoutRights = opensReadOnlyWithoutRights
      self.opensConnectionsAhead = opensConnectionsAhead
      self.idleTimeout = idleTimeout
    }
  }
#endif
