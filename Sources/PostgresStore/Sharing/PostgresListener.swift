#if PostgreSQL
  internal import ObjectStore

  /// A detector of the commits of other writers, which listens for their notifications on a connection of its own.
  ///
  /// A standby passes no notifications on: there it compares the marks that the writers leave in the store.
  final class PostgresListener: CommitDetector {
    let connection: Connection
    /// The beginning of the notifications of the coordinator's own writer.
    private let ignored: String?
    /// The notifications of that writer for commits that it has not reported, because their outcome was unknown.
    private var expected: Set<String> = []
    /// The number of the connection that listens; nil before the first call.
    private var generation: Int?
    /// The marks of the writers at the last look at a standby; nil while the connection listens.
    private var marks: String?
    private var announcement: (@Sendable () -> Void)?
    private var watch: SocketWatch?

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - connection: The connection, which nothing else uses.
    ///   - ignored: The beginning of notifications that do not count.
    init(_ connection: Connection, ignoring ignored: String? = nil) {
      self.connection = connection
      self.ignored = ignored
    }

    /// Returns whether another writer has committed since the last call, or since the first one.
    ///
    /// Writers of the store notify each other with `NOTIFY`. A commit between two connections would be missed: a new
    /// connection counts as one. During the pause after a failed attempt to connect, its error is thrown again.
    func otherWritersCommitted() throws -> Bool {
      defer { watchConnection() }
      if generation != nil, let failure = connection.failure { throw failure }
      do {
        return try look()
      } catch let error as PostgresError where error.kind == .connectionLost {
        connection.close()
        return try look()
      }
    }

    private func look() throws -> Bool {
      let isNew = try listen()
      guard let known = marks else { return try hasOther(connection.notifications()) || isNew }
      let current = try CommitMark.all(on: connection)
      marks = current
      return current != known || isNew
    }

    private func hasOther(_ notifications: [String]) -> Bool {
      var hasOther = false
      for text in notifications where expected.remove(text) != nil || !isOwn(text) { hasOther = true }
      return hasOther
    }

    private func isOwn(_ notification: String) -> Bool { ignored.map(notification.hasPrefix) ?? false }

    /// Makes the notification of a commit count as that of another writer.
    ///
    /// The outcome of the commit is unknown: its session may still end it. Nothing that the program shows has its rows.
    func expect(_ mark: CommitMark) { expected.insert(mark.announcement) }

    /// Begins to listen on the connection, unless it does.
    ///
    /// - Returns: `true` if it listened on another connection before.
    @discardableResult
    func listen() throws -> Bool {
      _ = try connection.open()
      guard generation != connection.generation else { return false }
      do {
        try connection.execute("LISTEN \(Server.quoted(connection.server.channel))")
        marks = nil
      } catch let error as PostgresError where error.isStandby {
        marks = try CommitMark.all(on: connection)
      }
      let isRepeated = generation != nil
      generation = connection.generation
      return isRepeated
    }

    // MARK: Announcements

    func onAnnouncement(_ body: @escaping @Sendable () -> Void) {
      announcement = body
      watchConnection()
    }

    /// Returns whether a notification of another writer has arrived.
    ///
    /// A connection that was cut is opened again, which counts as a commit.
    func announcedCommit() throws -> Bool {
      defer { watchConnection() }
      do {
        return hasOther(try connection.arrivedNotifications())
      } catch let error as PostgresError where error.kind == .connectionLost {
        return try otherWritersCommitted()
      }
    }

    /// Watches the connection for the next notification, or for its end.
    private func watchConnection() {
      watch = nil
      guard let announcement, let socket = connection.socket else { return }
      watch = SocketWatch(socket, announcement)
    }
  }

  extension PostgresWriter: SharedStoreWriter {
    func otherWritersCommitted() throws -> Bool { try listener.otherWritersCommitted() }

    func onAnnouncement(_ body: @escaping @Sendable () -> Void) { listener.onAnnouncement(body) }

    func announcedCommit() throws -> Bool { try listener.announcedCommit() }
  }
#endif
