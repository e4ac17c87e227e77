import Foundation
import ObjectGraph
import Synchronization

/// A store as a client of the library would write it, with the public API only.
///
/// Rows are in a dictionary, and each query examines all of them.
final class PlainStore: PersistentStore {
  let identifier: UUID
  let model: ManagedObjectModel
  private let committed: Mutex<PlainRows>
  private let writing = NSRecursiveLock()

  init(model: ManagedObjectModel, identifier: UUID) {
    self.model = model
    self.identifier = identifier
    committed = Mutex(PlainRows(model: model))
  }

  func makeReader() -> any StoreReader { PlainReader(self) }
  func makeWriter() -> any StoreWriter { PlainWriter(self) }

  var rows: PlainRows { committed.withLock { $0 } }

  /// Lets one writer at a time replace the rows.
  func write<Result>(_ body: (inout PlainRows) throws -> Result) rethrows -> Result {
    writing.lock()
    defer { writing.unlock() }
    var rows = rows
    let result = try body(&rows)
    committed.withLock { $0 = rows }
    return result
  }
}

struct PlainRows: RowLookup {
  let model: ManagedObjectModel
  var rows: [ManagedObjectID: Row] = [:]
  var nextKeys: [EntityNumber: Int64] = [:]

  init(model: ManagedObjectModel) { self.model = model }

  func row(for id: ManagedObjectID) -> Row? { rows[id] }

  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] {
    guard let number = model.number(ofEntity: relationship.destination),
      let slot = relationship.inverse.flatMap({ model.entity(numbered: number)?.slot(of: $0) })
    else { return [] }
    return rows.values.filter { $0.id.entity == number && $0.values[slot].reference == owner }.map(\.id)
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    try query.rows(among: rows.values.filter { $0.id.entity == query.entity }, in: self)
  }

  /// Returns a Boolean value that indicates whether another row has the same values of a uniqueness
  /// constraint.
  func isDuplicate(_ row: Row) -> Bool {
    model.entity(of: row.id).uniqueSlots.contains { slots in
      guard let values = row.uniqueValues(slots) else { return false }
      return rows.values.contains {
        $0.id.entity == row.id.entity && $0.id != row.id && $0.uniqueValues(slots) == values
      }
    }
  }
}

private final class PlainReader: StoreReader {
  private let store: PlainStore

  init(_ store: PlainStore) { self.store = store }

  func rows(_ ids: [ManagedObjectID]) -> [Row] {
    let rows = store.rows
    return ids.compactMap { rows.rows[$0] }
  }

  func fetch(_ query: StoreQuery) throws -> [Row] { try store.rows.fetch(query) }
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] { try fetch(query).map(\.id) }
  func count(_ query: StoreQuery) throws -> Int { try fetch(query).count }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    let rows = store.rows
    for row in try rows.fetch(query) { try body(row.id, row.values(at: paths, in: rows)) }
  }
}

private final class PlainWriter: StoreWriter {
  private let store: PlainStore

  init(_ store: PlainStore) { self.store = store }

  func reserveKeys(_ count: Int, entity: EntityNumber) -> Range<Int64> {
    store.write { rows in
      let first = rows.nextKeys[entity] ?? 1
      rows.nextKeys[entity] = first + Int64(count)
      return first..<first + Int64(count)
    }
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    try store.write { rows in
      let transaction = PlainTransaction(rows)
      let result = try body(transaction)
      rows = transaction.rows
      return result
    }
  }
}

private final class PlainTransaction: StoreTransaction {
  var rows: PlainRows

  init(_ rows: PlainRows) { self.rows = rows }

  func rows(_ ids: [ManagedObjectID]) -> [Row] { ids.compactMap { rows.rows[$0] } }

  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) -> Row? {
    rows.rows.values.first { $0.id.entity == entity && $0.uniqueValues(slots) == values }
  }

  func sources(entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]) -> [ManagedObjectID] {
    let found = rows.rows.values.filter { row in
      row.id.entity == entity && row.values[slot].reference.map(targets.contains) == true
    }
    return found.map(\.id)
  }

  func insert(_ row: Row) throws -> WriteOutcome {
    guard rows.rows[row.id] == nil else { throw DuplicateKeyError(id: row.id) }
    rows.nextKeys[row.id.entity] = max(rows.nextKeys[row.id.entity] ?? 1, row.id.key + 1)
    return put(row)
  }

  func update(_ row: Row, slots: [Slot]) -> WriteOutcome {
    guard var stored = rows.rows[row.id], stored.version == row.version else { return .stale }
    for slot in slots { stored.values[slot] = row.values[slot] }
    return put(stored)
  }

  func delete(_ id: ManagedObjectID, version: Int64?) -> WriteOutcome {
    guard let stored = rows.rows[id], version == nil || stored.version == version else { return .stale }
    rows.rows[id] = nil
    return .done
  }

  private func put(_ row: Row) -> WriteOutcome {
    guard !rows.isDuplicate(row) else { return .duplicate }
    rows.rows[row.id] = Row(id: row.id, version: row.version + 1, values: row.values)
    return .done
  }
}
