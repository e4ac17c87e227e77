public import Foundation

/// A commit in the history of a store.
public struct PersistentHistoryTransaction: Hashable, Sendable {
  /// The position after the transaction.
  public let token: PersistentHistoryToken
  /// The time of the commit, by the clock of the process that committed.
  ///
  /// Clocks are set back at times: the order of the transactions is that of their numbers.
  public let date: Date
  /// The author of the changes (``CommitReport/author``).
  public let author: String?
  /// The name of the context that saved the changes (``CommitReport/context``).
  public let context: String?
  /// The name of the process that committed.
  public let process: String?
  /// The name of the application that committed, if it opened the store with one (``StoreOptions/application``).
  ///
  /// It stands in the place of the bundle identifier of Core Data.
  public let application: String?
  /// The changes, without those that the request left out.
  public package(set) var changes: [PersistentHistoryChange]

  /// The number of the transaction, from 1; each is higher than those of all earlier transactions.
  public var number: Int64 { token.number }

  /// Creates a transaction.
  package init(
    token: PersistentHistoryToken, date: Date, author: String?, context: String?, process: String?,
    application: String?, changes: [PersistentHistoryChange] = []
  ) {
    self.token = token
    self.date = date
    self.author = author
    self.context = context
    self.process = process
    self.application = application
    self.changes = changes
  }
}
