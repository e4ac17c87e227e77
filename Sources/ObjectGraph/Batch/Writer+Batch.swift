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
    let (work, reserved) = try reserveKeys(for: work)
    let reader = try reader()
    var report = CommitReport()
    (report.author, report.context) = (work.author, work.context)
    report.lastEntity = EntityNumber(store.model.entities.count)
    let (outcome, recorded) = try writer().transaction(work.durability) { transaction in
      let execution = BatchExecution(
        work: work, model: store.model, transaction: transaction, reader: reader, reserved: reserved,
        identity: StoreIdentity(store.identifier))
      let outcome = try execution.run()
      var recorded = report
      recorded.rows = outcome.changes ?? RowChanges()
      try (transaction as? any HistoryRecording)?.record(&recorded)
      return (outcome, recorded)
    }
    (report.historyToken, report.partTokens) = (recorded.historyToken, recorded.partTokens)
    if let changes = outcome.changes, changes.count <= work.listing.rowLimit {
      report.rows = changes
    } else {
      report.isReload = true
    }
    if !report.isEmpty { follower?.record(report) }
    announcements.announce(report, from: 0, priority: work.priority)
    return BatchResult(count: outcome.count, objectIDs: outcome.ids, report: report)
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
}
