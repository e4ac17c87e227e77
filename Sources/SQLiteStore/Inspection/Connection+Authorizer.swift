internal import CSQLite

extension Connection {
  /// Makes SQLite refuse to compile any statement that does more than read tables and call functions.
  func permitReadingOnly() {
    sqlite3_set_authorizer(
      handle,
      { _, action, name, _, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
        // FTS5 asks for the version of the file before it reads its tables.
        case SQLITE_PRAGMA where name.map { String(cString: $0) } == "data_version": return SQLITE_OK
        default: return SQLITE_DENY
        }
      }, nil)
  }
}

extension SQLiteError {
  /// A Boolean value that indicates whether the connection does not permit the statement.
  var isRefusal: Bool { primaryCode == SQLITE_AUTH }

  /// A Boolean value that indicates whether the statement itself is wrong, as with a table that is not there.
  var isFaultOfStatement: Bool { primaryCode == SQLITE_ERROR }

  /// A Boolean value that indicates whether there was no statement to compile.
  var isNothing: Bool { code == SQLITE_OK }
}
