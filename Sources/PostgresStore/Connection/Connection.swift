#if PostgreSQL
  internal import CPostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// A connection to the server, opened at its first use and opened again after it was cut.
  ///
  /// It belongs to one reader or writer and shares its isolation.
  final class Connection {
    let server: Server
    private var handle: OpaquePointer?
    /// The names of the prepared statements on the server.
    private var statements: [Shape: String] = [:]
    private var statementCount = 0
    /// The number of times the connection was opened.
    private(set) var generation = 0
    /// A Boolean value that indicates whether a transaction was begun that has not been ended.
    private(set) var isInTransaction = false
    private var reconnection = Reconnection()
    /// A Boolean value that indicates whether a canceled task cancels the statement.
    var isInterruptible = false

    /// The part of a statement by which it is prepared once: its text and the types of its parameters.
    private struct Shape: Hashable {
      let sql: String
      let kinds: [Parameter.Kind]
    }

    init(_ server: Server) { self.server = server }

    deinit { close() }

    /// The handle of the open connection.
    ///
    /// - Throws: A ``PostgresError`` if the server cannot be reached, or if a transaction was cut.
    func open() throws -> OpaquePointer {
      if let handle {
        if PQstatus(handle) == CONNECTION_OK { return handle }
        if isInTransaction { throw error(of: handle) }
      } else if isInTransaction {
        throw PostgresError(.connectionLost, place: server.place, reason: "it is closed")
      }
      close()
      let opened = try reconnection.attempt { try server.connect() }
      handle = opened
      generation += 1
      return opened
    }

    /// A Boolean value that indicates whether an attempt to open the connection is due after failed ones.
    var mayAttempt: Bool { reconnection.isDue }

    /// Closes the connection; the next use opens it again.
    func close() {
      if let handle { PQfinish(handle) }
      handle = nil
      statements = [:]
    }
  }

  // MARK: - Statements

  extension Connection {
    /// Runs a statement, which is prepared at its first use.
    ///
    /// Outside of a transaction, a statement whose connection turns out to be cut is run again on a new one: each of the
    /// statements that the store runs alone can be repeated.
    @discardableResult
    func run(_ sql: String, _ parameters: [Parameter] = []) throws -> Answer {
      do {
        return try runOnce(sql, parameters)
      } catch let error as PostgresError where error.kind == .connectionLost && !isInTransaction {
        close()
        return try runOnce(sql, parameters)
      }
    }

    private func runOnce(_ sql: String, _ parameters: [Parameter]) throws -> Answer {
      let handle = try open()
      let name = try prepare(Shape(sql: sql, kinds: parameters.map(\.kind)), on: handle)
      return try parameters.withPointers { values, lengths, formats in
        let count = Int32(parameters.count)
        guard isInterruptible else {
          return try answer(PQexecPrepared(handle, name, count, values, lengths, formats, 1), on: handle)
        }
        guard PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1 else {
          throw error(of: handle)
        }
        return try answer(waitForResult(on: handle), on: handle)
      }
    }

    private func prepare(_ shape: Shape, on handle: OpaquePointer) throws -> String {
      if let name = statements[shape] { return name }
      if statements.count >= Self.statementLimit {
        try execute("DEALLOCATE ALL")
        statements = [:]
      }
      statementCount += 1
      let name = "s\(statementCount)"
      let types = shape.kinds.map { Oid($0.rawValue) }
      _ = try answer(PQprepare(handle, name, shape.sql, Int32(types.count), types), on: handle)
      statements[shape] = name
      return name
    }

    /// The number of statements that the server keeps for a connection: far more than a store has shapes of queries.
    private static let statementLimit = 400

    /// Runs statements without parameters in one round trip, and returns the answer to the last one, as text.
    @discardableResult
    func execute(_ sql: String) throws -> Answer {
      let handle = try open()
      return try answer(PQexec(handle, sql), on: handle)
    }

    /// Returns the first value of the first row as an integer, or nil.
    func integer(_ sql: String, _ parameters: [Parameter] = []) throws -> Int64? {
      let answer = try run(sql, parameters)
      return answer.count > 0 ? answer.integer(0, 0) : nil
    }

    /// Waits for the result of a statement, and cancels the statement when the task is canceled.
    ///
    /// Both happen in this thread, so that no later statement can be canceled by mistake.
    private func waitForResult(on handle: OpaquePointer) -> OpaquePointer? {
      var isCanceled = false
      while PQisBusy(handle) == 1 {
        if !isCanceled, Task.isCancelled {
          isCanceled = true
          cancel(handle)
        }
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Self.pollInterval)
        if PQconsumeInput(handle) == 0 { break }
      }
      let result = PQgetResult(handle)
      // libpq accepts no other statement until all results were read.
      while let rest = PQgetResult(handle) { PQclear(rest) }
      return result
    }

    /// The time in milliseconds after which a canceled task is noticed.
    private static let pollInterval: Int32 = 20

    private func cancel(_ handle: OpaquePointer) {
      guard let request = PQgetCancel(handle) else { return }
      defer { PQfreeCancel(request) }
      var message = [CChar](repeating: 0, count: 256)
      PQcancel(request, &message, Int32(message.count))
    }

    private func answer(_ result: OpaquePointer?, on handle: OpaquePointer) throws -> Answer {
      guard let result else { throw error(of: handle) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return Answer(result)
      default:
        defer { PQclear(result) }
        throw error(of: handle, result)
      }
    }

    /// The error of a connection that was cut.
    private func error(of handle: OpaquePointer) -> PostgresError {
      PostgresError(
        .connectionLost, place: server.place,
        reason: server.address.redacted(String(cString: PQerrorMessage(handle))))
    }

    private func error(of handle: OpaquePointer, _ result: OpaquePointer) -> any Error {
      func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
      }
      let (code, message) = (field("C"), field("M"))
      if code == "57014", isInterruptible, Task.isCancelled { return CancellationError() }
      guard PQstatus(handle) == CONNECTION_OK, let code else { return error(of: handle) }
      let reason = server.address.redacted(message ?? "")
      let kind: PostgresError.Kind =
        code != "57014"
        ? PostgresError.kind(ofCode: code)
        : reason.contains("user request") ? .canceled : .statementTimeout
      return PostgresError(kind, place: server.place, reason: reason, code: code)
    }
  }

  // MARK: - Transactions

  extension Connection {
    /// Begins a transaction with statements that start with `BEGIN`, and returns the answer to the last of them.
    @discardableResult
    func begin(_ sql: String) throws -> Answer {
      require(!isInTransaction, "transactions do not nest")
      do {
        return try beginOnce(sql)
      } catch let error as PostgresError where error.kind == .connectionLost {
        close()
        return try beginOnce(sql)
      }
    }

    private func beginOnce(_ sql: String) throws -> Answer {
      do {
        let answer = try execute(sql)
        isInTransaction = true
        return answer
      } catch {
        rollBack()
        throw error
      }
    }

    /// Commits the transaction.
    ///
    /// - Throws: A ``PostgresError``; the transaction has ended then as well.
    func commit() throws {
      do {
        // After an error within the transaction, the server answers with ROLLBACK, and without an error.
        guard try execute("COMMIT").command == "COMMIT" else {
          throw PostgresError(
            .server, place: server.place, reason: "the transaction had failed, and was rolled back")
        }
        isInTransaction = false
      } catch {
        rollBack()
        throw error
      }
    }

    /// Ends the transaction without its writes, if there is one.
    ///
    /// If that fails, the connection is closed, which ends the transaction as well.
    func rollBack() {
      defer { isInTransaction = false }
      guard let handle, PQstatus(handle) == CONNECTION_OK else { return }
      guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
      let result = PQexec(handle, "ROLLBACK")
      if PQresultStatus(result) != PGRES_COMMAND_OK { close() }
      PQclear(result)
    }
  }

  // MARK: - Notifications

  extension Connection {
    /// The processes that sent notifications since the last call; none of this connection's own.
    ///
    /// The server sends what it has before it answers to a statement: an empty one makes sure that no commit is missed that
    /// ended before the call.
    func notifiers() throws -> [Int32] {
      try execute("")
      let handle = try open()
      let own = PQbackendPID(handle)
      var processes: [Int32] = []
      while let notification = PQnotifies(handle) {
        if notification.pointee.be_pid != own { processes.append(notification.pointee.be_pid) }
        PQfreemem(notification)
      }
      return processes
    }
  }
#endif
