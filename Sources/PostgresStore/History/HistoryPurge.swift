#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// Deletes the beginning of a store's history, within the caller's transaction.
  struct HistoryPurge {
    let layout: StoreLayout
    let connection: Connection

    private func name(_ table: String) -> String { layout.server.name(table) }

    /// Deletes the transactions before a bound, and returns their number.
    func run(before bound: PersistentHistoryBound) throws -> Int {
      guard let state = try HistoryState(on: connection, layout: layout) else {
        throw PersistentHistoryError.notKept(store: layout.store.identifier)
      }
      let first =
        switch bound {
        case .token(let token): try state.number(of: token, store: layout.store)
        case .date(let date):
          // The clock may have been set back: everything before the first transaction of that time goes. A computer whose clock
          // is ahead of the server's keeps what is not as old as the date is there.
          try connection.integer(
            """
            SELECT min(number) FROM \(name(HistorySchema.Table.transactions)) \
            WHERE date >= least($1, \(HistorySchema.now) - $2)
            """,
            [.real(date.timeIntervalSinceReferenceDate), .real(Date.now.timeIntervalSince(date))])
            ?? state.last + 1
        }
      for table in [HistorySchema.Table.changes, HistorySchema.Table.former] {
        try connection.run("DELETE FROM \(name(table)) WHERE transaction < $1", [.integer(first)])
      }
      let answer = try connection.run(
        "DELETE FROM \(name(HistorySchema.Table.transactions)) WHERE number < $1", [.integer(first)])
      try connection.run(
        "UPDATE \(name(Schema.Table.history)) SET purged = greatest(purged, $1)", [.integer(first - 1)])
      return answer.changedRows
    }
  }
#endif
