internal import ObjectStore

/// Deletes the beginning of a file's history, within the caller's transaction.
struct HistoryPurge {
  let layout: StoreLayout
  let connection: Connection

  /// Deletes the transactions before a bound, and returns their number.
  func run(before bound: PersistentHistoryBound) throws -> Int {
    guard let state = try HistoryState(on: connection, layout: layout.history) else {
      throw PersistentHistoryError.notKept(store: layout.store.identifier)
    }
    let first =
      switch bound {
      case .token(let token): try state.number(of: token, store: layout.store)
      case .date(let date):
        // The clock may have been set back: everything before the first transaction of that time goes, in commit order.
        try connection.integer(
          "SELECT Z_PK FROM ATRANSACTION WHERE ZTIMESTAMP >= ? ORDER BY Z_PK LIMIT 1", [.date(date)])
          ?? state.last + 1
      }
    let firstKey = try HistoryKeys(connection: connection).first(from: first)
    try connection.run("DELETE FROM ACHANGE WHERE Z_PK < ?", [.integer(firstKey)])
    try connection.run("DELETE FROM Z_HISTORYROWS WHERE Z_TRANSACTION < ?", [.integer(first)])
    try connection.run("DELETE FROM ATRANSACTION WHERE Z_PK < ?", [.integer(first)])
    let count = connection.changedRows
    let used = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map {
      "SELECT \($0) FROM ATRANSACTION WHERE \($0) IS NOT NULL"
    }
    try connection.execute(
      "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK NOT IN (\(used.joined(separator: " UNION ")))")
    try connection.run("UPDATE Z_HISTORY SET Z_PURGED = max(Z_PURGED, ?)", [.integer(max(first, 1) - 1)])
    return count
  }
}

extension SQLiteWriter: HistoryWriter {
  func purgeHistory(before bound: PersistentHistoryBound) throws -> Int {
    try change { connection in
      try HistoryPurge(layout: layout, connection: connection).run(before: bound)
    }
  }

  func endHistory() throws {
    try change { connection in
      guard try HistorySchema(layout: layout.history, connection: connection).remove() else {
        throw PersistentHistoryError.notKept(store: layout.store.identifier)
      }
    }
  }
}
