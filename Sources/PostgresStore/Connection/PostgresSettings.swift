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
    /// that is used interactively; it needs five connections then.
    public var opensConnectionsAhead: Bool

    /// Makes settings.
    public init(
      connectTimeout: Duration = .seconds(10), opensReadOnlyWithoutRights: Bool = false,
      opensConnectionsAhead: Bool = false
    ) {
      self.connectTimeout = connectTimeout
      self.opensReadOnlyWithoutRights = opensReadOnlyWithoutRights
      self.opensConnectionsAhead = opensConnectionsAhead
    }
  }
#endif
