internal import Dispatch
internal import ObjectModel
internal import ObjectStore

/// Batch requests, which the writer executes between commits.
extension Writer {
  /// Executes a batch after everything that was submitted before.
  nonisolated func execute(_ work: BatchWork) async throws -> BatchResult {
    ExitGuard.shared.begin(self)
    return try await withCheckedThrowingContinuation { continuation in
      executor.queue.async {
        continuation.resume(with: Result { try self.assumeIsolated { try $0.run(work) } })
        ExitGuard.shared.end(self)
      }
    }
  }

  /// Executes a batch, and blocks until it has finished.
  nonisolated func executeAndWait(_ work: BatchWork) throws -> BatchResult {
    ExitGuard.shared.begin(self)
    defer { ExitGuard.shared.end(self) }
    return try executor.queue.sync { try self.assumeIsolated { try $0.run(work) } }
  }

  private func run(_ work: BatchWork) throws -> BatchResult {
    let identity = StoreIdentity(store.identifier)
    try work.validate(in: store.model, of: identity)
    try resolveUncertainRows()
    let (work, reserved) = try reserveKeys(for: work)
    let reader = try reader()
    let listing = work.listing(isFollowed: announcements.isFollowed())
    var report = CommitReport()
    (report.author, report.context) = (work.author, work.context)
    report.lastEntity = EntityNumber(store.model.entities.count)
    let (outcome, recorded) = try announcingPartialSave(from: 0, priority: work.priority) {
      try writer().transaction(work.durability) { transaction in
        let execution = BatchExecution(
          work: work, listing: listing, model: store.model, transaction: transaction, reader: reader,
          reserved: reserved, identity: identity)
        let outcome = try execution.run()
        var recorded = report
        recorded.rows = outcome.changes ?? RowChanges()
        try (transaction as? any HistoryRecording)?.record(&recorded)
        return (outcome, recorded)
      }
    }
    (report.historyToken, report.partTokens) = (recorded.historyToken, recorded.partTokens)
    let result = announce(report, outcome.changes, listing, priority: work.priority)
    return BatchResult(count: outcome.count, objectIDs: outcome.ids, report: result)
  }

  /// The maximum number of rows of a report.
  ///
  /// A context releases a report on the main actor: 100,000 rows would hold it for more than ten milliseconds.
  private static let reportSize = 1_000

  /// Announces the rows of a batch in several reports, or a reload if there are too many.
  ///
  /// - Returns: The only report, or one that makes a context read everything again.
  private func announce(
    _ report: CommitReport, _ changes: RowChanges?, _ listing: BatchListing, priority: TaskPriority
  ) -> CommitReport {
    var (whole, reload) = (report, report)
    reload.isReload = true
    guard let changes, changes.count <= listing.rowLimit else {
      follower?.record(reload)
      announcements.announce(reload, from: 0, priority: priority)
      return reload
    }
    whole.rows = changes
    if !whole.isEmpty { follower?.record(whole) }
    for part in changes.parts(of: Self.reportSize) {
      var report = report
      report.rows = part
      announcements.announce(report, from: 0, priority: priority)
    }
    return changes.count <= Self.reportSize ? whole : reload
  }

  /// Reserves keys for a store that cannot do it within a transaction, which requires all rows.
  private func reserveKeys(for work: BatchWork) throws -> (BatchWork, Range<Int64>?) {
    guard case .insert(let entity, _, let fill) = work.kind else { return (work, nil) }
    let reservesWithin = try writer().transaction(work.durability) { $0 is any BatchWriting }
    if reservesWithin { return (work, nil) }
    let defaults = store.model[entity].defaultValues
    var rows: [[PropertyValue]] = []
    while true {
      var values = defaults
      guard try fill(rows.count, &values) else { break }
      rows.append(values)
    }
    let filled = rows
    var work = work
    work.kind = .insert(entity, count: filled.count) { index, values in
      guard index < filled.count else { return false }
      values = filled[index]
      return true
    }
    guard !filled.isEmpty else { return (work, nil) }
    return (work, try writer().reserveKeys(filled.count, entity: store.model.root(of: entity)))
  }
}

extension RowChanges {
  /// The number of rows.
  fileprivate var count: Int { inserted.count + updated.count + deleted.count }

  /// Returns the changes in parts of at most `size` rows.
  ///
  /// The new rows of a batch do not refer to each other, so that their order does not matter.
  fileprivate func parts(of size: Int) -> [RowChanges] {
    guard count > size else { return [self] }
    return inserted.chunks(of: size).map { RowChanges(inserted: Array($0)) }
      + updated.chunks(of: size).map { RowChanges(updated: Array($0)) }
      + deleted.chunks(of: size).map { RowChanges(deleted: Array($0)) }
  }
}
