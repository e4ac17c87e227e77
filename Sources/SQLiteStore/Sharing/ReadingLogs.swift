internal import Synchronization

/// The logs of the observers of a store.
final class ReadingLogs: Sendable {
  private let logs = Mutex<[ReadingLog]>([])

  /// Adds a log.
  func add(_ log: ReadingLog) { logs.withLock { $0.append(log) } }

  /// Removes a log.
  func remove(_ log: ReadingLog) { logs.withLock { $0.removeAll { $0 === log } } }

  /// Begins a reading; nil if there are no logs.
  func begin() -> Reading? {
    let logs = logs.withLock { $0 }
    return logs.isEmpty ? nil : Reading(logs.map { ($0, $0.begin()) })
  }

  /// A reading in progress.
  final class Reading {
    /// The rows that have been returned.
    var keys = RowKeys()
    private let logs: [(log: ReadingLog, start: Int)]

    fileprivate init(_ logs: [(log: ReadingLog, start: Int)]) { self.logs = logs }

    /// Adds the rows to the logs.
    func end() {
      guard !keys.isEmpty else { return }
      for (log, start) in logs { log.end(start, keys) }
    }
  }
}
