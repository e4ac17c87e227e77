#if PostgreSQL
  /// The settings of the connections of a ``PostgresStore``.
  public struct PostgresSettings: Hashable, Sendable {
    /// The longest time for opening a connection, if the connection string has no `connect_timeout`.
    public var connectTimeout: Duration
    /// The longest time that a writer waits for another one (`lock_timeout`).
    public var lockTimeout: Duration
    /// A Boolean value that indicates whether a store that the user may not change is opened for reading only
    /// (``PostgresStore/obstacleToWriting``).
    ///
    /// The default is `false`: the first write fails.
    public var opensReadOnlyWithoutRights: Bool

    /// Makes settings.
    public init(
      connectTimeout: Duration = .seconds(10), lockTimeout: Duration = .seconds(10),
      opensReadOnlyWithoutRights: Bool = false
    ) {
      self.connectTimeout = connectTimeout
      self.lockTimeout = lockTimeout
      self.opensReadOnlyWithoutRights = opensReadOnlyWithoutRights
    }
  }
#endif
