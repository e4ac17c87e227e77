#if PostgreSQL
  import Testing

  @testable import PostgresStore

  @Suite("An error that a PostgreSQL server reports")
  struct ErrorReportTests {
    @Test("A statement that a user canceled is told from one that ran too long, in any language")
    func canceled() {
      let german = "storniere Anfrage wegen Benutzeraufforderung"
      #expect(ErrorReport(code: "57014", message: german).kind == .canceled)
      let timeout = "canceling statement due to statement timeout"
      #expect(ErrorReport(code: "57014", message: timeout).kind == .statementTimeout)
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
