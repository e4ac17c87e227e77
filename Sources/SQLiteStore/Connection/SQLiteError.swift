internal import CSQLite

/// What SQLite refused, and why.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code, as listed on sqlite.org/rescode.html.
  public let code: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement that failed, if one did.
  public let sql: String?
  /// The path of the file.
  public let path: String

  /// The error as one sentence.
  public var description: String {
    let statement = sql.map { ", running: \($0)" } ?? ""
    return "SQLite says “\(message)” (\(code)) about \(path)\(statement)"
  }

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether another row has the same values of a unique index.
  var isUniquenessViolation: Bool { code == csqlite_constraint_unique }

  /// Whether another row has the same key.
  var isKeyViolation: Bool { code == csqlite_constraint_primary_key }

  /// Whether the statement was given up because somebody asked for it.
  var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// Whether what was read makes no sense.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT }

  /// Whether the file is not a database, or damaged beyond reading.
  var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

  /// Whether the medium has no room or refuses writes.
  var isWriteRefusal: Bool {
    [SQLITE_READONLY, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PERM].contains(primaryCode)
  }
}

extension SQLiteError {
  /// The error that a connection reports last.
  init(_ connection: OpaquePointer?, code: Int32, sql: String?, path: String) {
    self.code = connection.map { sqlite3_extended_errcode($0) } ?? code
    message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    self.sql = sql
    self.path = path
  }

  /// The error that running `statement` met.
  init(statement: OpaquePointer, code: Int32) {
    let connection = sqlite3_db_handle(statement)
    let sql = sqlite3_sql(statement).map { String(cString: $0) }
    let path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
    self.init(connection, code: code, sql: sql, path: path)
  }
}
