internal import CRawSQLite

/// A database as SQLite itself gives it, with nothing in between.
final class RawSQLite {
  /// A statement that is prepared once.
  typealias Statement = OpaquePointer
  /// Values as SQLite holds them, so that binding them costs nothing that a program in C would not pay.
  typealias Row = [OpaquePointer]

  let handle: OpaquePointer
  private let copier: LogCopier
  private var statements: [Statement] = []

  /// Opens a file with the settings of an import into a library.
  init(path: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else { throw Refusal("SQLite cannot open \(path): \(code)") }
    self.handle = handle
    copier = try LogCopier(path: path)
    // The library that made the file may still be closing it.
    sqlite3_busy_timeout(handle, 10_000)
    try execute(Self.settings)
    copier.follow(handle)
  }

  /// The settings of an import into a library; a ``LogCopier`` copies the log.
  nonisolated static let settings = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 0
    """

  isolated deinit {
    // A copy in progress would otherwise release the copier on its own queue, which cannot wait for itself.
    copier.finish()
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// Prepares a statement, which goes with the database.
  func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { throw Refusal("no statement: \(sql)") }
    statements.append(statement)
    return statement
  }

  /// All rows of a query; the caller frees them.
  func rows(_ sql: String) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).compactMap {
          sqlite3_value_dup(sqlite3_column_value(statement, $0))
        })
    }
    return rows
  }

  /// The first column of all rows of a query, as text.
  func texts(_ sql: String) throws -> [String] {
    let rows = try rows(sql)
    defer { Self.free(rows) }
    return rows.map { Self.text($0[0]) }
  }

  /// Reads all columns of all rows of a query.
  func read(_ sql: String) throws {
    let statement = try prepare(sql)
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) { _ = sqlite3_column_text(statement, column) }
    }
    sqlite3_reset(statement)
  }

  /// Writes a row.
  func insert(_ row: Row, _ statement: Statement) throws {
    for (index, value) in row.enumerated() { sqlite3_bind_value(statement, Int32(index) + 1, value) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else { return try check(code) }
    sqlite3_reset(statement)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Refusal(String(cString: sqlite3_errmsg(handle))) }
  }

  /// The key of a row: its first column.
  static func key(_ value: OpaquePointer) -> Int64 { sqlite3_value_int64(value) }

  /// A value as text.
  static func text(_ value: OpaquePointer) -> String {
    sqlite3_value_text(value).map { String(cString: $0) } ?? ""
  }

  static func free(_ rows: [Row]) { rows.joined().forEach { sqlite3_value_free($0) } }
}
