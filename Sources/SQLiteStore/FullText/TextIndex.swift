internal import CSQLite
internal import ObjectStore

/// The full-text index of an inheritance tree: a virtual table of FTS5 with the trigrams of some columns.
///
/// The index is brought up to date after the writes, by a ``TextIndexer``. It is correct all the same, because two things
/// are written with the rows: rows with keys above the *mark* are not in the index, and triggers record each row up to
/// the mark whose texts change, with the texts under which the index knows it. Readers add both to the rows that
/// they find in the index, and evaluate the predicate on all of them.
///
/// The triggers use no functions of this library, so that any program may write the file.
struct TextIndex: Hashable, Sendable {
  /// The table of the rows.
  let table: String
  /// The indexed columns.
  let columns: [String]
  /// The version of what the index holds.
  var format = Self.currentFormat

  /// The table that lists all full-text indexes of the file with their marks.
  static let registry = "Z_TEXTINDEX"
  /// The version of what this library writes into an index: another folding of texts needs another number.
  static let currentFormat = 1

  /// The virtual table.
  var name: String { "\(Self.registry)_\(table)" }
  /// The table of the rows up to the mark that the index does not know as they are.
  var changes: String { "Z_TEXTCHANGES_\(table)" }
  /// The columns as the registry lists them.
  var columnList: String { columns.joined(separator: " ") }

  /// The highest key up to which rows are in the index, as an SQL expression.
  var mark: String { "(SELECT Z_MARK FROM \(Self.registry) WHERE Z_TABLE = '\(table)')" }

  /// A Boolean value that indicates whether this SQLite has FTS5 with trigrams.
  static let isAvailable =
    sqlite3_compileoption_used("ENABLE_FTS5") != 0 && sqlite3_libversion_number() >= 3_034_000
}

// MARK: - Schema

extension TextIndex {
  static let createRegistry = """
    CREATE TABLE IF NOT EXISTS \(registry) \
    (Z_TABLE VARCHAR PRIMARY KEY, Z_COLUMNS VARCHAR, Z_FORMAT INTEGER, Z_MARK INTEGER) WITHOUT ROWID
    """

  /// The SQL that creates the tables.
  ///
  /// The index holds no texts and no positions: 50 bytes for a row with 50 characters, where positions make it 220. The
  /// texts are folded before.
  var createTables: [String] {
    let names = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    return [
      """
      CREATE VIRTUAL TABLE \(name) USING fts5(\(names), content='', columnsize=0, detail=none, \
      tokenize='trigram case_sensitive 1')
      """,
      """
      CREATE TABLE \(changes) \
      (Z_PK INTEGER PRIMARY KEY, Z_ISINDEXED INTEGER, \(columns.joined(separator: ", ")))
      """,
    ]
  }

  /// The triggers by name.
  ///
  /// A row that is not in the index is recorded when its key is not above the mark: an undone deletion, or the
  /// insertion of a program that reserved its key before another one. The first record of a row stays.
  var triggers: [String: String] {
    let texts = columns.joined(separator: ", ")
    let old = columns.map { "old.\($0)" }.joined(separator: ", ")
    let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    let isIndexed = "old.Z_PK <= \(mark)"
    let isPassed = "new.Z_PK <= \(mark)"
    let recordOld =
      "INSERT INTO \(changes) (Z_PK, Z_ISINDEXED, \(texts)) SELECT old.Z_PK, 1, \(old) "
      + "WHERE \(isIndexed) AND \(isUnrecorded("old"))"
    let recordNew =
      "INSERT INTO \(changes) (Z_PK, Z_ISINDEXED) SELECT new.Z_PK, 0 "
      + "WHERE \(isPassed) AND \(isUnrecorded("new"))"
    return [
      trigger("INSERT", "AFTER INSERT", when: isPassed, [recordNew]),
      trigger("DELETE", "AFTER DELETE", when: isIndexed, [recordOld]),
      trigger("UPDATE", "AFTER UPDATE OF \(texts)", when: "\(isIndexed) AND (\(differs))", [recordOld]),
      trigger("MOVE", "AFTER UPDATE OF Z_PK", when: "old.Z_PK IS NOT new.Z_PK", [recordOld, recordNew]),
    ].reduce(into: [:]) { $0[$1.name] = $1.sql }
  }

  private func isUnrecorded(_ row: String) -> String {
    "NOT EXISTS (SELECT 1 FROM \(changes) WHERE Z_PK = \(row).Z_PK)"
  }

  private func trigger(
    _ suffix: String, _ event: String, when condition: String, _ statements: [String]
  ) -> (name: String, sql: String) {
    let name = "\(changes)_\(suffix)"
    let body = statements.map { $0 + ";" }.joined(separator: " ")
    return (name, "CREATE TRIGGER \(name) \(event) ON \(table) WHEN \(condition) BEGIN \(body) END")
  }
}
