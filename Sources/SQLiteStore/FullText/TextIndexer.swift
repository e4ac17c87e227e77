internal import Dispatch
internal import ObjectStore
internal import Synchronization

/// An updater of the full-text indexes of a store, which works behind its writer in short transactions on a separate thread.
///
/// The first one begins when the writer is opened, the next ones after its commits. Between two transactions there is
/// a pause, and a transaction ends early when the writer of this process waits for its turn.
/// Nothing is lost when the process ends in between, because the mark is committed with the rows.
///
/// Other processes see the commits of an indexer as those of any other writer, and compare the rows of the store,
/// which they do anyway for the rows that are being indexed.
final class TextIndexer: Sendable {
  /// The time from a commit to the indexing of its rows, which are then indexed with those of the next commits.
  private static let delay = DispatchTimeInterval.milliseconds(200)
  /// The time between two transactions, in which other programs get the lock.
  private static let pause = DispatchTimeInterval.milliseconds(5)

  /// The result of a transaction.
  private enum Progress {
    /// Everything that is committed is indexed.
    case done
    /// There may be more rows.
    case more
    /// Another program writes.
    case locked
  }

  private struct State {
    var isScheduled = false
    /// A Boolean value that indicates whether a transaction left rows to index.
    var hasLongWork = false
    var isStopped = false
    /// A Boolean value that indicates whether a damaged index was created again; the next damage is not repaired.
    var hasRepaired = false
  }

  private let writer: WriterConnection
  private let indexes: [TextIndex]
  private let queue = DispatchQueue(label: "text index", qos: .utility)
  private let state = Mutex(State())

  /// Creates an indexer; `nil` if there are no indexes, or this SQLite has no FTS5.
  init?(_ writer: WriterConnection, indexes: [TextIndex]) {
    guard !indexes.isEmpty, TextIndex.isAvailable else { return nil }
    self.writer = writer
    self.indexes = indexes
  }

  /// Asks for the indexing of committed rows, and returns immediately.
  func request() { schedule(after: Self.delay) }

  /// Returns whether there have been more rows to index than one transaction takes since the last call.
  func removeLongWork() -> Bool {
    state.withLock { state in
      defer { state.hasLongWork = false }
      return state.hasLongWork
    }
  }

  /// Indexes everything that is committed, and waits until that is done.
  ///
  /// It waits for other programs that write as a writer does.
  ///
  /// - Throws: The error of a transaction.
  func finish() throws {
    try queue.sync { while try runBatch(waitsForLock: true) != .done {} }
  }

  /// Ends the work after the current rows, and waits until that is done.
  func stop() {
    state.withLock { $0.isStopped = true }
    queue.sync {}
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func schedule(after interval: DispatchTimeInterval) {
    let isNew = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled && !state.isStopped
    }
    guard isNew else { return }
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in self?.run() }
  }

  private func run() {
    state.withLock { $0.isScheduled = false }
    // After an error, such as a full disk, the next commit retries.
    switch try? runBatch() {
    case .done, nil: break
    case .more:
      state.withLock { $0.hasLongWork = true }
      schedule(after: Self.pause)
    case .locked: schedule(after: Self.delay)
    }
  }

  /// Runs one transaction.
  ///
  /// - Parameter waitsForLock: A Boolean value that indicates whether it waits while another program writes.
  private func runBatch(waitsForLock: Bool = false) throws -> Progress {
    for index in indexes where !isStopped {
      let progress = try throwingStoreErrors {
        try writer.commit { try runBatch(of: index, on: $0, waitsForLock: waitsForLock) }
      }
      if progress != .done { return progress }
    }
    return .done
  }

  private func runBatch(
    of index: TextIndex, on connection: Connection, waitsForLock: Bool
  ) throws -> Progress {
    // Outside of a transaction first: most of the time there is nothing to do.
    guard try index.hasPendingRows(on: connection) else { return .done }
    try connection.set(.normal)
    let batch = TextIndexBatch(index: index, connection: connection)
    do {
      func indexRows() throws -> Bool { try batch.run { isStopped || writer.isAwaited } }
      // While it holds up the writer, the indexer must not wait for another program.
      let hasMore: Bool? =
        try waitsForLock ? connection.write(indexRows) : connection.writeWithoutWaiting(indexRows)
      return hasMore.map { $0 ? .more : .done } ?? .locked
    } catch let error as SQLiteError where error.isDamageOfVirtualTable {
      return try repair(error, connection)
    }
  }

  /// Creates damaged indexes again, empty, once.
  private func repair(_ error: SQLiteError, _ connection: Connection) throws -> Progress {
    let isFirst = state.withLock { state in
      defer { state.hasRepaired = true }
      return !state.hasRepaired
    }
    guard isFirst else { throw error }
    try connection.write { try TextIndexSchema(indexes, on: connection).make() }
    return .more
  }
}
