internal import ObjectStore

/// A part of the work that updates a full-text index, within the caller's transaction.
struct TextIndexBatch {
  let index: TextIndex
  let connection: Connection

  /// The maximum number of new rows in a batch, about 10 ms.
  ///
  /// The fewer they are, the more often FTS5 merges what it has written.
  private static let limit = 1_000
  /// The maximum number of changed rows in a batch: for each, postings are removed and added.
  private static let changeLimit = 250
  /// The number of rows after which a batch looks whether it must end early.
  private static let stride = 64

  /// Indexes some rows, and returns whether there may be more.
  ///
  /// - Parameter mustEnd: Returns whether to end early, because the writer waits or the store is closed.
  func run(until mustEnd: () -> Bool) throws -> Bool {
    guard let mark = try index.mark(on: connection) else { return false }
    let changed = try applyChanges()
    guard changed < Self.changeLimit, !mustEnd() else { return true }
    return try indexRows(above: mark, until: mustEnd)
  }

  // MARK: New rows

  private func indexRows(above mark: Int64, until mustEnd: () -> Bool) throws -> Bool {
    var (count, last, isEnding) = (0, mark, false)
    try connection.withStatement(insert) { insert in
      let sql = "SELECT Z_PK, \(columns) FROM \(index.table) WHERE Z_PK > ? ORDER BY Z_PK LIMIT \(Self.limit)"
      try connection.withStatement(sql) { row in
        try row.bind(mark, at: 1)
        while !isEnding, try row.step() {
          last = row.integer(0)
          try write(last, texts(row, from: 1), insert)
          count += 1
          isEnding = count.isMultiple(of: Self.stride) && mustEnd()
        }
      }
    }
    guard count > 0 else { return false }
    try connection.run(
      "UPDATE \(TextIndex.registry) SET Z_MARK = ? WHERE Z_TABLE = ?", [.integer(last), .string(index.table)])
    return isEnding || count == Self.limit
  }

  // MARK: Changed rows

  /// A row that the index does not know as it is.
  private struct Change {
    let key: Int64
    /// The texts under which the index knows the row; `nil` if it does not.
    let old: [String]?
    /// The texts of the row; `nil` if it was deleted.
    let new: [String]?
  }

  /// Indexes rows that were changed, and returns their number.
  private func applyChanges() throws -> Int {
    let changes = try changes()
    guard !changes.isEmpty else { return 0 }
    try connection.withStatement(insert) { insert in
      try connection.withStatement(delete) { delete in
        for change in changes {
          if let old = change.old { try write(change.key, old, delete) }
          if let new = change.new { try write(change.key, new, insert) }
        }
      }
    }
    try connection.withStatement("DELETE FROM \(index.changes) WHERE Z_PK = ?") { statement in
      for change in changes {
        try statement.bind(change.key, at: 1)
        try statement.run()
      }
    }
    return changes.count
  }

  private func changes() throws -> [Change] {
    let old = index.columns.map { "c.\($0)" }.joined(separator: ", ")
    let new = index.columns.map { "t.\($0)" }.joined(separator: ", ")
    let sql =
      "SELECT c.Z_PK, c.Z_ISINDEXED, t.Z_PK, \(old), \(new) FROM \(index.changes) AS c "
      + "LEFT JOIN \(index.table) AS t ON t.Z_PK = c.Z_PK LIMIT \(Self.changeLimit)"
    var changes: [Change] = []
    try connection.forEachRow(sql) { row in
      changes.append(
        Change(
          key: row.integer(0), old: row.integer(1) == 0 ? nil : texts(row, from: 3),
          new: row.isNull(2) ? nil : texts(row, from: 3 + index.columns.count)))
    }
    return changes
  }

  // MARK: Statements

  private var columns: String { index.columns.joined(separator: ", ") }
  private var places: String { index.columns.indices.map { "c\($0)" }.joined(separator: ", ") }
  private var values: String { (0...index.columns.count).map { _ in "?" }.joined(separator: ", ") }

  private var insert: String { "INSERT INTO \(index.name) (rowid, \(places)) VALUES (\(values))" }

  /// The command of FTS5 that removes a row, by the texts with which it was added.
  private var delete: String {
    "INSERT INTO \(index.name) (\(index.name), rowid, \(places)) VALUES ('delete', \(values))"
  }

  private func texts(_ row: Statement, from column: Int) -> [String] {
    index.columns.indices.map { Trigrams.indexed(row.text(Int32(column + $0))) }
  }

  private func write(_ key: Int64, _ texts: [String], _ statement: Statement) throws {
    try statement.bind(key, at: 1)
    for (offset, text) in texts.enumerated() { try statement.bind(text, at: Int32(offset + 2)) }
    try statement.run()
  }
}
