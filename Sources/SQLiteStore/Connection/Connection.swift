internal import CSQLite
internal import ObjectStore

/// A connection to a database file, confined to its owner.
///
/// It owns its handle and its statements. SQLite's own mutexes are off: two threads never share a
/// connection.
final class Connection {
  /// The access of a connection.
  enum Access {
    /// Read and write an existing file.
    case readWrite
    /// Read only; other connections may write meanwhile.
    case readOnly
    /// Read only a file without writers, without creating any file beside it.
    case immutable
  }

  /// The path of the file.
  let path: String
  /// SQLite's connection; no other object may keep it.
  let handle: OpaquePointer
  private let busyHandler: BusyHandler
  private var cache = StatementCache()
  /// The statements that read one row, by entity: they run too often for a look-up by their SQL.
  private var lookUps: [EntityNumber: Statement] = [:]
  private let walPages: UnsafeMutablePointer<Int32>
  private var durability: Durability?
  /// The caller of the store's hook; `nil` without one.
  private let tracer: Tracer?

  /// Opens the file at an absolute path, which must exist.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - access: The access.
  ///   - lockWait: The wait for locks that the store's connections share.
  ///   - trace: The hook of the store.
  init(
    path: String, access: Access, lockWait: LockWait = LockWait(), trace: SQLTrace? = nil
  ) throws(SQLiteError) {
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
    tracer = trace.map { Tracer($0, path: path) }
    tracer?.install(on: handle)
    var registration = SQLFunction.register(on: handle)
    if registration == SQLITE_OK { registration = ExternalDataFolder(store: path).register(on: handle) }
    guard registration == SQLITE_OK else {
      throw SQLiteError(handle, code: registration, sql: nil, path: path)
    }
  }

  deinit {
    // Statements may outlive the connection briefly: the second version of close waits for them.
    sqlite3_close_v2(handle)
    walPages.deallocate()
  }

  /// A Boolean value that indicates whether the system forbids writing the file through this connection.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// A Boolean value that indicates whether the file was renamed, replaced or deleted since it was opened.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// The version of the state that the connection has read last, which differs for states with other commits.
  ///
  /// It costs no access to the file, unlike `PRAGMA data_version`.
  var readVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  private static func arguments(path: String, access: Access) -> (name: String, flags: Int32) {
    switch access {
    case .readWrite: return (path, SQLITE_OPEN_READWRITE)
    case .readOnly: return (path, SQLITE_OPEN_READONLY)
    case .immutable:
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      return ("file:" + percentEncoded(path) + "?immutable=1", flags)
    }
  }

  /// Escapes the characters with a special meaning in a URI file name (sqlite.org/uri.html).
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
  /// Runs one or more SQL statements that return no rows and are not cached.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    busyHandler.statementEnded(successfully: code == SQLITE_OK)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: sql, path: path) }
  }

  /// Prepares a statement that the caller keeps.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, connection: handle, path: path)
  }

  /// Returns the statement that reads a row of an entity by its key; `sql` makes its text.
  ///
  /// The caller must reset it after use.
  func lookUp(entity: EntityNumber, sql: () -> String) throws(SQLiteError) -> Statement {
    if let statement = lookUps[entity] { return statement }
    let statement = try prepare(sql())
    lookUps[entity] = statement
    return statement
  }

  /// Forgets the statements that read a row by its key, because another layout follows.
  func dropLookUps() { lookUps = [:] }

  /// Calls `body` with a statement from the cache, then resets the statement.
  func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let entry = try cache.use(sql, prepare: prepare)
    let statement = entry.statement
    var isSuccessful = false
    defer {
      statement.reset()
      statement.clearBindings()
      entry.endUse()
      busyHandler.statementEnded(successfully: isSuccessful)
    }
    let result = try body(statement)
    isSuccessful = true
    return result
  }

  /// Calls `body` for each row of a query.
  func forEachRow(
    _ sql: String, _ bindings: [PropertyValue] = [], _ body: (Statement) throws -> Void
  ) throws {
    try withStatement(sql) { statement in
      try statement.bind(bindings)
      while try statement.step() { try body(statement) }
    }
  }

  /// Returns the first column of the first row as a number, or `nil` if there is no row.
  func integer(_ sql: String, _ bindings: [PropertyValue] = []) throws -> Int64? {
    var first: Int64?
    // Steps to the end: a statement that writes commits with its last step.
    try forEachRow(sql, bindings) { first = first ?? $0.integer(0) }
    return first
  }

  /// Returns the first column of each row as text.
  func texts(_ sql: String, _ bindings: [PropertyValue] = []) throws -> [String] {
    var texts: [String] = []
    try forEachRow(sql, bindings) { texts.append($0.text(0)) }
    return texts
  }

  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ bindings: [PropertyValue]) throws {
    try forEachRow(sql, bindings) { _ in }
  }

  /// Adds an SQL function.
  ///
  /// - Parameter register: Registers the function with the connection, and returns SQLite's result code.
  func addFunction(_ register: (OpaquePointer) -> Int32) throws(SQLiteError) {
    let code = register(handle)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: nil, path: path) }
  }

  /// Gives back the memory of pages that no statement uses.
  func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// The number of rows that the last statement wrote.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }
}

// MARK: - Canceling

extension Connection {
  /// The number of virtual machine instructions, some ten microseconds, between two checks for
  /// cancellation.
  private static let instructionsBetweenLooks: Int32 = 1_000

  /// Runs `body`, and interrupts its statement if the current task is canceled.
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
  /// A Boolean value that indicates whether a transaction is in progress.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs several queries on one snapshot of the file.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    try run("BEGIN", [])
    return try commit(body)
  }

  /// Makes all following queries see the current state of the file.
  ///
  /// A transaction sees the state at its first read, not at its beginning (sqlite.org/isolation.html).
  func holdSnapshot() throws {
    releaseSnapshot()
    try run("BEGIN", [])
    do { _ = try integer("SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)") } catch {
      releaseSnapshot()
      throw error
    }
  }

  /// Makes each query see the newest state again.
  ///
  /// Ending a transaction that only reads cannot fail in a way that would leave it open.
  func releaseSnapshot() {
    if isInTransaction { try? run("COMMIT", []) }
  }

  /// Runs `body` in a transaction, which is rolled back if `body` throws.
  ///
  /// The transaction takes the lock at once: one that reads first and is refused the lock later cannot wait
  /// for it.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE", [])
    busyHandler.gotWriteLock()
    return try commit(body)
  }

  /// Runs `body` in a transaction as ``write(_:)`` does, or returns `nil` at once if another connection writes.
  func writeWithoutWaiting<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      sqlite3_busy_timeout(handle, 0)
      defer { busyHandler.install(on: handle) }
      try run("BEGIN IMMEDIATE", [])
    } catch let error as SQLiteError where error.isLock {
      return nil
    }
    busyHandler.gotWriteLock()
    return try commit(body)
  }

  /// Runs `body` in the transaction that was begun, and ends it.
  private func commit<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      try run("COMMIT", [])
      return result
    } catch {
      // SQLite has already rolled back by itself in some cases, such as a full disk. After a failed
      // rollback, the next connection that opens the file rolls back. The first error is the one to report.
      if isInTransaction { try? run("ROLLBACK", []) }
      throw error
    }
  }

  /// Sets `synchronous`, which is possible only between transactions.
  func set(_ durability: Durability) throws {
    guard durability != self.durability else { return }
    try execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    self.durability = durability
  }
}

// MARK: - Write-ahead log

extension Connection {
  /// The extent of a checkpoint, which copies the write-ahead log into the file.
  enum Checkpoint {
    /// Copies as much as readers and writers permit.
    case passive
    /// Copies everything, which is impossible while a reader sees an older state.
    case full
    /// Copies everything, so that the next commit writes the log from its beginning.
    case restart
    /// Copies everything and truncates the log to zero bytes; for a long log this takes the file system a
    /// while.
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

  /// Disables SQLite's automatic checkpoints within commits, and records ``logPages`` instead.
  func keepLog() {
    walPages.pointee = 0
    sqlite3_wal_hook(
      handle,
      { pages, _, _, count in
        pages?.assumingMemoryBound(to: CInt.self).pointee = count
        return SQLITE_OK
      }, walPages)
  }

  /// The number of pages in the log after this connection's last commit.
  var logPages: Int { Int(walPages.pointee) }

  /// Copies the log into the file without waiting; returns `false` if another connection prevented it.
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
