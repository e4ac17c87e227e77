internal import CSQLite
internal import ObjectStore

extension Connection {
  /// The pages that are copied between two reports of progress: 4 MB.
  private static let pagesPerStep: Int32 = 1_024

  /// Copies the database, as this connection sees it, page by page over that of another connection.
  ///
  /// While this connection holds a snapshot, commits of others change nothing in the copy, and do not make it begin
  /// again (sqlite.org/c3ref/backup_finish.html).
  ///
  /// - Parameters:
  ///   - destination: A connection that no other code uses meanwhile.
  ///   - onProgress: Called with the number of pages after each step; an error that it throws ends the copying.
  func backUp(to destination: Connection, onProgress: (StoreProgress) throws -> Void) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw SQLiteError(
        destination.handle, code: sqlite3_errcode(destination.handle), sql: nil, path: destination.path)
    }
    var code = SQLITE_OK
    do {
      while code == SQLITE_OK {
        code = sqlite3_backup_step(backup, Self.pagesPerStep)
        let total = Int(sqlite3_backup_pagecount(backup))
        try onProgress(
          StoreProgress(completed: total - Int(sqlite3_backup_remaining(backup)), total: total))
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(destination.handle, code: code, sql: nil, path: destination.path)
    }
  }
}
