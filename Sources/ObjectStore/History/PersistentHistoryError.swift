public import Foundation

/// An error of reading or purging a history.
public enum PersistentHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store keeps no history.
  case notKept(store: UUID)
  /// The store is a ``CombinedStore``: its stores have histories of their own.
  case combined(store: UUID)
  /// The token belongs to another store.
  case otherStore(token: PersistentHistoryToken, store: UUID)
  /// The store does not keep all transactions after the token any more.
  case expired(token: PersistentHistoryToken)
  /// The request names an entity that the model does not have.
  case unknownEntity(String)

  /// The error as one or two sentences.
  public var description: String {
    switch self {
    case .notKept(let store):
      "The store \(store) keeps no history. Open it with StoreOptions(keepsHistory: true)"
    case .combined(let store):
      "The store \(store) combines several stores, each with a history of its own. Open the store whose history to use alone"
    case .otherStore(let token, let store):
      "The history token belongs to the store \(token.store), not to the store \(store)"
    case .expired(let token):
      """
      The history after transaction \(token.number) is not complete: it was purged, or the model has changed. Fetch the \
      objects again, and continue from the current token
      """
    case .unknownEntity(let name): "The history cannot be filtered by \(name): the model has no such entity"
    }
  }
}

extension PersistentHistoryError {
  /// The error for a store whose reader or writer has no history.
  package static func none(in store: any PersistentStore) -> PersistentHistoryError {
    store is CombinedStore ? .combined(store: store.identifier) : .notKept(store: store.identifier)
  }
}
