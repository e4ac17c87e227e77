internal import ObjectModel
internal import ObjectStore

/// The keys of the rows that a batch inserts.
struct BatchKeys {
  let transaction: any StoreTransaction
  private let entity: EntityNumber
  private let root: EntityNumber
  private let identity: StoreIdentity
  /// The number of rows, if it is known.
  private let count: Int?
  private var keys: Range<Int64>
  /// A Boolean value that indicates whether the history of the store needs a list of all written rows.
  let recordsRows: Bool
  /// A Boolean value that indicates whether the history may need more of new rows than their IDs.
  let needsValues: Bool

  /// The number of keys that are taken at a time, if the number of rows is not known.
  private static let block = 4_096

  /// Creates the keys of a transaction.
  ///
  /// - Parameter reserved: Keys that were reserved before the transaction, for a store that cannot do it within.
  init(
    _ entity: EntityNumber, root: EntityNumber, count: Int?, reserved: Range<Int64>?,
    identity: StoreIdentity, in transaction: any StoreTransaction
  ) {
    self.entity = entity
    self.root = root
    self.count = count
    self.identity = identity
    self.transaction = transaction
    keys = reserved ?? 0..<0
    let sets = transaction as? any BatchWriting
    recordsRows = sets?.recordsRows ?? (transaction is any HistoryRecording)
    needsValues = recordsRows && sets == nil
  }

  /// Returns the ID of the next row.
  mutating func next() throws -> ManagedObjectID {
    if keys.isEmpty, let transaction = transaction as? any BatchWriting {
      keys = try transaction.takeKeys(max(1, count ?? Self.block), entity: root)
    }
    let key = keys.lowerBound
    keys = key + 1..<keys.upperBound
    return ManagedObjectID(entity: entity, key: key, in: identity)
  }
}
