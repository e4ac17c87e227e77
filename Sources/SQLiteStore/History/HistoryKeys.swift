internal import ObjectStore

/// The keys of the changes of transactions.
///
/// A transaction reserves the keys of its changes while it holds the lock of the file, so that a later transaction has
/// higher keys. A search by key therefore needs no index of `ACHANGE` by transaction, which each changed row would pay
/// for.
struct HistoryKeys {
  let connection: Connection

  /// Returns the lowest key that changes of a transaction or of later ones can have.
  ///
  /// - Complexity: O(log *n*) look-ups of a row, in the number of changes.
  func first(from transaction: Int64) throws -> Int64 {
    var low = try connection.integer("SELECT min(Z_PK) FROM ACHANGE") ?? 0
    let last = try connection.integer("SELECT max(Z_PK) FROM ACHANGE") ?? 0
    guard low >= 0, last <= Connection.keys.upperBound else {
      throw StoreError.damaged(path: connection.path, reason: "its history has keys that cannot be")
    }
    var end = last + 1
    while low < end {
      let middle = low + (end - low) / 2
      var next: (key: Int64, transaction: Int64)?
      try connection.forEachRow(
        "SELECT Z_PK, ZTRANSACTIONID FROM ACHANGE WHERE Z_PK >= ? ORDER BY Z_PK LIMIT 1", [.integer(middle)]
      ) { next = ($0.integer(0), $0.integer(1)) }
      if let next, next.transaction < transaction { low = next.key + 1 } else { end = middle }
    }
    return low
  }
}
