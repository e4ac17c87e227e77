public import Foundation
public import ObjectStore

/// The history of the store.
extension PersistentStoreCoordinator {
  /// Returns the position after the last transaction of the history, or nil if the store keeps none.
  ///
  /// - Throws: The errors of the store.
  public func historyToken() async throws -> PersistentHistoryToken? {
    try await read { try ($0 as? any HistoryReader)?.historyToken() }
  }

  /// Returns the transactions that a request asks for, in commit order, those of other processes included.
  ///
  /// - Throws: A ``PersistentHistoryError`` if the store keeps no history, if the request names an unknown entity, or
  ///   if its token belongs to another store or has expired; otherwise the errors of the store.
  /// - Complexity: O(*n*) in the number of transactions after the start of the request and of their changes. With a
  ///   ``PersistentHistoryRequest/limit``, a long history can be read in parts.
  public func history(
    _ request: PersistentHistoryRequest = PersistentHistoryRequest()
  ) async throws -> [PersistentHistoryTransaction] {
    let store = store
    return try await read(isBulk: true) { reader in
      guard let reader = reader as? any HistoryReader else {
        throw PersistentHistoryError.none(in: store)
      }
      return try reader.history(request)
    }
  }

  /// Deletes the transactions before that of a token from the history, which is otherwise kept forever.
  ///
  /// Tokens of deleted transactions have expired then. The transaction of the token stays.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: A ``PersistentHistoryError`` if the store keeps no history, or if the token is not valid for it;
  ///   otherwise the errors of the store.
  @discardableResult
  public func purgeHistory(before token: PersistentHistoryToken) async throws -> Int {
    try await purgeHistory(before: .token(token))
  }

  /// Deletes the transactions before the first one of a point in time from the history.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: ``PersistentHistoryError/notKept(store:)``, or the errors of the store.
  @discardableResult
  public func purgeHistory(before date: Date) async throws -> Int {
    try await purgeHistory(before: .date(date))
  }

  /// Deletes the history, and makes the store keep none from then on, for all programs that have it open.
  ///
  /// Opening a store without ``StoreOptions/keepsHistory`` does not end its history: other programs may rely on it. Those
  /// that follow the store compare its rows from then on. A store that is opened with the option later begins another
  /// history, for which all tokens of this one have expired.
  ///
  /// - Throws: ``PersistentHistoryError/notKept(store:)``, or the errors of the store.
  public func endHistory() async throws {
    do {
      try await writer.endHistory()
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }

  private func purgeHistory(before bound: PersistentHistoryBound) async throws -> Int {
    do {
      return try await writer.purgeHistory(before: bound)
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }
}

extension Writer {
  /// Deletes the beginning of the history, after everything that was submitted before.
  fileprivate func purgeHistory(before bound: PersistentHistoryBound) throws -> Int {
    try resolveUncertainRows()
    guard let writer = try writer() as? any HistoryWriter else {
      throw PersistentHistoryError.none(in: store)
    }
    return try writer.purgeHistory(before: bound)
  }

  /// Ends the history, after everything that was submitted before.
  fileprivate func endHistory() throws {
    try resolveUncertainRows()
    guard let writer = try writer() as? any HistoryWriter else {
      throw PersistentHistoryError.none(in: store)
    }
    try writer.endHistory()
  }
}
