internal import CRawSQLite
import Foundation
import ObjectGraph
import SQLiteStore

/// Pages as rows, written as a program in C does: with prepared statements, one `IN` for each look-up.
final class RawPages: PageKeeper {
  private let database: RawSQLite
  private let statements: Statements
  /// The highest keys of owners and photos.
  private var keys: (owner: Int64, photo: Int64) = (0, 0)

  private struct Statements {
    var owners, photos, insertOwner, insertPhoto: RawSQLite.Statement
  }

  /// Makes a file with the schema that `SQLiteStore` gives it.
  init(path: String) throws {
    _ = try SQLiteStore(path: path, model: try PagePhoto.model())
    database = try RawSQLite(path: path)
    let places = Array(repeating: "?", count: PhotoPages.size).joined(separator: ", ")
    statements = Statements(
      owners: try database.prepare("SELECT Z_PK, ZNUMBER FROM ZPAGEOWNER WHERE ZNUMBER IN (\(places))"),
      photos: try database.prepare("SELECT Z_PK, ZNUMBER FROM ZPAGEPHOTO WHERE ZNUMBER IN (\(places))"),
      insertOwner: try database.prepare(
        "INSERT INTO ZPAGEOWNER (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME) VALUES (?, 1, 1, ?, ?)"),
      insertPhoto: try database.prepare(
        """
        INSERT INTO ZPAGEPHOTO (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZTITLE, ZTEXT, ZTAGS, ZUPLOADED, ZVIEWS, ZOWNER)
        VALUES (?, 2, 1, ?, ?, ?, ?, ?, ?, ?)
        """))
  }

  func keep(_ page: [PageRow]) async throws {
    try database.execute("BEGIN IMMEDIATE")
    var owners = try database.keys(statements.owners, page.map(\.owner))
    let photos = try database.keys(statements.photos, page.map(\.number))
    for row in page where photos[row.number] == nil {
      let owner = try owners[row.owner] ?? insertOwner(row)
      owners[row.owner] = owner
      keys.photo += 1
      let statement = statements.insertPhoto
      sqlite3_bind_int64(statement, 1, keys.photo)
      RawSQLite.bind([row.number, row.title, row.text, row.tags], to: statement, from: 2)
      sqlite3_bind_double(statement, 6, row.uploaded.timeIntervalSinceReferenceDate)
      sqlite3_bind_int64(statement, 7, Int64(row.views))
      sqlite3_bind_int64(statement, 8, owner)
      try database.finish(statement)
    }
    try database.execute("COMMIT")
  }

  private func insertOwner(_ row: PageRow) throws -> Int64 {
    keys.owner += 1
    sqlite3_bind_int64(statements.insertOwner, 1, keys.owner)
    RawSQLite.bind([row.owner, row.ownerName], to: statements.insertOwner, from: 2)
    try database.finish(statements.insertOwner)
    return keys.owner
  }

  func count() async throws -> Int { try Int(database.texts("SELECT count(*) FROM ZPAGEPHOTO")[0]) ?? 0 }
}

extension RawSQLite {
  /// Binds texts, which SQLite copies.
  static func bind(_ texts: [String], to statement: Statement, from first: Int32) {
    // SQLITE_TRANSIENT, a macro that is not imported.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, text) in texts.enumerated() {
      var text = text
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          _ = sqlite3_bind_text(statement, first + Int32(index), $0.baseAddress, Int32($0.count), copies)
        }
      }
    }
  }

  /// The keys of the rows that have one of the texts, which are at most as many as the statement's variables.
  func keys(_ statement: Statement, _ texts: [String]) throws -> [String: Int64] {
    Self.bind(texts, to: statement, from: 1)
    var keys: [String: Int64] = [:]
    while sqlite3_step(statement) == SQLITE_ROW {
      keys[String(cString: sqlite3_column_text(statement, 1))] = sqlite3_column_int64(statement, 0)
    }
    sqlite3_reset(statement)
    return keys
  }

  /// Runs a statement that returns nothing.
  func finish(_ statement: Statement) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw Refusal("SQLite gave \(code)") }
  }
}
