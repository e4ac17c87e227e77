internal import ObjectModel
internal import ObjectStore

/// The redirected rows of a context, for saves that the context made before it knew of the redirects.
struct RedirectedRows: Sendable {
  /// The remaining rows, in the state that the next save finds, with the IDs that are redirected to them; in
  /// the order of the redirects.
  private var rows: [(id: ManagedObjectID, target: Row)] = []
  private var forgotten = 0

  /// A Boolean value that indicates whether there are no redirected rows.
  var isEmpty: Bool { rows.isEmpty }
  /// The number of redirected rows that have not been forgotten.
  var count: Int { rows.count }

  /// Forgets the first `count` redirects of all, which the context knows.
  mutating func forget(first count: Int) {
    guard count > forgotten else { return }
    rows.removeFirst(min(count - forgotten, rows.count))
    forgotten = count
  }

  /// Updates the rows by a commit, and adds its redirects.
  mutating func follow(_ report: CommitReport, in model: ManagedObjectModel) {
    if rows.isEmpty, report.mergedInto.isEmpty { return }
    let all = report.inserted + report.updated.map(\.row) + report.unchanged
    let written = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for index in rows.indices {
      let id = rows[index].target.id
      if let row = written[report.destination(of: id, in: model) ?? id] { rows[index].target = row }
    }
    for (id, target) in report.destinations(in: model) {
      if let row = written[target] { rows.append((id, row)) }
    }
  }

  /// Updates the rows by a published save that has not been committed yet.
  mutating func follow(_ changes: RowChanges) {
    for index in rows.indices {
      let update = changes.updated.first { $0.row.id == rows[index].target.id }
      if let update { rows[index].target = update.row.saved }
    }
  }

  /// Returns a Boolean value that indicates whether changes write one of the redirected rows or refer to it.
  func concern(_ changes: RowChanges) -> Bool {
    let ids = Set(rows.map(\.id))
    let written = changes.inserted + changes.updated.map(\.row)
    return changes.ids.contains(where: ids.contains)
      || written.contains { $0.values.contains { $0.reference.map(ids.contains) ?? false } }
  }

  /// Returns the changes, applied to the remaining rows instead of the redirected ones.
  func redirected(_ changes: RowChanges) -> RowChanges {
    if rows.isEmpty { return changes }
    let targets = Dictionary(rows.map { ($0.id, $0.target) }, uniquingKeysWith: { $1 })
    var redirects = Redirects()
    for (id, target) in targets { redirects.record(id, as: target.id) }
    var result = changes.following(redirects)
    result.deleted = unique(changes.deleted.map { targets[$0.id] ?? $0 })
    let deleted = Set(result.deleted.map(\.id))
    var updates: [ManagedObjectID: RowChanges.Update] = [:]
    for (update, original) in zip(result.updated, changes.updated) where targets[original.row.id] == nil {
      updates[update.row.id] = update
    }
    for (update, original) in zip(result.updated, changes.updated) {
      guard let target = targets[original.row.id] else { continue }
      var merged = updates[target.id] ?? .init(row: target, before: target.values)
      for slot in original.slots { merged.row.values[slot] = update.row.values[slot] }
      updates[target.id] = merged
    }
    result.updated = updates.values.filter { !deleted.contains($0.row.id) }.sorted { $0.row.id < $1.row.id }
    return result
  }

  private func unique(_ rows: [Row]) -> [Row] {
    var seen: Set<ManagedObjectID> = []
    return rows.filter { seen.insert($0.id).inserted }
  }
}
