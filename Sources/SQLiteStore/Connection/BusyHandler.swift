internal import CSQLite

/// The busy handler of one connection (sqlite.org/c3ref/busy_handler.html): takes part in the store's ``LockWait``.
///
/// Confined like its connection, which keeps it alive: SQLite calls it within the connection's own calls.
final class BusyHandler {
  private let wait: LockWait
  private var hasWaited = false

  init(_ wait: LockWait) { self.wait = wait }

  /// Makes the connection wait for locks; a call of `sqlite3_busy_timeout` removes the handler.
  func install(on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { handler, attempts in
        guard let handler else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(handler).takeUnretainedValue().retries(after: attempts)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func retries(after attempts: Int32) -> Int32 {
    hasWaited = true
    return wait.waitForNextAttempt(after: Int(attempts)) ? 1 : 0
  }

  /// Ends the store's wait if the statement that ended waited for a lock and got it.
  ///
  /// A statement that gave up leaves the wait to those behind it, whatever else this connection reads in between.
  func statementEnded(successfully isSuccessful: Bool) {
    guard hasWaited else { return }
    hasWaited = false
    if isSuccessful { wait.end() }
  }

  /// Ends the store's wait, even one that was given up: the lock is free, and the next program that holds it is waited for
  /// from then on.
  func gotWriteLock() { wait.end() }
}
