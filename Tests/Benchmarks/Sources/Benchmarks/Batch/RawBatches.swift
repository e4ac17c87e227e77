internal import CRawSQLite
import ObjectGraph
import SQLiteStore

/// What ``GraphBatches`` does, in calls of SQLite's C interface on a file of the same store.
struct RawBatches {
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  private let database: RawSQLite
  private let count: Int

  init(path: String, count: Int) throws {
    self.count = count
    // The store makes the tables and closes the file.
    _ = try SQLiteStore(path: path, model: PagePhoto.model())
    database = try RawSQLite(path: path)
  }

  func insert() throws {
    try database.execute("BEGIN IMMEDIATE")
    try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + \(count) WHERE Z_NAME = 'PagePhoto'")
    let statement = try database.prepare(
      """
      INSERT INTO ZPAGEPHOTO (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZTEXT, ZTAGS, ZUPLOADED, ZVIEWS) \
      VALUES (?, 2, 1, ?, ?, ?, ?, ?, ?)
      """)
    for index in 0..<count {
      let facts = BatchFacts(index)
      sqlite3_bind_int64(statement, 1, Int64(index) + 1)
      for (offset, text) in [facts.number, facts.title, facts.text, facts.tags].enumerated() {
        sqlite3_bind_text(statement, Int32(2 + offset), text, -1, Self.transient)
      }
      sqlite3_bind_double(statement, 6, facts.uploaded)
      sqlite3_bind_int64(statement, 7, Int64(index))
      guard sqlite3_step(statement) == SQLITE_DONE else {
        throw Refusal(String(cString: sqlite3_errmsg(database.handle)))
      }
      sqlite3_reset(statement)
    }
    try database.execute("COMMIT")
  }

  func update() throws {
    try change("UPDATE ZPAGEPHOTO SET ZVIEWS = ZVIEWS + 1, Z_OPT = Z_OPT + 1 WHERE ZVIEWS >= 0")
  }

  func delete() throws { try change("DELETE FROM ZPAGEPHOTO WHERE ZVIEWS >= 0") }

  private func change(_ sql: String) throws {
    try database.execute(sql)
    guard sqlite3_changes(database.handle) == count else {
      throw Refusal("not all rows were changed: \(sql)")
    }
  }
}
