internal import CRawSQLite
import Dispatch
import Synchronization

/// Copies the write-ahead log of a database into its file on a thread of its own, as `SQLiteStore` does, so that the
/// commits of other libraries do not have to.
nonisolated final class LogCopier: Sendable {
  /// The number of pages after which `SQLiteStore` copies the log.
  private static let mark: Int32 = 4_000

  /// A connection that only the queue uses.
  ///
  /// `nonisolated(unsafe)`: SQLite does not lock it; the serial queue does.
  private nonisolated(unsafe) let handle: OpaquePointer
  private let queue = DispatchQueue(label: "checkpoint")
  private let nextCopy = Mutex<Int32>(LogCopier.mark)

  /// Opens a second connection to a database that exists.
  init(path: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Refusal("SQLite cannot open \(path): \(code)")
    }
    self.handle = handle
    // Before it has read the file, SQLite copies nothing.
    sqlite3_exec(handle, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
  }

  deinit {
    queue.sync {}
    sqlite3_close_v2(handle)
  }

  /// Copies the log after commits of another connection, which must be closed before the copier is released.
  func follow(_ connection: OpaquePointer) {
    sqlite3_wal_hook(
      connection,
      { copier, _, _, pages in
        if let copier { Unmanaged<LogCopier>.fromOpaque(copier).takeUnretainedValue().logDidGrow(to: pages) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for the copies so far.
  func finish() { queue.sync {} }

  private func logDidGrow(to pages: Int32) {
    let isDue = nextCopy.withLock { next in
      if pages < next - Self.mark { next = Self.mark }
      guard pages >= next else { return false }
      next = pages + Self.mark
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      _ = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }
}
