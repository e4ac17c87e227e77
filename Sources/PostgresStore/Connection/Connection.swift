#if PostgreSQL
  internal import ObjectStore

  /// A connection to the server, opened at its first use or ahead of it, and opened again after it was cut.
  ///
  /// It belongs to one reader or writer and shares its isolation.
  final class Connection {
    let server: Server
    private let pool: SessionPool
    private var session: Session?
    /// The number of times the connection was opened.
    private(set) var generation = 0
    /// A Boolean value that indicates whether a transaction was begun that has not been ended.
    private(set) var isInTransaction = false
    /// The statements that begin the transaction, as long as they have not been sent.
    private var unsentOpening: [Statement]?
    /// The number of statements that were sent ahead, whose answers come before those of the next ones and are left out.
    private var aheadCount = 0
    /// The answers to the statements that began the transaction, unless others were sent with them ahead.
    private(set) var openingAnswers: [Answer] = []
    /// The error of the statements that began the transaction, after which the server refuses all others without a reason.
    private var openingFailure: (any Error)?
    private var reconnection = Reconnection()
    /// A Boolean value that indicates whether a canceled task cancels the statement.
    var isInterruptible = false
    /// A Boolean value that indicates whether the transaction goes on after a statement that failed.
    var survivesFailures = false

    /// The first session, if it is opened ahead.
    private var ahead: SessionAhead?

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - pool: The sessions that no other connection uses; none by default.
    ///   - opensAhead: A Boolean value that indicates whether another thread opens the connection at once.
    init(_ server: Server, pool: SessionPool = SessionPool(), opensAhead: Bool = false) {
      (self.server, self.pool) = (server, pool)
      if opensAhead { ahead = pool.removeFirst() ?? SessionAhead(server) }
    }

    /// The open session.
    ///
    /// - Throws: A ``PostgresError`` if the server cannot be reached, or if a transaction was cut.
    @discardableResult
    func open() throws -> Session {
      if let session, session.isOpen { return session }
      if isInTransaction, unsentOpening == nil {
        throw loss(PostgresError(.connectionLost, place: server.place, reason: "it is closed"))
      }
      close()
      // After it was cut, others in the pool may be as well.
      let first = (ahead ?? (generation == 0 ? pool.removeFirst() : nil))?.remove()
      ahead = nil
      let opened = try first ?? reconnection.attempt { try server.connect() }
      session = opened
      generation += 1
      return opened
    }

    /// Returns the error for a connection that was cut: a repeated read finds a snapshot as little as the first one did.
    private func loss(_ error: PostgresError) -> PostgresError {
      guard survivesFailures else { return error }
      return PostgresError(.snapshotLost, place: error.place, reason: error.reason, code: error.code)
    }

    /// Closes the connection if the server is known to have cut it, without waiting.
    func closeIfCut() {
      guard let session, !isInTransaction else { return }
      do { try session.readArrived() } catch { close() }
    }

    /// The failure of the last attempt to open the connection, as long as no other is due; otherwise nil.
    var failure: (any Error)? { reconnection.failure }

    /// Closes the connection; the next use opens it again.
    func close() { session = nil }

    /// Ends the connection, and leaves its session to the next one.
    func leaveSession() {
      guard let session, session.isOpen, !session.isInTransaction else { return }
      self.session = nil
      pool.add(session)
    }
  }

  // MARK: - Statements

  extension Connection {
    /// Runs a statement, which is prepared at its first use.
    @discardableResult
    func run(_ sql: String, _ parameters: [Parameter] = []) throws -> Answer {
      try run(Statement(sql, parameters))
    }

    /// Runs a statement, which is prepared at its first use.
    @discardableResult
    func run(_ statement: Statement) throws -> Answer {
      guard let answer = try run([statement]).first else {
        throw PostgresError(.server, place: server.place, reason: "a statement has no answer")
      }
      return answer
    }

    /// Runs statements in one round trip, and returns their answers.
    ///
    /// Outside of a transaction, and with the first statements of one, statements whose connection turns out to be cut, or
    /// that a standby ended, are run again on a new one: all statements that the store runs alone can be repeated.
    @discardableResult
    func run(_ statements: [Statement]) throws -> [Answer] {
      guard survivesFailures, isInTransaction, unsentOpening == nil, !statements.isEmpty else {
        return try run(statements, canBeRepeated: true)
      }
      do {
        let all = [Statement(Savepoint.beginning)] + statements + [Statement(Savepoint.release)]
        return Array(try run(all, canBeRepeated: false).dropFirst().dropLast())
      } catch {
        undoToSavepoint()
        throw error
      }
    }

    /// Undoes what was done since the savepoint, without waiting for the answer of the server.
    func undoToSavepoint() { inOpenTransaction { $0.send(Savepoint.undoing, Savepoint.release) } }

    /// Sends statements of a transaction without waiting for their answers; if one fails, so does the next statement.
    ///
    /// The server runs them while the caller goes on.
    func sendAhead(_ statements: [Statement]) throws {
      require(isInTransaction, "statements outside of a transaction have answers")
      let session = try open()
      let all = (unsentOpening ?? []) + statements
      unsentOpening = nil
      try session.sendAhead(all)
      aheadCount += all.count
    }

    /// Runs statements in one round trip, and returns their answers.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - canBeRepeated: A Boolean value that indicates whether statements whose connection turns out to be cut are run again.
    @discardableResult
    func run(_ statements: [Statement], canBeRepeated: Bool) throws -> [Answer] {
      if let openingFailure { throw openingFailure }
      let opening = unsentOpening ?? []
      guard !statements.isEmpty || !opening.isEmpty else { return [] }
      do {
        let answers = try exchange(opening + statements, canBeRepeated: canBeRepeated)
        if !opening.isEmpty { openingAnswers = Array(answers.prefix(opening.count)) }
        return Array(answers.dropFirst(opening.count))
      } catch {
        if !opening.isEmpty { openingFailure = error }
        throw error
      }
    }

    private func exchange(_ statements: [Statement], canBeRepeated: Bool) throws -> [Answer] {
      let mayRepeat = canBeRepeated && (!isInTransaction || unsentOpening != nil)
      let ahead = aheadCount
      // Whatever happens, what began the transaction is not sent again: an error ends it.
      defer { (unsentOpening, aheadCount) = (nil, 0) }
      do {
        return Array(try open().run(statements, isInterruptible: isInterruptible).dropFirst(ahead))
      } catch let error as PostgresError where error.canSucceedOnNewConnection && mayRepeat {
        close()
        return try open().run(statements, isInterruptible: isInterruptible)
      } catch let error as PostgresError where error.isStandby {
        // The next connection may lead to the server that takes changes.
        close()
        throw error
      } catch let error as PostgresError where error.kind == .connectionLost {
        throw loss(error)
      }
    }

    /// Waits for the answer to the statement that was sent on the session.
    func receive() throws -> Answer {
      do { return try open().receive(isInterruptible: isInterruptible) } catch let error as PostgresError
        where error.kind == .connectionLost
      {
        throw loss(error)
      }
    }

    /// Runs statements without parameters in one round trip, and returns the answer to the last one, as text.
    ///
    /// They are not run again on a new connection: they may set up the connection, such as `LISTEN`.
    @discardableResult
    func execute(_ sql: String) throws -> Answer {
      if unsentOpening != nil { try opening() }
      return try open().execute(sql)
    }

    /// Returns the first value of the first row as an integer, or nil.
    func integer(_ sql: String, _ parameters: [Parameter] = []) throws -> Int64? {
      let answer = try run(sql, parameters)
      return answer.count > 0 ? answer.integer(0, 0) : nil
    }
  }

  // MARK: - Transactions

  extension Connection {
    /// Begins a transaction with statements that are sent together with the first statement of the transaction.
    ///
    /// - Parameter opening: The statements, the first of which is `BEGIN`.
    func begin(_ opening: [Statement]) {
      require(!isInTransaction, "transactions do not nest")
      isInTransaction = true
      unsentOpening = opening
      openingAnswers = []
    }

    /// Begins a transaction at once.
    ///
    /// - Parameter sql: Statements without parameters, the first of which is `BEGIN`.
    func begin(_ sql: String) throws {
      begin(sql.split(separator: ";").map { Statement(String($0)) })
      do { try opening() } catch {
        rollBack()
        throw error
      }
    }

    /// Returns the answers to the statements that began the transaction, which are sent unless they have been.
    ///
    /// - Throws: Their error, also after the first call.
    @discardableResult
    func opening() throws -> [Answer] {
      try run([], canBeRepeated: true)
      return openingAnswers
    }

    /// Runs the last statements of the transaction and commits it, in one round trip.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - canBeRepeated: A Boolean value that indicates whether a transaction of which nothing else was sent may be written
    ///     twice, if the connection is cut.
    /// - Returns: The answers to the statements, and to COMMIT.
    /// - Throws: A ``PostgresError``; the transaction has ended then as well.
    @discardableResult
    func commit(after statements: [Statement] = [], canBeRepeated: Bool = true) throws -> [Answer] {
      do {
        let answers = try run(statements + [Statement("COMMIT")], canBeRepeated: canBeRepeated)
        // After an error within the transaction, the server answers with ROLLBACK, and without an error.
        guard answers.last?.command == "COMMIT" else {
          throw PostgresError(
            .server, place: server.place, reason: "the transaction had failed, and was rolled back")
        }
        isInTransaction = false
        return answers
      } catch {
        rollBack()
        throw error
      }
    }

    /// Ends the transaction without its writes, if there is one.
    ///
    /// If that fails, the connection is closed, which ends the transaction as well.
    func rollBack() {
      endTransaction { session in
        do { try session.execute("ROLLBACK") } catch { close() }
      }
    }

    /// Ends a transaction that has only read, without waiting for the answer of the server.
    func endReading() { endTransaction { $0.send("COMMIT") } }

    /// Calls `body` with the session, if it is open and in a transaction.
    func inOpenTransaction(_ body: (Session) -> Void) {
      guard let session, session.isOpen, session.isInTransaction else { return }
      body(session)
    }

    private func endTransaction(_ end: (Session) -> Void) {
      defer {
        isInTransaction = false
        (unsentOpening, openingFailure, aheadCount) = (nil, nil, 0)
      }
      guard isInTransaction, unsentOpening == nil else { return }
      inOpenTransaction(end)
    }
  }

  // MARK: - Notifications

  extension Connection {
    /// The texts of the notifications since the last call.
    ///
    /// The server sends what it has before it answers to a statement: an empty one makes sure that no commit is missed that
    /// ended before the call.
    func notifications() throws -> [String] {
      try execute("")
      return try open().notifications()
    }

    /// The texts of the notifications that have arrived since the last call, without asking the server.
    ///
    /// - Throws: A ``PostgresError`` if the connection was cut.
    func arrivedNotifications() throws -> [String] {
      guard let session else {
        throw PostgresError(.connectionLost, place: server.place, reason: "it is closed")
      }
      try session.readArrived()
      return session.notifications()
    }

    /// The descriptor of the connection's socket; nil while it is closed.
    var socket: Int32? { session.flatMap { $0.isOpen ? $0.socket : nil } }
  }
#endif
