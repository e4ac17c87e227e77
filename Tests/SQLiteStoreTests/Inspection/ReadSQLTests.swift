import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Reading by SQL")
@MainActor
struct ReadSQLTests {
  private let library: InspectedLibrary
  private var store: SQLiteStore { library.store }

  init() throws { library = try InspectedLibrary() }

  @Test("A statement returns its rows and columns as values, with its parameters bound")
  func rows() throws {
    let result = try store.readSQL(
      "SELECT ZTITLE, ZPAGES, ZNOTE, ZPAGES / 3.0 AS third FROM ZBOOK WHERE ZPAGES > ? ORDER BY ZPAGES",
      [.integer(150)])
    #expect(result.columns == ["ZTITLE", "ZPAGES", "ZNOTE", "third"])
    #expect(
      result.rows == [
        [.string("Book 2"), .integer(200), .null, .real(200 / 3.0)],
        [.string("Book 3"), .integer(300), .null, .real(100)],
      ])
    #expect(result.dictionaries[1]["third"] == .real(100))
    let recursive =
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) FROM n;"
    #expect(try store.readSQL(recursive).rows == [[.integer(45)]])
    #expect(try store.readSQL("SELECT 1 WHERE 0").rows == [])
    #expect(try store.readSQL("SELECT value FROM json_each('[7]'); -- the only one").rows == [[.integer(7)]])
    #expect(try store.readSQL("SELECT 1 FROM json_tree('[7]') WHERE atom = 7").rows == [[.integer(1)]])
  }

  @Test(
    "A statement that does more than read is refused, and the file stays as it is",
    arguments: [
      "DELETE FROM ZBOOK", "UPDATE ZBOOK SET ZTITLE = 'x'", "INSERT INTO ZBOOK (Z_PK) VALUES (99)",
      "DROP TABLE ZBOOK", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "ALTER TABLE ZBOOK ADD COLUMN a",
      "PRAGMA query_only = 0", "PRAGMA user_version = 7", "PRAGMA writable_schema = 1", "VACUUM", "REINDEX",
      "ATTACH DATABASE 'other.sqlite' AS other", "DETACH DATABASE main", "BEGIN IMMEDIATE", "SAVEPOINT a",
      "ANALYZE", "DELETE FROM ZBOOK RETURNING Z_PK",
      "WITH a AS (SELECT 1) DELETE FROM ZBOOK", "REPLACE INTO ZBOOK (Z_PK) VALUES (1)",
    ])
  func refusal(_ sql: String) throws {
    let before = try store.readSQL("SELECT * FROM ZBOOK ORDER BY Z_PK")
    #expect(throws: SQLReadError.notReading(sql: sql)) { try store.readSQL(sql) }
    #expect(try store.readSQL("SELECT * FROM ZBOOK ORDER BY Z_PK") == before)
  }

  @Test(
    "A text that is not one statement is refused",
    arguments: ["", " ;", "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM ZBOOK", "-- nothing", "SELECT 1;\0x"])
  func severalStatements(_ sql: String) {
    #expect(throws: SQLReadError.notOneStatement(sql: sql)) { try store.readSQL(sql) }
  }

  @Test("Another number of values, and a statement that SQLite does not know, are errors in one sentence")
  func errors() throws {
    let error = #expect(throws: SQLReadError.self) { try store.readSQL("SELECT ?, ?", [.integer(1)]) }
    #expect(error?.description == "Cannot run “SELECT ?, ?”: it has 2 parameters, and there are 1 values.")
    let unknown = "SELECT * FROM nowhere"
    #expect(throws: SQLReadError.invalid(sql: unknown, reason: "no such table: nowhere")) {
      try store.readSQL(unknown)
    }
  }

  @Test("Canceling the task interrupts a long statement")
  func cancellation() async throws {
    let store = store
    let task = Task.detached {
      try store.readSQL(
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A virtual table whose module this SQLite does not have concerns only its own statements")
  func unknownModule() throws {
    try Connection(path: store.path, access: .readWrite).execute(
      """
      PRAGMA writable_schema = 1;
      INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
      VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING unknown_module(a)')
      """)
    #expect(try store.readSQL("SELECT count(*) FROM ZBOOK").rows == [[.integer(3)]])
    #expect(throws: SQLReadError.self) { try store.readSQL("SELECT * FROM odd") }
  }

  @Test("The full-text index can be read")
  func fullText() throws {
    let folder = try TemporaryFolder()
    let model = try ManagedObjectModel([
      EntityDescription(
        Photo.self, attributes: [.init("title", .string)], fullTextIndex: ["title"])
    ])
    let store = try SQLiteStore(path: folder.path("text.sqlite"), model: model)
    let tables = try store.readSQL("SELECT name FROM sqlite_schema WHERE sql LIKE '%fts5%'").rows
    let names = tables.compactMap { row in if case .string(let name) = row[0] { name } else { nil } }
    let name = try #require(names.first)
    #expect(
      try store.readSQL("SELECT count(*) FROM \"\(name)\" WHERE \"\(name)\" MATCH 'sea'").rows.count == 1)
  }
}
