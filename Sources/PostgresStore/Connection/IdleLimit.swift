#if PostgreSQL
  /// The time that a writer may send nothing within a transaction, before the server ends its session.
  ///
  /// The writer holds the lock for which all others wait. A program that was stopped (Ctrl-Z) would hold it until it is
  /// continued, and one whose machine has lost the network until the server's operating system notices that, which takes two
  /// hours by default.
  struct IdleLimit {
    let time: Duration

    /// The limit while a store is created, updated or migrated: a migration computes all rows in memory between its statements.
    static let opening = IdleLimit(time: .seconds(1_800))

    /// The time after which the server takes a machine for lost that does not confirm what it got.
    ///
    /// It is about the time after which ``keepalives`` find it, and only set within transactions that write: a reader may leave
    /// rows in its socket for longer, while it uses those before.
    private static let confirmation = Duration.seconds(20)

    /// The statement that sets the limit for a transaction.
    ///
    /// It keeps what the user, the database or the server limits more strictly, and leaves out what a server does not have.
    var statement: Statement {
      Statement(
        """
        SELECT set_config('idle_in_transaction_session_timeout', '\(time.milliseconds)', true) \
        WHERE current_setting('idle_in_transaction_session_timeout', true)::interval \
        NOT BETWEEN '1 millisecond' AND '\(time.milliseconds) milliseconds' \
        UNION ALL SELECT set_config('tcp_user_timeout', '\(Self.confirmation.milliseconds)', true) \
        WHERE current_setting('tcp_user_timeout', true) = '0'
        """)
    }

    /// The statement that lets the server notice for a session within about 20 seconds that a machine is gone.
    ///
    /// Probes are tiny, and only sent when nothing else is: a slow line has room for them, and each can be lost twice. What the
    /// user, the database or the server sets stays. A Unix socket has no such settings.
    static let keepalives = """
      SELECT set_config(s.name, v.value, false) FROM (VALUES ('tcp_keepalives_idle', '10'), \
      ('tcp_keepalives_interval', '3'), ('tcp_keepalives_count', '3')) AS v (name, value) \
      JOIN pg_settings s USING (name) WHERE s.source = 'default'
      """
  }
#endif
