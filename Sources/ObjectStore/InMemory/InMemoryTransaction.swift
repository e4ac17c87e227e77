internal import ObjectModel

/// A transaction that works on a copy, which replaces the original when the transaction ends.
final class InMemoryTransaction: StoreTransaction {
  private(set) var rows: InMemoryRows
  /// A Boolean value that indicates whether a row was inserted, updated or deleted.
  private(set) var hasWritten = false
  private var deleted: Set<ManagedObjectID> = []

  init(_ rows: InMemoryRows) { self.rows = rows }

  func rows(_ ids: [ManagedObjectID]) -> [Row] { ids.compactMap { rows.row(for: $0) } }

  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) -> Row? {
    rows.row(entity: entity, slots: slots, values: values)
  }

  func sources(entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]) -> [ManagedObjectID] {
    targets.flatMap { rows.sources(entity: entity, slot: slot, target: $0).sorted() }
  }

  func insert(_ row: Row) throws -> WriteOutcome {
    guard !rows.isUsed(row.id) else { throw DuplicateKeyError(id: row.id) }
    return put(row.saved)
  }

  func update(_ row: Row, slots: [Slot]) -> WriteOutcome {
    guard var stored = rows.row(for: row.id), stored.version == row.version else { return .stale }
    for slot in slots { stored.values[slot] = row.values[slot] }
    return put(stored.saved)
  }

  func overwrite(_ row: Row, slots: [Slot]) -> WriteOutcome {
    guard var stored = rows.row(for: row.id) else { return .stale }
    for slot in slots { stored.values[slot] = row.values[slot] }
    stored.version = row.version
    return put(stored)
  }

  func delete(_ id: ManagedObjectID, version: Int64?) -> WriteOutcome {
    guard let stored = rows.row(for: id), version == nil || stored.version == version else { return .stale }
    rows.remove(id)
    hasWritten = true
    if rows.history != nil { deleted.insert(id) }
    return .done
  }

  private func put(_ row: Row) -> WriteOutcome {
    guard rows.put(row) else { return .duplicate }
    hasWritten = true
    return .done
  }
}

extension InMemoryTransaction: HistoryRecording {
  func record(_ report: inout CommitReport) {
    report.historyToken = rows.history?.record(report, deleted: deleted)
  }
}

extension InMemoryTransaction: BatchWriting {
  var recordsRows: Bool { rows.history != nil }

  func takeKeys(_ count: Int, entity: EntityNumber) -> Range<Int64> {
    let first = rows.nextKey(ofEntity: entity)
    rows.reserveKeys(below: first + Int64(count), entity: entity)
    return first..<first + Int64(count)
  }
}
