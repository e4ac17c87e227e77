/// A reader of a store that can keep a history of its transactions.
public protocol HistoryReader: StoreReader {
  /// Returns the position after the last transaction, or nil if the store keeps no history.
  func historyToken() throws -> PersistentHistoryToken?

  /// Returns the transactions that a request asks for, in commit order.
  ///
  /// - Throws: A ``PersistentHistoryError``, or an error of the store.
  /// - Complexity: O(*n*) in the number of transactions after the start of the request, and of their changes.
  func history(_ request: PersistentHistoryRequest) throws -> [PersistentHistoryTransaction]
}
