public import Foundation

/// A request for transactions of a store's history, in commit order.
///
/// ```swift
/// var request = PersistentHistoryRequest.after(token)
/// request.excludedAuthors = ["import"]
/// let transactions = try await coordinator.history(request)
/// ```
public struct PersistentHistoryRequest: Hashable, Sendable {
  /// The position after which a request begins.
  public enum Start: Hashable, Sendable {
    /// The first transaction that the store still keeps.
    case beginning
    /// After the transaction of a token.
    case token(PersistentHistoryToken)
    /// After a point in time: transactions whose ``PersistentHistoryTransaction/date`` is later.
    case date(Date)
  }

  /// The position after which the request begins.
  public var start: Start
  /// The authors whose transactions are returned; nil for all, including transactions without an author.
  public var authors: Set<String>?
  /// The authors whose transactions are left out.
  public var excludedAuthors: Set<String> = []
  /// The names of the entities whose changes are returned, subentities included; nil for all.
  ///
  /// Transactions without such a change are left out.
  public var entities: Set<String>?
  /// A Boolean value that indicates whether the changes of the transactions are read; the default is `true`.
  public var includesChanges = true
  /// The maximum number of transactions; nil for no limit; a negative one is 0.
  public var limit: Int?

  /// Creates a request for everything after a position.
  public init(_ start: Start = .beginning) { self.start = start }

  /// Returns a request for everything after a token, or for all that the store keeps if there is no token.
  public static func after(_ token: PersistentHistoryToken?) -> Self {
    Self(token.map(Start.token) ?? .beginning)
  }

  /// Returns a request for everything after a transaction.
  public static func after(_ transaction: PersistentHistoryTransaction) -> Self {
    Self(.token(transaction.token))
  }

  /// Returns a request for everything after a point in time.
  public static func after(_ date: Date) -> Self { Self(.date(date)) }

  /// Returns a Boolean value that indicates whether transactions of an author are requested.
  package func includes(author: String?) -> Bool {
    if let author, excludedAuthors.contains(author) { return false }
    guard let authors else { return true }
    return author.map(authors.contains) ?? false
  }
}
