public import Foundation

/// The end of the part of a history that is purged; the transaction at the bound stays.
public enum PersistentHistoryBound: Hashable, Sendable {
  /// Before the transaction of a token.
  case token(PersistentHistoryToken)
  /// Before the first transaction that was committed at that time or later.
  case date(Date)
}
