#if PostgreSQL
  import Testing

  @testable import PostgresStore

  @Suite("An error that a PostgreSQL server reports")
  struct ErrorReportTests {
    @Test(
      "A statement whose time is limited ran too long, in any language, unless a user is known to have canceled it"
    )
    func canceled() {
      func kind(_ message: String, isLimited: Bool, isOfLock: Bool = false) -> PostgresError.Kind {
        ErrorReport(code: "57014", message: message, isOfLock: isOfLock, limitsStatements: isLimited).kind
      }
      let german = "storniere Anfrage wegen Zeitüberschreitung der Anfrage"
      #expect(kind(german, isLimited: true) == .statementTimeout)
      #expect(kind(german, isLimited: true, isOfLock: true) == .lockTimeout)
      #expect(kind("storniere Anfrage wegen Benutzeraufforderung", isLimited: false) == .canceled)
      #expect(kind("canceling statement due to user request", isLimited: true) == .canceled)
      #expect(kind("canceling statement due to statement timeout", isLimited: true) == .statementTimeout)
    }

    @Test(
      "An error that ends the session means that the connection is lost, whatever its code",
      arguments: ["57P01", "57P04", "25P03", "25P04", "40001", "08P01", "XX000"])
    func fatal(code: String) {
      #expect(ErrorReport(code: code, isFatal: true).kind == .connectionLost)
    }

    @Test("A transaction that took too long is no outage, and its error names the setting")
    func transactionTimeout() {
      let report = ErrorReport(
        code: "25P04", message: "terminating connection due to transaction timeout", isFatal: true)
      let error = PostgresError(report.kind, place: "db", reason: report.message, code: report.code)
      #expect(!error.isOutage && !error.canSucceedOnNewConnection)
      #expect(error.description.contains("Raise transaction_timeout"))
      #expect(!error.description.contains("try again"))
    }

    @Test(
      "A limit of the server that ends the wait for the lock of the writers is the fault of the other writer",
      arguments: [
        ("25P04", "terminating connection due to transaction timeout", true),
        ("57014", "canceling statement due to statement timeout", false),
      ])
    func limitOfWait(code: String, message: String, isFatal: Bool) {
      let report = ErrorReport(
        code: code, message: message, isFatal: isFatal, isOfLock: true, limitsStatements: true)
      let error = PostgresError(report.kind, place: "db", reason: report.message, code: report.code)
      #expect(error.kind == .lockTimeout && !error.isOutage && !error.canSucceedOnNewConnection)
      #expect(error.isWaitLimitedByServer)
      #expect(error.description.hasPrefix("Another program is writing to db"))
      #expect(error.description.contains(message) && error.description.hasSuffix("try again"))
    }

    @Test("The timeout of the store for the lock of the writers is no limit of the server")
    func timeoutOfStore() {
      let report = ErrorReport(
        code: "55P03", message: "canceling statement due to lock timeout", isOfLock: true)
      let error = PostgresError(report.kind, place: "db", reason: report.message, code: report.code)
      #expect(error.kind == .lockTimeout && !error.isWaitLimitedByServer)
    }

    @Test("A cut connection or a canceled statement that waited for the lock of the writers is no timeout")
    func endOfWait() {
      #expect(ErrorReport(code: "57P01", isFatal: true, isOfLock: true).kind == .connectionLost)
      let message = "canceling statement due to user request"
      let report = ErrorReport(code: "57014", message: message, isOfLock: true, limitsStatements: true)
      #expect(report.kind == .canceled)
    }

    @Test(
      "The error of a snapshot that was held too long names the setting, and promises nothing of a repetition"
    )
    func heldSnapshot() {
      let error = PostgresError(.snapshotLost, place: "db", reason: "terminating connection", code: "25P04")
      #expect(error.description.contains("was held for longer"))
      #expect(error.description.contains("Raise transaction_timeout"))
      #expect(!error.description.lowercased().contains("try again"))
    }

    @Test("The error of a lost snapshot gives no advice about contexts")
    func snapshot() {
      let error = PostgresError(.snapshotLost, place: "db", reason: "terminating connection")
      #expect(
        error.description.hasSuffix(
          "terminating connection. The state that was read is gone with it. Try again"))
    }

    @Test("A pooler whose server is gone means that the connection is lost")
    func pooler() {
      #expect(ErrorReport(code: "08P01", message: "server conn crashed?").kind == .connectionLost)
    }

    @Test("Only the limit of an index advises to shorten a value")
    func limits() {
      #expect(ErrorReport(code: "54000", constraint: "photo_title").kind == .valueTooLong)
      #expect(ErrorReport(code: "54000", function: "index_form_tuple_context").kind == .valueTooLong)
      #expect(ErrorReport(code: "54000", function: "RelationGetBufferForTuple").kind == .server)
      let report = ErrorReport(
        code: "54000", message: "too many notifications in the NOTIFY queue", function: "PreCommit_Notify")
      let error = PostgresError(report.kind, place: "db", reason: report.message, code: report.code)
      #expect(error.kind == .notificationsFull && error.description.contains("pg_stat_activity"))
    }

    @Test("A statement that a standby ended can be repeated")
    func standby() {
      let report = ErrorReport(code: "40001", message: "canceling statement due to conflict with recovery")
      let error = PostgresError(report.kind, place: "db", reason: report.message, code: report.code)
      #expect(error.kind == .standbyConflict && error.isOutage && error.canSucceedOnNewConnection)
      #expect(error.description.contains("Try again"))
      #expect(ErrorReport(code: "22012").kind == .server)
    }
  }
#endif
