internal import Foundation
internal import Synchronization

/// Keeps a program that exits normally alive until the saves that it handed to writers are in their stores.
///
/// Normally means by `exit` or at the end of `main`; a signal and `_exit` end the program at once.
final class ExitGuard: Sendable {
  static let shared = ExitGuard()

  /// How long the end of the program is held up at most.
  private static let limit = Duration.seconds(10)

  private struct Entry {
    let writer: Writer
    var commits = 0
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  private init() {
    atexit { ExitGuard.shared.waitForCommits(atMost: ExitGuard.limit) }
  }

  /// Records that a writer has been handed a commit.
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

  /// The number of commits that a writer has been handed and has not finished.
  func commits(of writer: Writer) -> Int { entries.withLock { $0[ObjectIdentifier(writer)]?.commits ?? 0 } }

  /// Waits until all writers have finished what they were handed before, and says on standard error what is lost
  /// after the time limit.
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
