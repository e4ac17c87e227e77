internal import Dispatch
internal import Synchronization

/// Copies the write-ahead log into the file on a thread of its own, so that commits do not.
///
/// The connection is its own and is used under the lock only; whoever commits asks and goes on at once.
final class Checkpointer: Sendable {
  /// The growth of the log, in pages, after which it is copied: 16 MB.
  ///
  /// A quarter of that copies the pages that change all the time too often.
  static let mark = 4_000

  private let connection: Mutex<Connection>
  private let queue = DispatchQueue(label: "checkpoint")

  /// Takes over a connection, which must have read the file: before that, SQLite copies nothing.
  init(_ connection: sending Connection) { self.connection = Mutex(connection) }

  /// Copies what is in the log now, behind the caller's back.
  ///
  /// A copy that fails is no loss: the log holds everything, and the next one tries again.
  func copy() {
    queue.async { [self] in
      connection.withLock { _ = try? $0.checkpoint(.passive) }
    }
  }

  /// Waits for copies that were asked for.
  func finish() { queue.sync {} }
}
