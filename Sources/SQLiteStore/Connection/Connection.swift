internal import CSQLite
internal import ObjectGraph

/// One connection to a database file, confined to whoever opened it.
///
/// It owns its handle and its statements. SQLite's own mutexes are off: two threads never share a connection.
final class Connection {
  /// What a connection may do.
  enum Access {
    /// Read and write a file that is there.
    case readWrite
    /// Read only; others may write meanwhile.
    case readOnly
    /// Read only a file that nobody writes, without making any file beside it.
    case immutable
  }

  /// The path of the file.
  let path: String
  private let handle: OpaquePointer
  private let busyHandler: BusyHandler
  private var cache = StatementCache()
  /// The statements that read one row, by entity: these are too frequent to be looked up by their SQL.
  private var lookUps: [Int: Statement] = [:]
  private let walPages: UnsafeMutablePointer<Int32>

  /// Opens the file at an absolute path, which must exist.
  ///
  /// - Parameter lockWait: The wait for locks that the store's connections share.
  init(path: String, access: Access, lockWait: LockWait = LockWait()) throws(SQLiteError) {
    var handle: OpaquePointer?
    let (name, flags) = Self.arguments(path: path, access: access)
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteError(handle, code: code, sql: nil, path: path)
    }
    self.path = path
    self.handle = handle
    busyHandler = BusyHandler(lockWait)
    walPages = .allocate(capacity: 1)
    walPages.initialize(to: 0)
    busyHandler.install(on: handle)
    var registration = SQLFunction.register(on: handle)
    if registration == SQLITE_OK { registration = ExternalDataFolder(store: path).register(on: handle) }
    guard registration == SQLITE_OK else {
      throw SQLiteError(handle, code: registration, sql: nil, path: path)
    }
  }

  deinit {
    // Statements may outlive the connection for a moment: the second version of close waits for them.
    sqlite3_close_v2(handle)
    walPages.deallocate()
  }

  /// Whether the system lets nobody write the file through this connection.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  private static func arguments(path: String, access: Access) -> (name: String, flags: Int32) {
    switch access {
    case .readWrite: return (path, SQLITE_OPEN_READWRITE)
    case .readOnly: return (path, SQLITE_OPEN_READONLY)
    case .immutable:
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      return ("file:" + percentEncoded(path) + "?immutable=1", flags)
    }
  }

  /// Escapes what has a meaning of its own in a URI file name (sqlite.org/uri.html).
  private static func percentEncoded(_ path: String) -> String {
    path.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "?": "%3F"
      case "#": "%23"
      default: String(scalar)
      }
    }.joined()
  }
}

// MARK: - Statements

extension Connection {
  /// Runs SQL that gives no rows and is not worth keeping, several statements if need be.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: sql, path: path) }
    busyHandler.statementSucceeded()
  }

  /// Prepares a statement that the caller keeps.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, connection: handle, path: path)
  }

  /// The statement that reads a row of an entity by its key, to be reset after use; `sql` says how it reads.
  func lookUp(entity: Int, sql: () -> String) throws(SQLiteError) -> Statement {
    if let statement = lookUps[entity] { return statement }
    let statement = try prepare(sql())
    lookUps[entity] = statement
    return statement
  }

  /// Lends a statement from the cache; it is reset and put back afterwards.
  func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try cache.take(sql) ?? prepare(sql)
    defer {
      statement.reset()
      statement.clearBindings()
      cache.put(statement, sql: sql)
    }
    let result = try body(statement)
    busyHandler.statementSucceeded()
    return result
  }

  /// Goes over the rows of a query.
  func forEachRow(
    _ sql: String, _ bindings: [PropertyValue] = [], _ body: (Statement) throws -> Void
  ) throws {
    try withStatement(sql) { statement in
      try statement.bind(bindings)
      while try statement.step() { try body(statement) }
    }
  }

  /// The first column of the first row as a number, or nil when there is no row.
  func integer(_ sql: String, _ bindings: [PropertyValue] = []) throws -> Int64? {
    var first: Int64?
    // To the end: a statement that writes commits with its last step.
    try forEachRow(sql, bindings) { first = first ?? $0.integer(0) }
    return first
  }

  /// The first column of each row as text.
  func texts(_ sql: String, _ bindings: [PropertyValue] = []) throws -> [String] {
    var texts: [String] = []
    try forEachRow(sql, bindings) { texts.append($0.text(0)) }
    return texts
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ bindings: [PropertyValue]) throws {
    try forEachRow(sql, bindings) { _ in }
  }

  /// How many rows the last statement wrote.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }
}

// MARK: - Cancelling

extension Connection {
  /// After how many instructions of SQLite's machine, some ten microseconds, cancelling is looked for.
  private static let instructionsBetweenLooks: Int32 = 1_000

  /// Runs `body`, and interrupts the statement that it runs when the task that runs it is cancelled.
  func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
    try Task.checkCancellation()
    sqlite3_progress_handler(
      handle, Self.instructionsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    do {
      return try body()
    } catch let error as SQLiteError where error.isInterruption {
      throw CancellationError()
    }
  }
}

// MARK: - Transactions

extension Connection {
  /// Whether a transaction that was begun is under way.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Lets several queries see one state of the file.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    return try transaction("BEGIN", body)
  }

  /// Lets all queries from now on see the state that the file is in now.
  ///
  /// A transaction sees what was there at its first reading, not at its beginning (sqlite.org/isolation.html).
  func holdSnapshot() throws {
    releaseSnapshot()
    try run("BEGIN", [])
    do { _ = try integer("SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)") } catch {
      releaseSnapshot()
      throw error
    }
  }

  /// Lets each query see the newest state again.
  ///
  /// Ending a transaction that only reads cannot fail in a way that would leave it open.
  func releaseSnapshot() {
    if isInTransaction { try? run("COMMIT", []) }
  }

  /// Writes all of what `body` writes, or nothing when it throws.
  ///
  /// The lock is taken at once: a transaction that reads first and is refused the lock later cannot wait for it.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try run(begin, [])
    do {
      let result = try body()
      try run("COMMIT", [])
      return result
    } catch {
      // SQLite has rolled back by itself when the disk was full, for instance. A rollback that fails leaves the
      // file to be rolled back by whoever opens it next; the first error is the one worth telling.
      if isInTransaction { try? run("ROLLBACK", []) }
      throw error
    }
  }
}

// MARK: - Write-ahead log

extension Connection {
  /// How thoroughly the write-ahead log is copied into the file.
  enum Checkpoint {
    /// As far as nobody is in the way.
    case passive
    /// All of it, which cannot be done while somebody reads an older state.
    case full
    /// All of it, so that the next commit writes the log from its beginning.
    case restart
    /// All of it, leaving the log without a byte; a long one takes the file system a while.
    case truncate

    fileprivate var mode: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .full: SQLITE_CHECKPOINT_FULL
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// Stops SQLite from checkpointing within commits, and has ``logPages`` kept instead.
  func keepLog() {
    walPages.pointee = 0
    sqlite3_wal_hook(
      handle,
      { pages, _, _, count in
        pages?.assumingMemoryBound(to: CInt.self).pointee = count
        return SQLITE_OK
      }, walPages)
  }

  /// How many pages the log had after this connection's last commit.
  var logPages: Int { Int(walPages.pointee) }

  /// Copies the log into the file without waiting for anybody; false when somebody was in the way.
  func checkpoint(_ kind: Checkpoint) throws(SQLiteError) -> Bool {
    sqlite3_busy_timeout(handle, 0)
    defer { busyHandler.install(on: handle) }
    let code = sqlite3_wal_checkpoint_v2(handle, "main", kind.mode, nil, nil)
    switch code & 0xFF {
    case SQLITE_OK: break
    case SQLITE_BUSY, SQLITE_LOCKED: return false
    default: throw SQLiteError(handle, code: code, sql: nil, path: path)
    }
    switch kind {
    case .passive, .full: break
    case .restart, .truncate: walPages.pointee = 0
    }
    return true
  }
}
