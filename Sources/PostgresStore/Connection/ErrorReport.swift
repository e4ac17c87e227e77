#if PostgreSQL
  /// The fields of an error that the server reports (PostgreSQL documentation, "Error and Notice Message Fields").
  struct ErrorReport {
    /// The code (PostgreSQL documentation, appendix A).
    var code: String
    /// The message, which can be in any language.
    var message = ""
    /// A Boolean value that indicates whether the error ends the session.
    var isFatal = false
    /// A Boolean value that indicates whether the statement only takes the lock of the writers.
    var isOfLock = false
    /// A Boolean value that indicates whether the session has a time limit for statements.
    var limitsStatements = false
    /// The name of the index or the constraint that the error is about.
    var constraint: String?
    /// The function of the server's source that reports the error.
    var function: String?

    /// The kind of the error.
    var kind: PostgresError.Kind {
      // All of the time went by while another writer held the lock.
      if isOfLock, isTimeout { return .lockTimeout }
      // A pooler that has lost its server reports a failed connection, and keeps that of its client for a moment.
      if isFatal || code.hasPrefix("08") { return .connectionLost }
      return switch code {
      case PostgresError.cancellationCode: isTimeout ? .statementTimeout : .canceled
      case "28000", "28P01": .notAuthenticated
      case "3D000": .noDatabase
      case "53300": .tooManyConnections
      case "53100": .diskFull
      case "54000" where isOfIndex: .valueTooLong
      case "54000" where function == "PreCommit_Notify": .notificationsFull
      case "55P03", "40P01": .lockTimeout
      // With the isolation levels of the store, only a standby refuses to serialize.
      case "40001": .standbyConflict
      case "42501", "25006": .notPermitted
      default: .server
      }
    }

    /// A Boolean value that indicates whether a transaction or a statement took longer than the server permits.
    ///
    /// Only the message says whether a user canceled a statement or its time was over. In a language other than English, its
    /// time was over if that is limited: users hardly ever cancel statements of others.
    private var isTimeout: Bool {
      code == PostgresError.transactionTimeoutCode
        || code == PostgresError.cancellationCode
          && (message.contains("statement timeout")
            || limitsStatements && !message.contains("user request"))
    }

    /// A Boolean value that indicates whether an exceeded limit is that of the entries of an index.
    ///
    /// The code stands for many limits. Functions that make an entry report a long one before they know the index.
    private var isOfIndex: Bool { constraint != nil || function?.hasPrefix("index_form_tuple") == true }
  }
#endif
