internal import Foundation
internal import Synchronization

/// A guard that keeps an exiting program alive until its submitted saves are in their stores.
///
/// It acts on `exit` and at the end of `main`. A signal and `_exit` end the program immediately.
final class ExitGuard: Sendable {
  static let shared = ExitGuard()

  /// The longest time that the guard delays the exit.
  private static let limit = Duration.seconds(10)

  private struct Entry {
    let writer: Writer
    var commits = 0
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  private init() {
    atexit { ExitGuard.shared.waitForCommits(atMost: ExitGuard.limit) }
  }

  /// Records that a commit has been submitted to a writer.
  func begin(_ writer: Writer) {
    entries.withLock { $0[ObjectIdentifier(writer), default: Entry(writer: writer)].commits += 1 }
  }

  /// Records that a writer has finished a commit.
  func end(_ writer: Writer) {
    entries.withLock { entries in
      let id = ObjectIdentifier(writer)
      entries[id]?.commits -= 1
      if entries[id]?.commits == 0 { entries[id] = nil }
    }
  }

  /// The number of submitted commits that a writer has not finished.
  func commits(of writer: Writer) -> Int { entries.withLock { $0[ObjectIdentifier(writer)]?.commits ?? 0 } }

  /// Waits until all writers have finished their submitted commits, and reports on standard error the saves
  /// that are lost after the time limit.
  func waitForCommits(atMost limit: Duration) {
    let deadline = ContinuousClock.now + limit
    for entry in entries.withLock({ Array($0.values) }) where !entry.writer.wait(until: deadline) {
      let count = commits(of: entry.writer)
      let saves = count == 1 ? "1 save has" : "\(count) saves have"
      let text = """
        \(saves) not reached the store \(entry.writer.storeDescription) after \(limit.components.seconds) seconds: \
        the store is busy, perhaps with another program. The changes are lost. End the other program and make them \
        again.

        """
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}
