#if PostgreSQL
  public import ObjectStore

  /// An error of a PostgreSQL server or of the connection to it.
  ///
  /// Its description names the server and the database, the reason that the server gives, and what to do. It never
  /// contains a password.
  public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Kind: Hashable, Sendable {
      /// The connection string cannot be read.
      case wrongConnectionString
      /// No server answers at the address.
      case unreachable
      /// The server does not accept the user or the password.
      case notAuthenticated
      /// The server has no database of that name.
      case noDatabase
      /// The server has no connection left.
      case tooManyConnections
      /// The connection was cut; the statement or the transaction has no effect.
      case connectionLost
      /// A standby ended a statement that was in the way of what it received from the primary server.
      case standbyConflict
      /// The connection was cut that held the state to which a context is pinned; each read fails until the context is
      /// pinned again or unpinned.
      case snapshotLost
      /// The connection was cut during a commit, and the server could not be asked for its outcome.
      case unknownOutcome
      /// Another writer held the store for longer than the lock timeout, or than the server lets a transaction or a
      /// statement take.
      case lockTimeout
      /// A statement ran longer than the server's limit.
      case statementTimeout
      /// The statement was canceled.
      case canceled
      /// The user lacks a right, or the server only reads.
      case notPermitted
      /// The disk of the server is full.
      case diskFull
      /// The server keeps notifications for a session that does not receive them, and has no room for more.
      case notificationsFull
      /// A value is too long for an index, or for PostgreSQL.
      case valueTooLong
      /// The database or the server lacks a property that a store needs.
      case unsuitable
      /// Another error of the server.
      case server
    }

    /// The kind of the error.
    public let kind: Kind
    /// The server and the database, without a password.
    public let place: String
    /// The reason that libpq or the server gives.
    public let reason: String
    /// The code of the server (`SQLSTATE`), or `nil` if the error is not the server's.
    public let code: String?

    init(_ kind: Kind, place: String, reason: String, code: String? = nil) {
      self.kind = kind
      self.place = place
      self.reason = reason
      self.code = code
    }

    /// The error in one or two sentences.
    public var description: String {
      switch kind {
      case .wrongConnectionString:
        """
        The connection string of the PostgreSQL store cannot be read. Write it as postgresql://user@host/database or as \
        host=… dbname=… user=…; in the first form, write @ and / of a password as %40 and %2F
        """
      case .unreachable:
        "No PostgreSQL server answers at \(place): \(reason). Start the server, or correct host and port"
      case .notAuthenticated:
        """
        The PostgreSQL server does not admit the user to \(place): \(reason). Correct the user and the password, or \
        permit the connection in pg_hba.conf
        """
      case .noDatabase: "There is no database \(place): \(reason). Create it with createdb"
      case .tooManyConnections:
        """
        The PostgreSQL server of \(place) has no connection left: \(reason). Close other programs, or raise \
        max_connections
        """
      case .connectionLost where isTransactionTimeout:
        """
        A transaction on \(place) took longer than the server permits: \(reason). Nothing of it was written. Raise \
        transaction_timeout for the user, or do less at once
        """
      case .connectionLost:
        "The connection to \(place) was cut: \(reason). Nothing of the transaction was written; try again"
      case .standbyConflict:
        """
        The standby server of \(place) ended a statement: \(reason). Try again, or raise max_standby_streaming_delay
        """
      case .snapshotLost where isTransactionTimeout:
        """
        A state of \(place) was held for longer than the server permits a transaction to take: \(reason). It is gone. Raise \
        transaction_timeout for the user, or hold states for a shorter time
        """
      case .snapshotLost:
        "The connection to \(place) was cut: \(reason). The state that was read is gone with it. Try again"
      case .unknownOutcome:
        """
        The connection to \(place) was cut during a commit: \(reason). The transaction was written as a whole or not at \
        all; read the store to find out which
        """
      case .lockTimeout where isWaitLimitedByServer:
        """
        Another program is writing to \(place) and did not finish in the time that the server permits to wait: \(reason). \
        Nothing was written; try again
        """
      case .lockTimeout:
        "Another program is writing to \(place) and did not finish in time. Nothing was written; try again"
      case .statementTimeout:
        """
        A statement on \(place) ran longer than the server permits: \(reason). Raise statement_timeout for the user, or \
        ask for less
        """
      case .canceled: "A statement on \(place) was canceled: \(reason)"
      case .notPermitted where isStandby:
        """
        The server of \(place) only reads: \(reason). Connect to one that takes changes, as with \
        target_session_attrs=read-write, or open the store with StoreOptions(isReadOnly: true) to read
        """
      case .notPermitted: "The user of \(place) lacks a right: \(reason). Grant it"
      case .diskFull: "The disk of the server is full: \(place) cannot be written (\(reason))"
      case .notificationsFull:
        """
        The server of \(place) can announce no commit: \(reason). End the session that listens and stays in a transaction, \
        probably the oldest with the state “idle in transaction” in pg_stat_activity
        """
      case .valueTooLong where code == nil:
        "A value is too long for \(place): \(reason). Shorten the value"
      case .valueTooLong:
        """
        A value is too long for an index of \(place): \(reason). Shorten the value, or remove the index from the model
        """
      case .unsuitable: "\(place) cannot hold a store: \(reason)"
      case .server: "The PostgreSQL server refused a statement on \(place): \(reason)"
      }
    }
  }

  extension PostgresError {
    /// Returns the error of a value that no statement can have.
    static func tooLong(place: String) -> PostgresError {
      PostgresError(.valueTooLong, place: place, reason: "PostgreSQL keeps at most 1 GB")
    }

    /// A Boolean value that indicates whether a standby refused a statement.
    ///
    /// A primary gives this code to statements that write in a transaction for reading; the caller runs none of those.
    var isStandby: Bool { code == Self.standbyCode }

    /// A Boolean value that indicates whether the server cut the connection because a transaction took too long.
    var isTransactionTimeout: Bool { code == Self.transactionTimeoutCode }

    /// A Boolean value that indicates whether a limit of the server ended the wait for another writer, and not the store's own
    /// timeout.
    var isWaitLimitedByServer: Bool {
      kind == .lockTimeout && (isTransactionTimeout || code == Self.cancellationCode)
    }

    /// The code of a statement that a server refuses which only reads.
    static let standbyCode = "25006"
    /// The code of a transaction that took longer than `transaction_timeout`.
    static let transactionTimeoutCode = "25P04"
    /// The code of a statement that was canceled, by a user or because it took longer than `statement_timeout`.
    static let cancellationCode = "57014"

    /// A Boolean value that indicates whether a statement that has failed can succeed on a new connection.
    var canSucceedOnNewConnection: Bool {
      (kind == .connectionLost && !isTransactionTimeout) || kind == .standbyConflict
    }

    /// A Boolean value that indicates whether another row has the values of a unique index.
    var isUniquenessViolation: Bool { code == "23505" }
  }

  extension PostgresError: ConnectionError {
    /// A Boolean value that indicates whether the server does not answer at present, has no connection left, or is a standby
    /// that ended a statement.
    public var isOutage: Bool {
      switch kind {
      case .unreachable, .standbyConflict, .tooManyConnections: true
      case .connectionLost: !isTransactionTimeout
      default: false
      }
    }

    /// A Boolean value that indicates whether the server could not be asked for the outcome of a commit.
    public var leavesOutcomeOpen: Bool { kind == .unknownOutcome }
  }
#endif
