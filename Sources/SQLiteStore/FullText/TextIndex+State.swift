internal import ObjectStore

extension TextIndex {
  /// Returns the mark of the index in the file, or `nil` if the file has no such index: it was opened read-only, or
  /// another program has replaced the index since.
  func mark(on connection: Connection) throws -> Int64? {
    guard Self.isAvailable,
      try connection.integer("SELECT 1 FROM sqlite_master WHERE name = '\(Self.registry)'") != nil
    else { return nil }
    return try connection.integer(
      "SELECT Z_MARK FROM \(Self.registry) WHERE Z_TABLE = ? AND Z_COLUMNS = ? AND Z_FORMAT = ?",
      [.string(table), .string(columnList), .integer(Int64(format))])
  }

  /// Returns the highest key of the table; 0 if it is empty.
  func highestKey(on connection: Connection) throws -> Int64 {
    try connection.integer("SELECT max(Z_PK) FROM \(table)") ?? 0
  }

  /// Returns whether there are rows that the index does not hold as they are; `false` if the file has no such index.
  func hasPendingRows(on connection: Connection) throws -> Bool {
    guard let mark = try mark(on: connection) else { return false }
    if try highestKey(on: connection) > mark { return true }
    return try connection.integer("SELECT 1 FROM \(changes) LIMIT 1") != nil
  }

  /// Returns the number of rows that the index does not hold as they are; `nil` if the file has no such index.
  ///
  /// - Complexity: O(*n*) in that number.
  func pendingRows(on connection: Connection) throws -> Int? {
    guard let mark = try mark(on: connection) else { return nil }
    let sql =
      "SELECT (SELECT count(*) FROM \(changes)) + (SELECT count(*) FROM \(table) WHERE Z_PK > ?)"
    return Int(try connection.integer(sql, [.integer(mark)]) ?? 0)
  }
}

extension SQLiteStore {
  /// Returns the number of rows that the full-text indexes do not hold yet; `nil` if the file lacks an index of the
  /// model.
  ///
  /// Searches find these rows as well, but read all of them.
  package func rowsToIndex() throws -> Int? {
    let connection = try readingConnection()
    var sum = 0
    for index in layout.textIndexes {
      guard let rows = try index.pendingRows(on: connection) else { return nil }
      sum += rows
    }
    return sum
  }
}
