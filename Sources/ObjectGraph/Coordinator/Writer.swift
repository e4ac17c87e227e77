import Dispatch

/// The writer context's isolation: the one place from which the store is written.
///
/// It holds no objects; what it is handed are values. Saves are committed strictly in the order in which they
/// were handed over, each in a transaction of its own.
actor Writer {
  let executor: QueueExecutor
  let store: any PersistentStore
  let announcements: Announcements
  private var openWriter: (any StoreWriter)?
  private var openReader: (any StoreReader)?
  /// The follower of other writers, which has to know the own commits.
  weak var follower: ExternalChangeFollower?
  /// The saves of each context that failed while it went on, by its number.
  private var failures: [Int: Failures] = [:]
  /// What saves of each context that it goes on after have redirected, by its number.
  private var redirects: [Int: RedirectedRows] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(store: any PersistentStore, announcements: Announcements) {
    executor = QueueExecutor(label: "ObjectGraph.writer")
    self.store = store
    self.announcements = announcements
  }

  /// The store's writer, opened when there is something to write for the first time, so that a store that cannot
  /// be written can be read all the same.
  func writer() throws -> any StoreWriter {
    let writer = try openWriter ?? store.makeWriter()
    openWriter = writer
    return writer
  }

  /// A reader of what is committed, opened when it is needed for the first time.
  func reader() throws -> any StoreReader {
    let reader = try openReader ?? store.makeReader()
    openReader = reader
    return reader
  }

  /// Hands over what is to be committed; `completion` runs on the writer's queue.
  nonisolated func submit(
    _ commit: Commit, completion: @escaping @Sendable (Result<CommitReport, any Error>) -> Void
  ) {
    ExitGuard.shared.begin(self)
    executor.queue.async {
      completion(Result { try self.assumeIsolated { try $0.runAhead(commit) } })
      ExitGuard.shared.end(self)
    }
  }

  /// Commits after everything that was handed over before, and waits for it.
  nonisolated func commitAndWait(_ commit: Commit) throws -> CommitReport {
    ExitGuard.shared.begin(self)
    defer { ExitGuard.shared.end(self) }
    return try executor.queue.sync { try self.assumeIsolated { try $0.run(commit) } }
  }

  /// Reserves keys in the background; `completion` runs on the writer's queue.
  nonisolated func reserve(
    _ count: Int, entity: Int, completion: @escaping @Sendable (Result<Range<Int64>, any Error>) -> Void
  ) {
    executor.queue.async {
      completion(
        Result { try self.assumeIsolated { try $0.writer().reserveKeys(count, entity: entity) } })
    }
  }

  /// Reserves keys and waits for them.
  nonisolated func reserveAndWait(_ count: Int, entity: Int) throws -> Range<Int64> {
    try executor.queue.sync {
      try self.assumeIsolated { try $0.writer().reserveKeys(count, entity: entity) }
    }
  }

  /// Returns when everything that was handed over before has been committed, or has failed.
  ///
  /// A block on the queue resumes the caller. (An actor method without a body would do in theory; the optimizer removes
  /// the call together with the wait.)
  nonisolated func drain() async {
    await withCheckedContinuation { continuation in
      executor.queue.async { continuation.resume() }
    }
  }

  /// Waits until everything that was handed over before has been committed, or has failed.
  ///
  /// Safe on the main actor: the writer never waits for it.
  nonisolated func wait() { executor.queue.sync {} }

  /// Waits for the same until a deadline, and returns whether the writer has finished.
  ///
  /// On the writer's own queue nothing can be waited for.
  nonisolated func wait(until deadline: ContinuousClock.Instant) -> Bool {
    guard !executor.queue.isCurrent else { return false }
    let isDone = DispatchSemaphore(value: 0)
    executor.queue.async { isDone.signal() }
    let seconds = (deadline - .now) / .seconds(1)
    return isDone.wait(timeout: .now() + max(0, seconds)) == .success
  }

  /// The store, for messages.
  nonisolated var storeDescription: String { "\(type(of: store)) \(store.identifier)" }

  /// Commits what a context handed over without waiting for what it handed over before.
  ///
  /// What was built on a save that failed, and of which the context did not know that yet, fails with it: the versions
  /// that it expects were never written, and somebody else's row may have the same by chance.
  private func runAhead(_ commit: Commit) throws -> CommitReport {
    do {
      let ids = Set(commit.changes.ids)
      failures[commit.origin]?.forget(first: commit.knownFailures)
      if let error = failures[commit.origin]?.error(beneath: ids) { throw error }
      return try runRedirected(commit)
    } catch {
      failures[commit.origin, default: Failures()].append(ids: Set(commit.changes.ids), error)
      throw error
    }
  }

  /// Commits what a context handed over, perhaps before it knew that some of the rows are others now.
  private func runRedirected(_ commit: Commit) throws -> CommitReport {
    var (commit, rows) = (commit, redirects[commit.origin] ?? RedirectedRows())
    rows.forget(first: commit.knownRedirects)
    commit.changes = rows.redirected(commit.changes)
    let report = try run(commit)
    rows.follow(report, in: store.model)
    redirects[commit.origin] = rows
    return report
  }

  private func run(_ commit: Commit) throws -> CommitReport {
    let report = try writer().transaction(commit.durability) { transaction in
      var execution = CommitExecution(commit, model: store.model, transaction: transaction)
      return try execution.run()
    }
    if !report.isEmpty { follower?.record(report) }
    announcements.announce(report, from: commit.origin, priority: commit.priority)
    return report
  }
}

/// The saves of a context that failed, and of which it did not know that yet when it was last heard of.
private struct Failures {
  private var forgotten = 0
  private var unknown: [(ids: Set<ManagedObjectID>, error: any Error)] = []

  mutating func append(ids: Set<ManagedObjectID>, _ error: any Error) { unknown.append((ids, error)) }

  /// Forgets the first so many of all, which the context knows.
  mutating func forget(first count: Int) {
    guard count > forgotten else { return }
    unknown.removeFirst(min(count - forgotten, unknown.count))
    forgotten = count
  }

  /// Why the first save failed that wrote one of these rows.
  func error(beneath ids: Set<ManagedObjectID>) -> (any Error)? {
    unknown.first { !$0.ids.isDisjoint(with: ids) }?.error
  }
}
