#if PostgreSQL
  internal import CPostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// A database, and the settings of connections to it.
  struct Server: Sendable {
    let address: ServerAddress
    /// The schema of the store's tables.
    let schema: String
    let settings: PostgresSettings
    /// The waits of the sessions for locks.
    let lockWaits: LockWaits

    /// Makes a description of the server; opens no connection.
    init(
      address: ServerAddress, schema: String, settings: PostgresSettings, locking: LockPolicy = LockPolicy()
    ) {
      (self.address, self.schema, self.settings) = (address, schema, settings)
      lockWaits = LockWaits(locking)
    }

    /// The store for messages, without a password.
    var place: String { "\(address.place) (schema \(schema))" }

    /// The channel on which the writers of the store announce their commits.
    var channel: String { SchemaName.shortened("objectgraph_\(schema)") }

    /// Returns the qualified name of a table or an index, in quotes.
    func name(_ table: String) -> String { "\(Self.quoted(schema)).\(Self.quoted(table))" }

    /// Returns an identifier in quotes.
    static func quoted(_ name: String) -> String { "\"" + name.replacingBytes(of: "\"", with: "\"\"") + "\"" }

    /// Returns a text as a literal in SQL.
    static func literal(_ text: String) -> String { "'" + text.replacingBytes(of: "'", with: "''") + "'" }

    /// Opens a connection.
    ///
    /// - Throws: A ``PostgresError`` that says why there is none.
    func connect() throws -> Session {
      var keywords = ["dbname", "fallback_application_name", "client_encoding"]
      var values = [address.text, ProcessInfo.processInfo.processName, "UTF8"]
      if let seconds = secondsOfHost {
        keywords.append("connect_timeout")
        values.append("\(seconds)")
      }
      let start = ContinuousClock.now
      guard let handle = Self.open(keywords, values) else {
        throw PostgresError(.unreachable, place: place, reason: "there is not enough memory for a connection")
      }
      if PQstatus(handle) != CONNECTION_OK {
        let failure = refusal(handle, isQuick: .now - start < Self.shortestTimeout)
        guard PQstatus(handle) == CONNECTION_OK else {
          PQfinish(handle)
          throw failure
        }
      }
      let result = PQexec(handle, setup)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK,
        let process = Int32(String(cString: PQgetvalue(result, 0, 0)))
      else {
        defer { PQfinish(handle) }
        throw failure(String(cString: PQerrorMessage(handle)))
      }
      let limitsStatements = String(cString: PQgetvalue(result, 0, 1)) != "0"
      return Session(handle, process: process, limitsStatements: limitsStatements, server: self)
    }

    /// The longest time for each of the hosts in whole seconds, as libpq has it; nil if the address limits it.
    ///
    /// libpq begins to count at each host. With the time of the settings for each, a server that is switched off would take
    /// all of it before its standby is asked. Rounded up, the shares would exceed it together.
    var secondsOfHost: Int32? {
      let time = settings.connectTimeout
      return address.hasTimeout
        ? nil : min(time, max(time / address.hostCount, Self.shortestTimeout)).wholeSeconds
    }

    /// The settings of a session that the store relies on, and a query of its process and of its time limit for statements; those of the user or the database must
    /// not change them.
    ///
    /// Lost after a crash, the reservation of a key would be repeated for another program. libpq knows the process as well, but
    /// a pooler gives it another number.
    private var setup: String {
      """
      SELECT set_config('synchronous_commit', 'on', false) \
      WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply'); \
      SET standard_conforming_strings = on; SET bytea_output = hex; SET extra_float_digits = 1; \
      SET default_transaction_isolation = 'read committed'; SET lock_timeout = \(lockWaits.policy.timeout.milliseconds); \
      \(IdleLimit.keepalives); \
      SELECT pg_backend_pid(), current_setting('statement_timeout')
      """
    }

    /// Opens a connection that ignores notices: they are no errors, and standard error belongs to the program.
    ///
    /// A server can send notices during the login, and libpq prints them unless it has a processor for them, which only a
    /// connection that was begun can have. That one is begun again rather than continued: a caller that continues it can
    /// limit its time, but cannot go on with the next address of the server. Names are looked up twice for that, and a name
    /// server that does not answer is waited for twice if another host can be tried.
    private static func open(_ keywords: [String], _ values: [String]) -> OpaquePointer? {
      guard let handle = start(keywords, values) else { return nil }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      // If no host can be tried, such as a single one whose name is not known, the second attempt would wait for the same.
      if PQstatus(handle) != CONNECTION_BAD { PQreset(handle) }
      return handle
    }

    /// Begins to open a connection, whose options are known then.
    static func start(_ keywords: [String], _ values: [String]) -> OpaquePointer? {
      withPointers(keywords, values) { PQconnectStartParams($0, $1, 1) }
    }

    private static func withPointers<Result>(
      _ keywords: [String], _ values: [String],
      _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
      let texts = (keywords + values).map { strdup($0) }
      defer { for text in texts { free(text) } }
      let pointers = texts.map { UnsafePointer($0) }
      let count = keywords.count
      return body(Array(pointers[..<count]) + [nil], Array(pointers[count...]) + [nil])
    }

    /// The shortest time after which libpq gives up: a quicker answer may be the server's.
    private static let shortestTimeout = Duration.seconds(2)

    /// Returns the error for a failed attempt to connect.
    ///
    /// libpq gives a text in the server's language, and the code only if it is asked for that before it connects. An English
    /// text is enough; for another one, a second attempt gets the code, and can succeed.
    private func refusal(_ handle: OpaquePointer, isQuick: Bool) -> PostgresError {
      let failure = failure(String(cString: PQerrorMessage(handle)))
      if PQconnectionNeedsPassword(handle) == 1 {
        return PostgresError(.notAuthenticated, place: place, reason: failure.reason)
      }
      guard failure.kind == .unreachable, isQuick else { return failure }
      PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
      PQreset(handle)
      defer { PQsetErrorVerbosity(handle, PQERRORS_DEFAULT) }
      guard PQstatus(handle) != CONNECTION_OK,
        let code = Self.code(in: String(cString: PQerrorMessage(handle)))
      else { return failure }
      let kind = ErrorReport(code: code).kind
      switch kind {
      case .notAuthenticated, .noDatabase, .tooManyConnections, .notPermitted:
        return PostgresError(kind, place: place, reason: failure.reason, code: code)
      default: return failure
      }
    }

    /// Returns the code in a verbose message of the server, behind the severity.
    static func code(in message: String) -> String? {
      message.firstMatch(of: #/:  ([0-9A-Z]{5}): /#).map { String($0.1) }
    }

    /// Returns the error for the text of a failed attempt.
    private func failure(_ message: String) -> PostgresError {
      let reason = PostgresError.reason(of: message)
      func has(_ parts: String...) -> Bool { parts.contains { reason.contains($0) } }
      let kind: PostgresError.Kind =
        if has("too many clients", "too many connections", "remaining connection slots") {
          .tooManyConnections
        } else if has("authentication failed", "pg_hba.conf", "no password supplied", "role \"") {
          .notAuthenticated
        } else if has("database \"") && has("does not exist") {
          .noDatabase
        } else {
          .unreachable
        }
      return PostgresError(kind, place: place, reason: reason)
    }
  }

  extension Duration {
    /// The duration in milliseconds, at least one, and at most what the library and the server can have as a number.
    var milliseconds: Int32 { rounded(to: .milliseconds(1), .up) }

    /// The whole seconds of the duration, at least one, and at most what the library can have as a number.
    fileprivate var wholeSeconds: Int32 { rounded(to: .seconds(1), .down) }

    private func rounded(to unit: Duration, _ rule: FloatingPointRoundingRule) -> Int32 {
      let count = (self / unit).rounded(rule)
      return count < Double(Int32.max) ? Int32(max(1, count)) : .max
    }
  }
#endif
