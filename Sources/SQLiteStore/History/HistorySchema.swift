internal import Foundation
internal import ObjectStore

/// The tables of a store's history.
///
/// `ATRANSACTION`, `ACHANGE` and `ATRANSACTIONSTRING` are those of Core Data, with the entity numbers that it gives
/// them. `Z_HISTORY` (one row: the identifier of the history, the last purged transaction, and the shape of the model)
/// and `Z_HISTORYROWS` (join rows, and former references of rows) are additions of this library, which programs on
/// Core Data do not read.
struct HistorySchema {
  /// The entity numbers that Core Data gives the tables of the history.
  enum Number {
    static let change: Int64 = 16_001
    static let transaction: Int64 = 16_002
    static let string: Int64 = 16_003
  }

  /// The condition that an entry of `Z_PRIMARYKEY` is not one of the history.
  static let isOther = "Z_ENT NOT BETWEEN \(Number.change) AND \(Number.string)"

  private static let counters = [
    (Number.change, "CHANGE", "ACHANGE"), (Number.transaction, "TRANSACTION", "ATRANSACTION"),
    (Number.string, "TRANSACTIONSTRING", "ATRANSACTIONSTRING"),
  ]

  private static let tables = [
    """
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
    ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
    ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB)
    """,
    "CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
    """
    CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)
    """,
  ]

  private static let ownTables = [
    """
    CREATE TABLE Z_HISTORY (Z_PK INTEGER PRIMARY KEY, Z_IDENTIFIER VARCHAR, Z_PURGED INTEGER, Z_SHAPE VARCHAR)
    """,
    """
    CREATE TABLE Z_HISTORYROWS (Z_TRANSACTION INTEGER, Z_ENT INTEGER, Z_KEY INTEGER, Z_CHANGETYPE INTEGER, \
    Z_FORMER BLOB, PRIMARY KEY (Z_TRANSACTION, Z_ENT, Z_KEY)) WITHOUT ROWID
    """,
  ]

  let layout: HistoryLayout
  let connection: Connection

  // MARK: Looking

  /// Returns whether the file has a table.
  private func hasTable(_ name: String) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.string(name)]) != nil
  }

  /// Returns the highest key of a table, as its counter records it; nil if no keys can follow it.
  private func highestKey(_ number: Int64) throws -> Int64? {
    let highest = try connection.integer(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ? AND typeof(Z_MAX) = 'integer'", [.integer(number)])
    return highest.flatMap { Connection.keys.contains($0) ? $0 : nil }
  }

  /// Returns whether the file keeps a history that can be read and continued with this model.
  func isReadable() throws -> Bool {
    guard try hasTable("Z_HISTORY"), try hasTable("ACHANGE"),
      try Self.counters.allSatisfy({ try highestKey($0.0) != nil })
    else { return false }
    return try shape().map(layout.readableShapes.contains) ?? false
  }

  private func shape() throws -> String? {
    try connection.texts("SELECT Z_SHAPE FROM Z_HISTORY WHERE Z_PK = 1").first
  }

  /// Returns whether ``update(begins:)`` has nothing to do.
  func isCurrent(begins: Bool) throws -> Bool {
    try hasTable("ACHANGE") || hasTable("Z_HISTORY") ? isReadable() : !begins
  }

  // MARK: Changing

  /// Makes the file keep a history for the model, within the caller's transaction.
  ///
  /// After a change of the model, the recorded entity numbers and properties would mean others: the history starts
  /// again, and tokens of the former one have expired. The history of a program on Core Data starts again in the
  /// same way. Transactions keep their numbers.
  ///
  /// - Parameter begins: A Boolean value that indicates whether a file without a history begins to keep one.
  func update(begins: Bool) throws {
    if try !isCurrent(begins: begins) { try begin() }
  }

  /// Makes the history start again, if the file keeps one, after changes of rows that it does not record, within the caller's
  /// transaction.
  func startAgain() throws {
    if try hasTable("Z_HISTORY") { try begin() }
  }

  /// Makes the history start again, if the file keeps one, unless it continues after a migration, within the caller's transaction.
  ///
  /// - Parameter changesRows: A Boolean value that indicates whether the migration changes rows, which the history does not record.
  func migrate(changesRows: Bool) throws {
    guard try hasTable("Z_HISTORY") else { return }
    if try changesRows || !layout.continues(from: shape()) { try begin() }
  }

  /// Begins a history, whose transactions continue the numbers of the former one.
  private func begin() throws {
    let highest = try Self.counters.map { number, _, table in
      let last =
        try hasTable(table) ? connection.integer("SELECT ifnull(max(Z_PK), 0) FROM \(table)") ?? 0 : 0
      return max(try highestKey(number) ?? 0, Connection.keys.contains(last) ? last : 0)
    }
    try dropTables()
    try create()
    for ((number, name, _), highest) in zip(Self.counters, highest) {
      try connection.run(
        "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)",
        [.integer(number), .string(name), .integer(highest)])
    }
    try connection.run(
      "INSERT INTO Z_HISTORY (Z_PK, Z_IDENTIFIER, Z_PURGED, Z_SHAPE) VALUES (1, ?, ?, ?)",
      [.string(UUID().uuidString), .integer(highest[1]), .string(layout.shape)])
  }

  /// Makes the file keep no history, within the caller's transaction.
  ///
  /// Writers of other processes notice the change of the schema, and record nothing from then on. The highest numbers
  /// stay in `Z_PRIMARYKEY`, so that a later history does not use a number again.
  ///
  /// - Returns: `false` if the file keeps none.
  func remove() throws -> Bool {
    guard try hasTable("Z_HISTORY") else { return false }
    try dropTables()
    return true
  }

  private func dropTables() throws {
    for table in Self.counters.map(\.2) + ["Z_HISTORY", "Z_HISTORYROWS"] {
      try connection.execute("DROP TABLE IF EXISTS \(table)")
    }
  }

  /// Creates the tables without Core Data's indexes: keys grow with the transactions (``HistoryKeys``), and an index
  /// of authors or times would only serve filters.
  private func create() throws {
    let kept = (0..<layout.tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    try connection.execute(
      """
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
      ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(kept))
      """)
    for sql in Self.tables + Self.ownTables { try connection.execute(sql) }
  }
}
