package import Foundation
package import ObjectModel

/// A writer of several stores.
package final class CombinedWriter: StoreWriter {
  private let routing: CombinedRouting
  /// The writers of the stores; `nil` for those that are read-only.
  private let writers: [(any StoreWriter)?]
  /// The readers of the stores that are read-only.
  private let readers: [(any StoreReader)?]
  /// The detector of commits to the stores that can be followed.
  let detector: CombinedDetector

  init(_ routing: CombinedRouting) throws {
    self.routing = routing
    var writers: [(any StoreWriter)?] = []
    var readers: [(any StoreReader)?] = []
    var refusal: (any Error)?
    for part in routing.parts {
      do {
        writers.append(try part.store.makeWriter())
        readers.append(nil)
      } catch let error as StoreError {
        guard error.refusesWriting else { throw error }
        refusal = error
        writers.append(nil)
        readers.append(try part.store.makeReader())
      }
    }
    if let refusal, writers.allSatisfy({ $0 == nil }) { throw refusal }
    self.writers = writers
    self.readers = readers
    detector = try CombinedDetector(routing, writers: writers)
  }

  /// Reserves keys in the first store that has the entity and can be written.
  package func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try reserveKeys(count, entity: entity, in: writablePart(of: entity))
  }

  /// Reserves keys in the first stores that have the entities and can be written, in each store either of all of its
  /// entities or of none.
  package func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>] {
    let entities = try Dictionary(grouping: counts.keys) { try writablePart(of: $0).index }
    var ranges: [EntityNumber: Range<Int64>] = [:]
    for part in routing.parts {
      guard let entities = entities[part.index], let writer = writers[part.index] else { continue }
      var own: [EntityNumber: Int] = [:]
      for entity in entities {
        if let number = part.numbers[entity] { own[number] = counts[entity] }
      }
      for (number, range) in try writer.reserveKeys(own) {
        let entity = part.wholeNumbers[number]
        ranges[entity] = try routing.combined(range, entity: entity, of: part)
      }
    }
    return ranges
  }

  private func writablePart(of entity: EntityNumber) throws -> CombinedPart {
    guard let part = routing.holders(of: entity).first(where: { writers[$0.index] != nil }) else {
      throw CombinedStoreError.readOnly(entity: routing.model[entity].name)
    }
    return part
  }

  /// Reserves keys in the store with an identifier.
  ///
  /// - Throws: ``CombinedStoreError/cannotHold(entity:store:)``, ``CombinedStoreError/readOnly(entity:)``, and the errors
  ///   of the store.
  /// - Precondition: `entity` is the root of its inheritance tree.
  package func reserveKeys(_ count: Int, entity: EntityNumber, inStore identifier: UUID) throws -> Range<
    Int64
  > {
    let part = routing.holders(of: entity).first { $0.store.identifier == identifier }
    guard let part else {
      throw CombinedStoreError.cannotHold(
        entity: routing.model[entity].name, store: identifier.uuidString)
    }
    return try reserveKeys(count, entity: entity, in: part)
  }

  private func reserveKeys(_ count: Int, entity: EntityNumber, in part: CombinedPart) throws -> Range<Int64> {
    guard let writer = writers[part.index], let number = part.numbers[entity] else {
      throw CombinedStoreError.readOnly(entity: routing.model[entity].name)
    }
    return try routing.combined(
      writer.reserveKeys(count, entity: number), entity: entity, of: part)
  }

  // MARK: Transactions

  /// Runs `body` in a transaction of each store, all of which are open until `body` returns.
  ///
  /// They are nested: the first store commits first, and each one commits its own changes.
  package func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    var nesting = Nesting(count: writers.count)
    return try run(writers.count - 1, durability, &nesting, body)
  }

  /// Asks the stores one after the other: the transaction of the one that failed is the only one with an unknown outcome.
  package func outcomeOfLastTransaction() throws -> Bool? {
    for writer in writers {
      if let outcome = try writer?.outcomeOfLastTransaction() { return outcome }
    }
    return nil
  }

  /// The open transactions, and the stores that have committed changes.
  private struct Nesting {
    var transactions: [(any StoreTransaction)?]
    var written: Set<Int> = []
    var committed: [String] = []
    /// A Boolean value that indicates whether a store failed after another one had committed.
    var isPartlySaved = false

    init(count: Int) { transactions = Array(repeating: nil, count: count) }
  }

  private func run<Result>(
    _ index: Int, _ durability: Durability, _ nesting: inout Nesting,
    _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    guard index >= 0 else {
      let transaction = CombinedTransaction(routing, nesting.transactions, readers)
      let result = try body(transaction)
      nesting.written = transaction.written
      return result
    }
    guard let writer = writers[index] else { return try run(index - 1, durability, &nesting, body) }
    let part = routing.parts[index]
    do {
      let result = try writer.transaction(durability) { transaction in
        nesting.transactions[index] = transaction
        return try run(index - 1, durability, &nesting, body)
      }
      if nesting.written.contains(index) { nesting.committed.append(part.name) }
      return result
    } catch {
      // An error before the first commit leaves all stores as they were.
      guard !nesting.committed.isEmpty, !nesting.isPartlySaved else { throw error }
      nesting.isPartlySaved = true
      // The store may be a combined one itself.
      if case .partlySaved(let committed, let failed, let reason)? = error as? CombinedStoreError {
        throw CombinedStoreError.partlySaved(
          committed: nesting.committed + committed, failed: failed, reason: reason)
      }
      throw CombinedStoreError.partlySaved(
        committed: nesting.committed, failed: part.name, reason: "\(error)")
    }
  }
}

// MARK: - Other programs

extension CombinedWriter: SharedStoreWriter {
  package func otherWritersCommitted() throws -> Bool { try detector.otherWritersCommitted() }

  package func onAnnouncement(_ body: @escaping @Sendable () -> Void) { detector.onAnnouncement(body) }

  package func announcedCommit() throws -> Bool { try detector.announcedCommit() }

  package func committedOwnWork() -> Bool { detector.committedOwnWork() }
}
