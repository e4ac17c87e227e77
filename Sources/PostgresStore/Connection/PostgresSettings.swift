#if PostgreSQL
  /// The settings of the connections of a ``PostgresStore``.
  public struct PostgresSettings: Hashable, Sendable {
    /// The longest time for opening a connection, if the connection string has no `connect_timeout`.
    public var connectTimeout: Duration
    /// The longest time that a writer waits for another one (`lock_timeout`).
    public var lockTimeout: Duration

    /// Makes settings.
    public init(connectTimeout: Duration = .seconds(10), lockTimeout: Duration = .seconds(10)) {
      self.connectTimeout = connectTimeout
      self.lockTimeout = lockTimeout
    }
  }
#endif
