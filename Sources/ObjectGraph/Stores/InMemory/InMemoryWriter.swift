/// The way to write to a store in memory.
final class InMemoryWriter: StoreWriter {
  private let store: InMemoryStore

  init(store: InMemoryStore) { self.store = store }

  func reserveKeys(_ count: Int, entity: Int) -> Range<Int64> {
    var rows = store.rows
    let first = rows[entity].nextKey
    rows.reserveKeys(below: first + Int64(count), entity: entity)
    store.replace(rows)
    return first..<first + Int64(count)
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    let transaction = InMemoryTransaction(store.rows)
    let result = try body(transaction)
    store.replace(transaction.rows)
    return result
  }
}

/// What is done within one transaction, on a copy that takes the place of the original at its end.
private final class InMemoryTransaction: StoreTransaction {
  private(set) var rows: InMemoryRows

  init(_ rows: InMemoryRows) { self.rows = rows }

  func rows(_ ids: [ManagedObjectID]) -> [Row] { ids.compactMap { rows.row(for: $0) } }

  func row(entity: Int, slots: [Int], values: [PropertyValue]) -> Row? {
    rows.row(entity: entity, slots: slots, values: values)
  }

  func sources(entity: Int, slot: Int, targets: [ManagedObjectID]) -> [ManagedObjectID] {
    targets.flatMap { rows.sources(entity: entity, slot: slot, target: $0).sorted() }
  }

  func insert(_ row: Row) -> WriteOutcome {
    guard rows.row(for: row.id) == nil else { return .duplicate }
    return rows.put(row.saved) ? .done : .duplicate
  }

  func update(_ row: Row, slots: [Int]) -> WriteOutcome {
    guard var stored = rows.row(for: row.id), stored.version == row.version else { return .stale }
    for slot in slots { stored.values[slot] = row.values[slot] }
    return rows.put(stored.saved) ? .done : .duplicate
  }

  func delete(_ id: ManagedObjectID, version: Int64?) -> WriteOutcome {
    guard let stored = rows.row(for: id), version == nil || stored.version == version else { return .stale }
    rows.remove(id)
    return .done
  }
}
