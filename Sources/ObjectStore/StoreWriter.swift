public import ObjectModel

/// The writer of a store, confined to the writer's isolation.
public protocol StoreWriter: AnyObject {
  /// Reserves, outside of transactions, `count` keys that no row of the entity's inheritance tree has and
  /// that are never returned again.
  ///
  /// - Precondition: `entity` is the root of its inheritance tree.
  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64>

  /// Reserves keys of several entities as ``reserveKeys(_:entity:)`` does, either of all or of none.
  ///
  /// The default implementation reserves them one after the other; if it throws, the keys of some are reserved and lost.
  ///
  /// - Precondition: Each entity is the root of its inheritance tree.
  func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>]

  /// Runs `body` in one transaction: either all of its writes are committed, or none if it throws.
  ///
  /// When this method returns, every reader sees the writes, and they are as durable as `durability`
  /// requires. Transactions do not nest.
  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result

  /// Runs `body`, which writes the rows of a commit, in a transaction, and records its report in the history.
  ///
  /// A store for which each call has a cost of its own, such as a server, can send writes later than it reports them as done.
  /// If one of them is refused then, it rolls the transaction back and calls `body` again. The default implementation calls
  /// `body` once.
  ///
  /// - Returns: The report with the position after the transaction in the history (``CommitReport/historyToken``), unless the
  ///   store keeps no history or nothing was written.
  func commit(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> CommitReport
  ) throws -> CommitReport

  /// Finds out whether the last transaction was committed, if it failed with an unknown outcome
  /// (``ConnectionError/leavesOutcomeOpen``).
  ///
  /// Called before the next transaction. The default implementation returns `nil`.
  ///
  /// - Returns: A Boolean value; `nil` if the store cannot find out.
  /// - Throws: The errors of a transaction that reads, such as a ``ConnectionError``; the outcome is still unknown then.
  func outcomeOfLastTransaction() throws -> Bool?
}

extension StoreWriter {
  /// Returns `nil`: the store cannot find out.
  public func outcomeOfLastTransaction() throws -> Bool? { nil }

  /// Reserves keys of several entities, one after the other.
  public func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>] {
    var ranges: [EntityNumber: Range<Int64>] = [:]
    for (entity, count) in counts { ranges[entity] = try reserveKeys(count, entity: entity) }
    return ranges
  }

  /// Runs `body` once in a transaction.
  public func commit(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> CommitReport
  ) throws -> CommitReport {
    try recordedTransaction(durability, body)
  }

  /// Runs `body` once in a transaction, and records its report in the history.
  package func recordedTransaction(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> CommitReport
  ) throws -> CommitReport {
    try transaction(durability) { transaction in
      var report = try body(transaction)
      try (transaction as? any HistoryRecording)?.record(&report)
      return report
    }
  }
}
