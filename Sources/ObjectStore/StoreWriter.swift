public import ObjectModel

/// The writer of a store, confined to the writer's isolation.
public protocol StoreWriter: AnyObject {
  /// Reserves, outside of transactions, `count` keys that no row of the entity's inheritance tree has and
  /// that are never returned again.
  ///
  /// - Precondition: `entity` is the root of its inheritance tree.
  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64>

  /// Runs `body` in one transaction: either all of its writes are committed, or none if it throws.
  ///
  /// When this method returns, every reader sees the writes, and they are as durable as `durability`
  /// requires. Transactions do not nest.
  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result
}
