internal import ObjectStore

extension StoreFile {
  /// Runs `body` while no connection, in this process or another, has the file open.
  ///
  /// Every connection in write-ahead mode holds a shared lock on the file until it closes, so that leaving this mode
  /// requires to be the only one (sqlite.org/wal.html, "Activating And Configuring WAL Mode"). The log is then part of
  /// the file, and no file of SQLite is beside it. In the mode with a rollback journal, which this library never
  /// leaves behind, only a connection that reads or writes at that moment is noticed.
  ///
  /// - Throws: `StoreError.inUse(path:)`, and the errors of `body`.
  func withExclusiveUse<Result>(_ body: () throws -> Result) throws -> Result {
    let connection = try connectionForWriting()
    do {
      try connection.execute("PRAGMA journal_mode = DELETE")
      try connection.execute("BEGIN EXCLUSIVE")
    } catch  where error.isLock {
      // Another connection may have opened the file between the two steps.
      try? connection.execute("PRAGMA journal_mode = WAL")
      throw StoreError.inUse(path: path)
    }
    // Another process may have replaced the file between the two steps.
    guard !connection.hasMoved else { throw StoreError.inUse(path: path) }
    // Without its name, the mode of the file does not matter.
    defer { if !connection.hasMoved { try? connection.execute("ROLLBACK; PRAGMA journal_mode = WAL") } }
    return try body()
  }
}
