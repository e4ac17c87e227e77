internal import Foundation
internal import ObjectModel

/// The history of a store in memory, which ends with the store.
struct InMemoryHistory {
  private let store: UUID
  private let identifier = UUID()
  private let layout: HistoryLayout
  private var transactions: [PersistentHistoryTransaction] = []
  private var last: Int64 = 0
  /// The number of the last transaction that was purged; 0 if there is none.
  private var purged: Int64 = 0

  init(store: UUID, model: ManagedObjectModel) {
    self.store = store
    layout = HistoryLayout(model)
  }

  /// The position after the last transaction.
  var token: PersistentHistoryToken { token(last) }

  private func token(_ number: Int64) -> PersistentHistoryToken {
    PersistentHistoryToken(store: store, history: identifier, number: number)
  }

  /// Adds the transaction of a commit.
  mutating func record(
    _ report: CommitReport, deleted: Set<ManagedObjectID>
  ) -> PersistentHistoryToken? {
    let changes = HistoryRecord(report, deleted: deleted, layout: layout).changes
    guard !changes.isEmpty else { return nil }
    last += 1
    transactions.append(
      PersistentHistoryTransaction(
        token: token, date: .now, author: report.author, context: report.context,
        process: ProcessInfo.processInfo.processName, application: nil,
        changes: changes.map {
          HistoryRecord.change($0.id, $0.kind, columns: $0.columns, tombstone: $0.tombstone, layout: layout)
        }))
    return token
  }

  func transactions(_ request: PersistentHistoryRequest) throws -> [PersistentHistoryTransaction] {
    var after: Int64 = 0
    if case .token(let token) = request.start { after = try number(of: token) }
    let entities = try layout.numbers(of: request.entities)
    let matching = transactions.lazy.compactMap { transaction -> PersistentHistoryTransaction? in
      guard transaction.number > after, request.includes(author: transaction.author) else { return nil }
      if case .date(let date) = request.start, transaction.date <= date { return nil }
      var transaction = transaction
      if let entities {
        transaction.changes.removeAll { !entities.contains($0.objectID.entity) }
        if transaction.changes.isEmpty { return nil }
      }
      if !request.includesChanges { transaction.changes = [] }
      return transaction
    }
    return Array(matching.prefix(max(0, request.limit ?? .max)))
  }

  /// Deletes the transactions before a bound, and returns their number.
  mutating func purge(before bound: PersistentHistoryBound) throws -> Int {
    let first =
      switch bound {
      case .token(let token): try number(of: token)
      case .date(let date): transactions.first { $0.date >= date }?.number ?? last + 1
      }
    let count = transactions.prefix { $0.number < first }.count
    transactions.removeFirst(count)
    purged = max(purged, first - 1)
    return count
  }

  private func number(of token: PersistentHistoryToken) throws -> Int64 {
    try token.number(store: store, history: identifier, kept: purged...last)
  }
}
