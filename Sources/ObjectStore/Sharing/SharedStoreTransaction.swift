package import ObjectModel

/// A transaction of a store that other programs may have open.
package protocol SharedStoreTransaction: StoreTransaction {
  /// Returns the root of an inheritance tree that has rows; nil if the store is empty.
  ///
  /// No other program inserts a row before the transaction ends.
  func firstEntityWithRows() throws -> EntityNumber?

  /// Makes the history start again, if the store keeps one, after changes of rows that it does not record.
  ///
  /// Programs that follow the store read everything again that they show.
  func startHistoryAgain() throws
}
