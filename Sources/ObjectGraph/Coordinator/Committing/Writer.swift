import Dispatch
internal import Foundation
internal import ObjectModel
internal import ObjectStore

/// The isolation of the writer, the only place that writes the store.
///
/// It holds no objects: it receives values. Saves are committed strictly in the order of submission, each in
/// its own transaction.
actor Writer {
  let executor: QueueExecutor
  let store: any PersistentStore
  let announcements: Announcements
  private var openWriter: (any StoreWriter)?
  private var openReader: (any StoreReader)?
  /// The detector of other writers' commits to a store that cannot be written.
  private var openDetector: (any CommitDetector)?
  /// The follower of other writers, which must know this writer's commits.
  weak var follower: ExternalChangeFollower?
  /// The failed saves of each context that did not wait for them, by the number of the context.
  private var failures: [Int: Failures] = [:]
  /// The redirects by saves of each context that did not wait for them, by the number of the context.
  private var redirects: [Int: RedirectedRows] = [:]
  /// The rows of failed saves that other contexts may have read.
  private var takenBack = TakenBackRows()
  /// The rows of failed saves that contexts have not been notified of, because they could not be read.
  var unannounced: [TakenBackStates] = []
  /// The rows of commits whose outcome was unknown.
  private var uncertain = UncertainRows()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(store: any PersistentStore, announcements: Announcements) {
    executor = QueueExecutor(label: "ObjectGraph.writer")
    self.store = store
    self.announcements = announcements
  }

  /// Returns the store's writer, which is opened with the first write.
  ///
  /// A store that cannot be written can therefore be read.
  func writer() throws -> any StoreWriter {
    let writer = try openWriter ?? store.makeWriter()
    openWriter = writer
    return writer
  }

  /// Returns the detector of other writers' commits, or `nil` if the store cannot have any.
  func detector() throws -> (any CommitDetector)? {
    if let openDetector { return openDetector }
    guard let store = store as? any SharedStore else { return nil }
    do { return try writer() as? any CommitDetector } catch let error as StoreError where error.refusesWriting
    {
      openDetector = try store.makeCommitDetector()
      return openDetector
    }
  }

  /// Returns a reader of committed rows, which is opened when it is first needed.
  func reader() throws -> any StoreReader {
    let reader = try openReader ?? store.makeReader()
    openReader = reader
    return reader
  }

  /// Submits a commit; `completion` runs on the writer's queue.
  nonisolated func submit(
    _ commit: Commit, completion: @escaping @Sendable (Result<CommitReport, any Error>) -> Void
  ) {
    ExitGuard.shared.begin(self)
    executor.queue.async {
      completion(Result { try self.assumeIsolated { try $0.runAhead(commit) } })
      ExitGuard.shared.end(self)
    }
  }

  /// Runs a commit after everything that was submitted before, and blocks until it has finished.
  nonisolated func commitAndWait(_ commit: Commit) throws -> CommitReport {
    ExitGuard.shared.begin(self)
    defer { ExitGuard.shared.end(self) }
    return try executor.queue.sync { try self.assumeIsolated { try $0.run(commit) } }
  }

  /// Reserves keys in the background; `completion` runs on the writer's queue.
  nonisolated func reserve(
    _ counts: [EntityNumber: Int],
    completion: @escaping @Sendable (Result<[EntityNumber: Range<Int64>], any Error>) -> Void
  ) {
    executor.queue.async {
      completion(Result { try self.assumeIsolated { try $0.writer().reserveKeys(counts) } })
    }
  }

  /// Reserves keys, and blocks until they are reserved.
  nonisolated func reserveAndWait(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try executor.queue.sync {
      try self.assumeIsolated { try $0.writer().reserveKeys(count, entity: entity) }
    }
  }

  /// Reserves keys in one of the stores of a ``CombinedStore``, and blocks until they are reserved.
  ///
  /// - Throws: A ``CombinedStoreError``, and the errors of the store.
  nonisolated func reserveAndWait(
    _ count: Int, entity: EntityNumber, inStore store: UUID
  ) throws -> Range<Int64> {
    try executor.queue.sync {
      try self.assumeIsolated { writer in
        guard let combined = try writer.writer() as? CombinedWriter else {
          throw CombinedStoreError.cannotHold(
            entity: writer.store.model[entity].name, store: store.uuidString)
        }
        return try combined.reserveKeys(count, entity: entity, inStore: store)
      }
    }
  }

  /// Waits until everything that was submitted before has been committed or has failed.
  ///
  /// A block on the queue resumes the caller. An actor method without a body would not do: the optimizer
  /// removes the call together with the wait.
  nonisolated func drain() async {
    await withCheckedContinuation { continuation in
      executor.queue.async { continuation.resume() }
    }
  }

  /// Closes the writer and the reader of the store; the next use opens them again.
  ///
  /// The writer stays open while it is not known whether the last commit was made, which another writer could not find out.
  func close() {
    (openReader, openDetector) = (nil, nil)
    if !uncertain.hasOpenOutcome { openWriter = nil }
  }

  /// Blocks until everything that was submitted before has been committed or has failed.
  ///
  /// It is safe on the main actor: the writer never waits for the main actor.
  nonisolated func wait() { executor.queue.sync {} }

  /// Blocks as ``wait()`` does, but no longer than until a deadline.
  ///
  /// - Returns: `true` if the writer has finished; always `false` on the writer's own queue, which cannot
  ///   wait for itself.
  nonisolated func wait(until deadline: ContinuousClock.Instant) -> Bool {
    guard !executor.queue.isCurrent else { return false }
    let isDone = DispatchSemaphore(value: 0)
    executor.queue.async { isDone.signal() }
    let seconds = (deadline - .now) / .seconds(1)
    return isDone.wait(timeout: .now() + max(0, seconds)) == .success
  }

  /// The description of the store for messages.
  nonisolated var storeDescription: String { "\(type(of: store)) \(store.identifier)" }

  /// Runs a commit of a context that has not waited for its earlier commits.
  ///
  /// A commit that was made on top of a failed save fails too: the versions that it expects were never written, and another
  /// writer's row may have the same version by chance. Objects that the failed save inserted and to which the commit refers
  /// are not there.
  ///
  /// It does not fail if the context knew of the failure, or knew that it would come because an earlier save of the same row
  /// had failed. Then the commit does not build on the failed save.
  private func runAhead(_ commit: Commit) throws -> CommitReport {
    do {
      failures[commit.origin]?.forget(first: commit.knownFailures)
      if let error = failures[commit.origin]?.error(beneath: commit) { throw error }
      return try runRedirected(commit)
    } catch {
      failures[commit.origin, default: Failures()].append(commit, error)
      takenBack.record(commit.changes, in: store.model)
      throw error
    }
  }

  /// Runs a commit that a context may have submitted before it knew of redirected rows.
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
    try resolveUncertainRows()
    let report = try announcingPartialSave(from: commit.origin, priority: commit.priority) {
      try recordingUncertainRows(of: commit) {
        try writer().commit(commit.durability) { transaction in
          var execution = CommitExecution(
            commit, model: store.model, transaction: transaction, takenBack: takenBack, uncertain: uncertain)
          return try execution.run()
        }
      }
    }
    takenBack.forgetRows(below: report)
    uncertain.forget(commit.changes)
    announceTakenBackRows()
    if !report.isEmpty { follower?.record(report) }
    announcements.announce(report, from: commit.origin, priority: commit.priority)
    return report
  }

  /// Finds out whether the last commit was made, if its outcome is unknown.
  ///
  /// Called before each other transaction, after which the store does not know.
  func resolveUncertainRows() throws {
    guard uncertain.hasOpenOutcome else { return }
    uncertain.resolve(wasMade: try writer().outcomeOfLastTransaction() ?? false)
  }

  /// Runs a commit, and records the rows that it may have written if its outcome is unknown.
  private func recordingUncertainRows(
    of commit: Commit, _ body: () throws -> CommitReport
  ) throws -> CommitReport {
    do { return try body() } catch let error as any ConnectionError where error.leavesOutcomeOpen {
      uncertain.record(commit)
      throw error
    }
  }

  /// Runs transactions, and lets contexts read everything again if only some stores of a ``CombinedStore`` have committed.
  ///
  /// Which rows these stores have is unknown.
  ///
  /// - Parameters:
  ///   - origin: The number of the context that saves, which gets the error instead.
  ///   - priority: The priority of the task that saves.
  func announcingPartialSave<Result>(
    from origin: Int, priority: TaskPriority, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as CombinedStoreError {
      if case .partlySaved = error {
        var reload = CommitReport()
        reload.isReload = true
        follower?.record(reload)
        announcements.announce(reload, from: origin, priority: priority)
      }
      throw error
    }
  }
}

/// The failed saves of a context that it did not know of at its last submission.
private struct Failures {
  private var forgotten = 0
  private var unknown: [Failure] = []

  private struct Failure {
    /// The number of the save.
    let save: Int
    let ids: Set<ManagedObjectID>
    let inserted: Set<ManagedObjectID>
    let error: any Error
  }

  mutating func append(_ commit: Commit, _ error: any Error) {
    let changes = commit.changes
    unknown.append(
      Failure(
        save: commit.save ?? 0, ids: Set(changes.ids), inserted: Set(changes.inserted.map(\.id)),
        error: error))
  }

  /// Forgets the first `count` failures of all, which the context knows.
  mutating func forget(first count: Int) {
    guard count > forgotten else { return }
    unknown.removeFirst(min(count - forgotten, unknown.count))
    forgotten = count
  }

  /// Returns the error of the first failed save that contains one of the rows of a commit, or that inserted an object to
  /// which they refer, if its context did not expect the failure of that row.
  func error(beneath commit: Commit) -> (any Error)? {
    guard !unknown.isEmpty else { return nil }
    let ids = commit.changes.ids
    let written = commit.changes.inserted + commit.changes.updated.map(\.row)
    let targets = written.flatMap { $0.values.compactMap(\.reference) }
    return unknown.first { failure in
      func isUnexpected(_ id: ManagedObjectID) -> Bool {
        commit.failedRows[id].map { $0 < failure.save } ?? true
      }
      return ids.contains { failure.ids.contains($0) && isUnexpected($0) }
        || targets.contains { failure.inserted.contains($0) && isUnexpected($0) }
    }?.error
  }
}
