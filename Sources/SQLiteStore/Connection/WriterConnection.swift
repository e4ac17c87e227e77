internal import Dispatch
internal import Synchronization

/// The connection with which a store writes, for the writer and for the work behind it: one at a time.
///
/// A second connection for that work would commit what the writer sees as the commits of another program
/// (`PRAGMA data_version`), and the writer would wait for its lock in steps of milliseconds.
///
/// Commits do not checkpoint the write-ahead log: a ``Checkpointer`` does that on another thread. The connection itself
/// completes the checkpoint only if the log has become much longer.
///
/// `@unchecked Sendable` because the connection and the state of the log are used only between `wait` and `signal` of
/// `turn`, which the compiler cannot check.
final class WriterConnection: @unchecked Sendable {
  /// The length of the log, in pages, at which the connection itself copies the rest and restarts the log.
  ///
  /// 256 MB: measured from 16 MB on, commits became faster up to this size. The log is not truncated: that
  /// blocked the writer for 300 ms, where a restart took 50 ms.
  private static let restartMark = 64_000

  private let connection: Connection
  private let checkpointer: Checkpointer
  private let turn = DispatchSemaphore(value: 1)
  private let waiting = Atomic(0)
  private var nextCopy = Checkpointer.mark
  private var nextRestart = restartMark

  init(_ connection: Connection, checkpointer: Checkpointer) {
    self.connection = connection
    self.checkpointer = checkpointer
    connection.keepLog()
  }

  /// Calls `body` with the connection as soon as no other use is in progress.
  ///
  /// - Precondition: `body` does not call this method.
  func use<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    waiting.add(1, ordering: .relaxed)
    turn.wait()
    waiting.subtract(1, ordering: .relaxed)
    defer { turn.signal() }
    return try body(connection)
  }

  /// A Boolean value that indicates whether another use waits for its turn.
  var isAwaited: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Calls `body`, which commits, and then limits the growth of the log.
  ///
  /// What is committed stays so: a failed copy of the log is not an error, and is retried.
  func commit<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    try use { connection in
      let result = try body(connection)
      tendLog()
      return result
    }
  }

  private func tendLog() {
    let pages = connection.logPages
    // The log was restarted.
    if pages < nextCopy - Checkpointer.mark { nextCopy = Checkpointer.mark }
    if pages >= nextRestart {
      let isDone = (try? connection.checkpoint(.restart)) ?? false
      nextRestart = isDone ? Self.restartMark : pages + Checkpointer.mark
    } else if pages >= nextCopy {
      checkpointer.copy()
      nextCopy = pages + Checkpointer.mark
    }
  }

  /// Waits for requested checkpoints, and copies the log into the file as far as readers permit.
  func close() {
    checkpointer.finish()
    // If readers keep the log in use, the last connection that closes the file copies it.
    use { connection in _ = try? connection.checkpoint(.truncate) }
  }
}
