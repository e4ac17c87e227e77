internal import CSQLite
internal import Foundation
internal import ObjectStore

extension StoreFile {
  /// Runs `body` while no connection, in this process or another, has the file open.
  ///
  /// Every connection in write-ahead mode holds a shared lock on the file until it closes, so that leaving this mode
  /// requires to be the only one (sqlite.org/wal.html, "Activating And Configuring WAL Mode"). The log is then part of
  /// the file, and no file of SQLite is beside it. In the mode with a rollback journal, which this library never
  /// leaves behind, only a connection that reads or writes at that moment is noticed.
  ///
  /// - Parameters:
  ///   - isDamaged: A Boolean value that indicates whether the contents of the file cannot be read. Its log and the other
  ///     files of SQLite beside it then stay.
  ///   - body: The closure.
  /// - Throws: `StoreError.inUse(path:)`, and the errors of `body`.
  func withExclusiveUse<Result>(isDamaged: Bool = false, _ body: () throws -> Result) throws -> Result {
    if isDamaged { return try withLock(body) }
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

  /// Runs `body` with the lock of a connection that writes, without reading the file.
  private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let connection = try throwingStoreErrors { try Connection(path: path, access: .readWrite) }
    guard !connection.isReadOnly else {
      throw StoreError.cannotWrite(path: path, reason: "permission denied")
    }
    switch connection.lockFile() {
    case SQLITE_OK: break
    case SQLITE_BUSY: throw StoreError.inUse(path: path)
    case let code:
      throw StoreError.cannotWrite(path: path, reason: String(cString: sqlite3_errstr(code)))
    }
    guard !connection.hasMoved else { throw StoreError.inUse(path: path) }
    return try withExtendedLifetime(connection) { try body() }
  }

  /// Replaces the file by one of another name in the same folder, and removes the files of SQLite beside it.
  ///
  /// In between, those files have the name of the other one: a new file with the log of the old one would be read with it. If the
  /// process dies there, the next opening of the store removes them with the draft.
  ///
  /// - Precondition: The file is in exclusive use.
  /// - Returns: 0, or the number of the error (errno(3)); everything is as it was then.
  func replace(by other: String) -> Int32 {
    var moved: [String] = []
    func failure(_ code: Int32) -> Int32 {
      for suffix in moved { rename(other + suffix, path + suffix) }
      return code
    }
    for suffix in Self.companions {
      if rename(path + suffix, other + suffix) == 0 {
        moved.append(suffix)
      } else if errno != ENOENT {
        return failure(errno)
      }
    }
    guard rename(other, path) == 0 else { return failure(errno) }
    for suffix in moved { unlink(other + suffix) }
    return 0
  }
}

extension Connection {
  /// Takes the lock of a connection that writes (sqlite.org/lockingv3.html), until the connection closes, and returns
  /// SQLite's code.
  ///
  /// - Precondition: The connection runs no statement.
  fileprivate func lockFile() -> Int32 {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee else {
      return code == SQLITE_OK ? SQLITE_CANTOPEN : code
    }
    let shared = methods.xLock(file, SQLITE_LOCK_SHARED)
    return shared == SQLITE_OK ? methods.xLock(file, SQLITE_LOCK_EXCLUSIVE) : shared
  }
}
