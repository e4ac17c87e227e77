internal import ObjectModel

/// The way to write to a store whose rows are in memory.
final class InMemoryWriter: StoreWriter {
  private let store: InMemoryStore
  /// Puts what a transaction made where the store keeps it besides, or throws.
  private let keep: (InMemoryRows, Durability) throws -> Void
  private var isInTransaction = false

  init(store: InMemoryStore, keep: @escaping (InMemoryRows, Durability) throws -> Void = { _, _ in }) {
    self.store = store
    self.keep = keep
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) -> Range<Int64> {
    require(
      !isInTransaction, "reserve keys before a transaction: rolled back, they would be given again")
    return store.write { rows in
      let first = rows.nextKey(ofEntity: entity)
      rows.reserveKeys(below: first + Int64(count), entity: entity)
      return first..<first + Int64(count)
    }
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    require(!isInTransaction, "end the transaction before the next one: they do not nest")
    isInTransaction = true
    defer { isInTransaction = false }
    return try store.write { rows in
      let transaction = InMemoryTransaction(rows)
      let result = try body(transaction)
      if transaction.hasWritten {
        try keep(transaction.rows, durability)
        rows = transaction.rows
      }
      return result
    }
  }
}

extension InMemoryWriter: HistoryWriter {
  func purgeHistory(before bound: PersistentHistoryBound) throws -> Int {
    require(!isInTransaction, "end the transaction before the history is purged: they do not nest")
    return try store.write { rows in
      guard rows.history != nil else {
        throw PersistentHistoryError.notKept(store: store.identifier)
      }
      return try rows.history?.purge(before: bound) ?? 0
    }
  }

  func endHistory() throws {
    require(!isInTransaction, "end the transaction before the history ends: they do not nest")
    try store.write { rows in
      guard rows.history != nil else {
        throw PersistentHistoryError.notKept(store: store.identifier)
      }
      rows.history = nil
    }
  }
}
