#if PostgreSQL
  internal import CPostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// An open connection to the server, with the statements that were prepared on it.
  ///
  /// Statements are sent together in the pipeline mode of libpq: any number of them costs one round trip.
  final class Session {
    private let handle: OpaquePointer
    private let server: Server
    /// The process of the session at the server.
    let process: Int32
    /// A Boolean value that indicates whether the server limits the time of statements.
    private let limitsStatements: Bool
    /// The names of the prepared statements on the server.
    private var prepared: [Statement.Shape: String] = [:]
    /// The names of statements whose preparation was sent.
    private var newNames: [Statement.Shape: String] = [:]
    private var preparedCount = 0
    /// The parts of the pipeline that were sent, and whose answers were not read.
    private var sent: [Step] = []
    /// A Boolean value that indicates whether the end of the pipeline was sent, after which the server answers everything.
    private var isComplete = false
    /// The watch over the wait for the server, from the first wait to the end of the answers.
    private var watch: LockWatch?

    /// Owns a handle of libpq.
    init(_ handle: OpaquePointer, process: Int32, limitsStatements: Bool, server: Server) {
      self.handle = handle
      self.process = process
      self.limitsStatements = limitsStatements
      self.server = server
      // Blocked on sending, libpq would not read, and both sides could wait for each other.
      PQsetnonblocking(handle, 1)
    }

    deinit {
      watch?.end(succeeded: false)
      PQfinish(handle)
    }

    /// A Boolean value that indicates whether the connection is not known to be cut.
    var isOpen: Bool { PQstatus(handle) == CONNECTION_OK }

    /// The descriptor of the socket.
    var socket: Int32 { PQsocket(handle) }

    /// A Boolean value that indicates whether a transaction is open on the server.
    ///
    /// It is `true` as well if that cannot be known, as on a cut connection.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Reads what the server has sent, without waiting for more.
    func readArrived() throws {
      guard PQconsumeInput(handle) == 1 else { throw error() }
    }

    /// Returns the texts of the notifications that were read.
    func notifications() -> [String] {
      var texts: [String] = []
      while let notification = PQnotifies(handle) {
        defer { PQfreemem(notification) }
        texts.append(String(cString: notification.pointee.extra))
      }
      return texts
    }
  }

  // MARK: - Statements

  extension Session {
    /// The parts of a pipeline, each of which has an answer.
    private enum Step {
      case preparation(Statement.Shape, name: String)
      /// The running of a statement; it has no shape if it was not prepared.
      case statement(Statement.Shape?)

      var shape: Statement.Shape? {
        switch self {
        case .preparation(let shape, _): shape
        case .statement(let shape): shape
        }
      }
    }

    /// Runs statements in one round trip, and returns their answers, after those of ``sendAhead(_:)``; each is prepared at its
    /// first use.
    ///
    /// The first error ends the statements: those after it are not run.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - isInterruptible: A Boolean value that indicates whether a canceled task cancels them.
    func run(_ statements: [Statement], isInterruptible: Bool) throws -> [Answer] {
      try sendAhead(statements)
      return try receiveAll(isInterruptible: isInterruptible)
    }

    /// Sends statements, which the server runs while the caller goes on; the next ``run(_:isInterruptible:)`` returns their
    /// answers first.
    ///
    /// - Throws: A ``PostgresError``, also of the kind ``PostgresError/Kind/valueTooLong``: nothing was sent then.
    func sendAhead(_ statements: [Statement]) throws {
      if statements.contains(where: \.isTooLong) { throw PostgresError.tooLong(place: server.place) }
      if isComplete { finish() }
      if sent.isEmpty {
        if prepared.count >= Self.statementLimit {
          try execute("DEALLOCATE ALL")
          prepared = [:]
        }
        guard PQenterPipelineMode(handle) == 1 else { throw error() }
      }
      do { try send(statements) } catch {
        if sent.isEmpty { PQexitPipelineMode(handle) }
        throw error
      }
      try flush()
    }

    private func receiveAll(isInterruptible: Bool) throws -> [Answer] {
      let steps = sent
      defer {
        (sent, isComplete, newNames) = ([], false, [:])
        PQexitPipelineMode(handle)
      }
      if !isComplete {
        guard PQpipelineSync(handle) == 1 else { throw error() }
        try flush()
      }
      return try receive(steps, isInterruptible: isInterruptible)
    }

    /// Reads the answers to what was sent, and ignores them.
    private func finish() {
      guard !sent.isEmpty else { return }
      // On a connection that was cut, the next statement fails as well.
      _ = try? receiveAll(isInterruptible: false)
    }

    /// The number of statements that the server keeps for a connection: far more than a store has shapes of queries.
    private static let statementLimit = 400

    /// Runs statements without parameters in one round trip, and returns the answer to the last one, as text.
    @discardableResult
    func execute(_ sql: String) throws -> Answer {
      finish()
      guard let result = PQexec(handle, sql) else { throw error() }
      guard Self.isSuccess(result) else {
        defer { PQclear(result) }
        throw error(result, of: Statement(sql).shape, isInterruptible: false)
      }
      return Answer(result)
    }

    /// Sends statements without waiting for their answers, which the next use reads; all but
    /// ``receive(isInterruptible:)`` ignore them.
    func send(_ statements: String...) {
      finish()
      guard PQenterPipelineMode(handle) == 1 else { return }
      sent = statements.map { _ in .statement(nil) }
      isComplete =
        statements.allSatisfy { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 1) == 1 }
        && PQpipelineSync(handle) == 1
      do { try flush() } catch { isComplete = false }
      if !isComplete {
        sent = []
        PQexitPipelineMode(handle)
      }
    }

    /// Waits for the answer to the statement that `send(_:)` has sent.
    func receive(isInterruptible: Bool) throws -> Answer {
      guard isComplete, let answer = try receiveAll(isInterruptible: isInterruptible).first else {
        throw error()
      }
      return answer
    }

    // MARK: Pipeline

    private func send(_ statements: [Statement]) throws {
      // Many statements of one shape follow each other: comparing it costs less than looking it up.
      var last: (shape: Statement.Shape, name: String)?
      for statement in statements {
        let shape = statement.shape
        let name: String
        if let last, last.shape == shape {
          name = last.name
        } else if let known = prepared[shape] ?? newNames[shape] {
          name = known
        } else {
          preparedCount += 1
          name = "s\(preparedCount)"
          newNames[shape] = name
          let types = shape.kinds.map { Oid($0.rawValue) }
          guard PQsendPrepare(handle, name, shape.sql, Int32(types.count), types) == 1 else { throw error() }
          sent.append(.preparation(shape, name: name))
        }
        last = (shape, name)
        let isSent = statement.parameters.withPointers { values, lengths, formats in
          PQsendQueryPrepared(
            handle, name, Int32(statement.parameters.count), values, lengths, formats, 1) == 1
        }
        guard isSent else { throw error() }
        sent.append(.statement(shape))
      }
    }

    /// Sends everything, and reads what arrives meanwhile.
    ///
    /// The server does not read on while it waits for a lock: the watch looks for it.
    private func flush() throws {
      while true {
        switch PQflush(handle) {
        case 0: return
        case 1:
          let events = watchSocket(for: POLLIN | POLLOUT)
          if events & Int16(POLLIN) != 0, PQconsumeInput(handle) == 0 { throw error() }
        default: throw error()
        }
      }
    }

    private func receive(_ steps: [Step], isInterruptible: Bool) throws -> [Answer] {
      var answers: [Answer] = []
      answers.reserveCapacity(steps.count)
      var failure: (any Error)?
      var isDone = false
      defer {
        watch?.end(succeeded: isDone)
        watch = nil
      }
      for step in steps {
        let result = try nextResult(isInterruptible: isInterruptible)
        if Self.isSuccess(result) {
          // Frees the result of a preparation.
          let answer = Answer(result)
          switch step {
          case .statement: answers.append(answer)
          case .preparation(let shape, let name): prepared[shape] = name
          }
        } else {
          defer { PQclear(result) }
          if PQresultStatus(result) != PGRES_PIPELINE_ABORTED {
            let error = error(result, of: step.shape, isInterruptible: isInterruptible)
            guard isOpen else { throw failure ?? error }
            failure = failure ?? error
          }
        }
        // The results of a statement end with nothing.
        while let rest = PQgetResult(handle) { PQclear(rest) }
      }
      PQclear(try nextResult(isInterruptible: isInterruptible))
      if let failure { throw failure }
      isDone = true
      return answers
    }

    /// Waits for a result: a statement that can be interrupted is canceled when the task is, and for any other the watch looks
    /// for a lock.
    ///
    /// The thread that waits cancels, so that no later statement can be canceled by mistake. The server may keep the first
    /// answers back until the last statement has run, so one watch serves all of them.
    private func nextResult(isInterruptible: Bool) throws -> OpaquePointer {
      var isCanceled = false
      while PQisBusy(handle) == 1 {
        if isInterruptible {
          if !isCanceled, Task.isCancelled {
            isCanceled = true
            cancel()
          }
          _ = awaitEvents(POLLIN, atMost: Self.pollInterval)
        } else {
          _ = watchSocket(for: POLLIN)
        }
        if PQconsumeInput(handle) == 0 { break }
      }
      guard let result = PQgetResult(handle) else { throw error() }
      return result
    }

    /// Waits for events of the socket, and returns those that came; after a pause, the watch looks for a lock.
    private func watchSocket(for events: Int32) -> Int16 {
      var current = watch ?? LockWatch(process: process, server: server)
      let found = awaitEvents(events, atMost: current.pause)
      if found == 0 { current.look() }
      watch = current
      return found
    }

    /// Waits for events of the socket, for a time in milliseconds, or without end for -1; returns those that came.
    private func awaitEvents(_ events: Int32, atMost time: Int32) -> Int16 {
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      return poll(&descriptor, 1, time) > 0 ? descriptor.revents : 0
    }

    /// The time in milliseconds after which a canceled task is noticed.
    private static let pollInterval: Int32 = 20

    private func cancel() {
      guard let request = PQgetCancel(handle) else { return }
      defer { PQfreeCancel(request) }
      var message = [CChar](repeating: 0, count: 256)
      PQcancel(request, &message, Int32(message.count))
    }

    // MARK: Errors

    private static func isSuccess(_ result: OpaquePointer) -> Bool {
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: true
      default: false
      }
    }

    /// The error of a connection that was cut.
    private func error() -> PostgresError {
      PostgresError(
        .connectionLost, place: server.place,
        reason: PostgresError.reason(of: String(cString: PQerrorMessage(handle))))
    }

    /// Returns the error that the server reports of a statement with a shape.
    private func error(
      _ result: OpaquePointer, of shape: Statement.Shape?, isInterruptible: Bool
    ) -> any Error {
      func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
      }
      let (code, message) = (field("C"), PostgresError.reason(of: field("M") ?? ""))
      if code == "57014", isInterruptible, Task.isCancelled { return CancellationError() }
      guard isOpen, let code else { return error() }
      if code == LayoutMark.refusalCode {
        return StoreError.otherModel(
          path: server.place, reason: "it was migrated while it was open; open it again")
      }
      // PgBouncer sends the severity in one field only.
      let severity = field("V") ?? field("S")
      let report = ErrorReport(
        code: code, message: message, isFatal: ["FATAL", "PANIC"].contains(severity),
        isOfLock: shape?.sql == server.lock.sql, limitsStatements: limitsStatements,
        constraint: field("n"), function: field("R"))
      return PostgresError(report.kind, place: server.place, reason: message, code: code)
    }
  }
#endif
