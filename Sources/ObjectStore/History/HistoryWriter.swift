/// A writer of a store that can keep a history of its transactions.
public protocol HistoryWriter: StoreWriter {
  /// Deletes the transactions before a bound from the history, in one transaction of the store.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: A ``PersistentHistoryError``, or an error of the store.
  func purgeHistory(before bound: PersistentHistoryBound) throws -> Int

  /// Deletes the history, and keeps none from then on, in one transaction of the store.
  ///
  /// - Throws: ``PersistentHistoryError/notKept(store:)``, or an error of the store.
  func endHistory() throws
}
