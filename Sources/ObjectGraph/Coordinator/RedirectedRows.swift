/// Rows that turned out to be the same as others, for saves that were made before their context knew it.
struct RedirectedRows: Sendable {
  /// The rows that remained, in the state that the next save finds, by the IDs of the others; in the order in which they
  /// were met.
  private var rows: [(id: ManagedObjectID, target: Row)] = []
  private var forgotten = 0

  /// Whether there are none.
  var isEmpty: Bool { rows.isEmpty }
  /// The number of rows, without those that were forgotten.
  var count: Int { rows.count }

  /// Forgets the first rows of all, whose number the context knows.
  mutating func forget(first count: Int) {
    guard count > forgotten else { return }
    rows.removeFirst(min(count - forgotten, rows.count))
    forgotten = count
  }

  /// Notes what a commit made of rows.
  mutating func follow(_ report: CommitReport, in model: ObjectModel) {
    if rows.isEmpty, report.redirects.isEmpty { return }
    let all = report.inserted + report.updated.map(\.row) + report.kept
    let written = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for index in rows.indices {
      let id = rows[index].target.id
      if let row = written[report.destination(of: id, in: model) ?? id] { rows[index].target = row }
    }
    for (id, target) in report.destinations(in: model) {
      if let row = written[target] { rows.append((id, row)) }
    }
  }

  /// Notes what a save that is on its way makes of rows.
  mutating func follow(_ changes: StoreChanges) {
    for index in rows.indices {
      let update = changes.updated.first { $0.row.id == rows[index].target.id }
      if let update { rows[index].target = update.row.saved }
    }
  }

  /// Whether one of the rows is written or referred to.
  func concern(_ changes: StoreChanges) -> Bool {
    let ids = Set(rows.map(\.id))
    let written = changes.inserted + changes.updated.map(\.row)
    return changes.ids.contains(where: ids.contains)
      || written.contains { $0.values.contains { $0.reference.map(ids.contains) ?? false } }
  }

  /// The changes as they apply to the rows that remained.
  func redirected(_ changes: StoreChanges) -> StoreChanges {
    if rows.isEmpty { return changes }
    let targets = Dictionary(rows.map { ($0.id, $0.target) }, uniquingKeysWith: { $1 })
    var redirects = Redirects()
    for (id, target) in targets { redirects.record(id, as: target.id) }
    var result = changes.following(redirects)
    result.deleted = unique(changes.deleted.map { targets[$0.id] ?? $0 })
    let deleted = Set(result.deleted.map(\.id))
    var updates: [ManagedObjectID: StoreChanges.Update] = [:]
    for (update, original) in zip(result.updated, changes.updated) where targets[original.row.id] == nil {
      updates[update.row.id] = update
    }
    for (update, original) in zip(result.updated, changes.updated) {
      guard let target = targets[original.row.id] else { continue }
      var merged = updates[target.id] ?? .init(row: target, base: target.values)
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
