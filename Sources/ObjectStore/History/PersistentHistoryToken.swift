public import Foundation

/// A position in the history of a store: after one of its transactions.
///
/// Keep it, encoded, to read later what was committed since (``PersistentHistoryRequest/after(_:)-(PersistentHistoryToken?)``). A token is valid
/// for one store, and for as long as that store keeps the transactions after it; otherwise a
/// ``PersistentHistoryError`` says why it cannot be used.
public struct PersistentHistoryToken: Hashable, Sendable, Codable {
  /// The identifier of the store (``PersistentStore/identifier``).
  public let store: UUID
  /// The identifier of the history, which a store starts again when its model changes.
  public let history: UUID
  /// The number of the transaction; 0 for the position before the first one.
  public let number: Int64

  /// Creates a token.
  package init(store: UUID, history: UUID, number: Int64) {
    self.store = store
    self.history = history
    self.number = number
  }
}

extension PersistentHistoryToken: Comparable {
  /// Orders the tokens of a history by their transactions; those of different stores or histories in any fixed order.
  public static func < (left: Self, right: Self) -> Bool {
    if left.store != right.store { return left.store.uuidString < right.store.uuidString }
    if left.history != right.history { return left.history.uuidString < right.history.uuidString }
    return left.number < right.number
  }
}

extension PersistentHistoryToken {
  /// Returns the number of the transaction.
  ///
  /// - Parameters:
  ///   - store: The identifier of the store that is asked.
  ///   - history: The identifier of its history.
  ///   - kept: The numbers of the transactions after which the history is complete.
  /// - Throws: A ``PersistentHistoryError`` if the token is not valid there.
  package func number(
    store: UUID, history: UUID, kept: ClosedRange<Int64>
  ) throws(PersistentHistoryError) -> Int64 {
    guard self.store == store else { throw .otherStore(token: self, store: store) }
    guard self.history == history, kept.contains(number) else { throw .expired(token: self) }
    return number
  }
}
