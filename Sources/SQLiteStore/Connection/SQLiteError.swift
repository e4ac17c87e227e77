internal import CSQLite

/// An error that SQLite reports and that no `StoreError` describes.
///
/// Failures of the file and of the machine (a full disk, a lock, damage) are thrown as `StoreError`.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The extended result code, as listed on sqlite.org/rescode.html.
  public let code: Int32
  /// SQLite's message.
  public let message: String
  /// The statement that failed, if any.
  public let sql: String?
  /// The path of the file.
  public let path: String
  /// The error number of the system call that failed, or 0.
  let systemError: Int32

  /// The error as one sentence without SQL.
  public var description: String { "SQLite cannot use \(path): \(message) (code \(code))" }

  /// The sentence with the statement that failed.
  public var debugDescription: String { description + (sql.map { ", running: \($0)" } ?? "") }

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  /// A Boolean value that indicates whether another row has the same values of a unique index.
  var isUniquenessViolation: Bool { code == csqlite_constraint_unique }

  /// A Boolean value that indicates whether another row has the same key.
  var isKeyViolation: Bool { code == csqlite_constraint_primary_key }

  /// A Boolean value that indicates whether another row has the same number of the row, which is the key of a join row.
  ///
  /// The code is `SQLITE_CONSTRAINT_ROWID`, a macro that Swift does not import.
  var isRowNumberViolation: Bool { code == SQLITE_CONSTRAINT | 10 << 8 }

  /// A Boolean value that indicates whether a constraint was violated.
  var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// A Boolean value that indicates whether the statement was interrupted on request.
  var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// A Boolean value that indicates whether the file is corrupt.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT }

  /// A Boolean value that indicates whether the contents of a virtual table, such as an index of FTS5, are corrupt.
  var isDamageOfVirtualTable: Bool { code == csqlite_corrupt_virtual_table }

  /// A Boolean value that indicates whether another connection holds a lock.
  var isLock: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode) }

  /// A Boolean value that indicates whether the index of the write-ahead log can be neither opened nor created.
  ///
  /// The codes are `SQLITE_READONLY_RECOVERY`, `_CANTLOCK`, `_CANTINIT` and `_DIRECTORY`, macros that Swift does not import.
  var isLackOfIndex: Bool {
    primaryCode == SQLITE_CANTOPEN || [1, 2, 5, 6].contains { code == SQLITE_READONLY | $0 << 8 }
  }

  /// A Boolean value that indicates whether the file or its folder cannot be written or opened.
  var isWriteRefusal: Bool {
    [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(primaryCode)
  }
}

extension SQLiteError {
  /// Returns the same error for a file that was created under another name.
  func renamed(to path: String) -> SQLiteError {
    SQLiteError(code: code, message: message, sql: sql, path: path, systemError: systemError)
  }

  /// Creates an error from the last error of a connection.
  init(_ connection: OpaquePointer?, code: Int32, sql: String?, path: String) {
    self.code = connection.map { sqlite3_extended_errcode($0) } ?? code
    message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    self.sql = sql
    self.path = path
    systemError = connection.map { sqlite3_system_errno($0) } ?? 0
  }

  /// Creates an error from a failed step of `statement`.
  init(statement: OpaquePointer, code: Int32) {
    let connection = sqlite3_db_handle(statement)
    let sql = sqlite3_sql(statement).map { String(cString: $0) }
    let path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
    self.init(connection, code: code, sql: sql, path: path)
  }
}
