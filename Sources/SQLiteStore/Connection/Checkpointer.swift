internal import Dispatch
internal import Synchronization

/// Checkpoints the write-ahead log on a separate thread, so that commits do not have to.
///
/// It has its own connection, which is opened for the first checkpoint and used only under the lock. The caller of a commit requests a
/// checkpoint and continues immediately.
final class Checkpointer: Sendable {
  /// The growth of the log, in pages, after which it is copied: 16 MB.
  ///
  /// A quarter of that copies the pages that change all the time too often.
  static let mark = 4_000

  private let file: StoreFile
  private let connection = Mutex<Connection?>(nil)
  private let queue = DispatchQueue(label: "checkpoint")

  /// Creates a checkpointer of the log of `file`.
  init(_ file: StoreFile) { self.file = file }

  /// Copies the current log into the file, asynchronously.
  ///
  /// A failed copy loses nothing: the log is complete, and the next copy retries.
  func copy() {
    queue.async { [self] in
      connection.withLock { connection in
        // It has read the file: before that, SQLite copies nothing.
        if connection == nil { connection = try? file.connectionForWriting() }
        _ = try? connection?.checkpoint(.passive)
      }
    }
  }

  /// Waits for the requested copies.
  func finish() { queue.sync {} }
}
