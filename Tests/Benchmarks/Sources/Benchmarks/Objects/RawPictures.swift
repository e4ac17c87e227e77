internal import CRawSQLite
import Foundation

/// Pictures as rows of SQLite alone.
final class RawPictures: PictureStore {
  private static let table = "ZPICTURE"
  private let database: RawSQLite
  /// The rows of all pictures, by their keys less 1.
  private let rows: [RawSQLite.Row]
  private let statements: Statements

  private struct Statements {
    var insert, byNumber, page, byKey, all, update, delete: RawSQLite.Statement
  }

  /// Opens a file that is there, to write `rows` into it.
  init(path: String, rows: [RawSQLite.Row]) throws {
    database = try RawSQLite(path: path)
    self.rows = rows
    let places = rows.first?.map { _ in "?" }.joined(separator: ", ") ?? ""
    statements = Statements(
      insert: try database.prepare("INSERT INTO ZPICTURE VALUES (\(places))"),
      byNumber: try database.prepare("SELECT * FROM ZPICTURE WHERE ZNUMBER = ?"),
      page: try database.prepare(
        "SELECT * FROM ZPICTURE WHERE ZTITLE >= ? ORDER BY ZTITLE, Z_PK LIMIT \(Reading.pageSize)"),
      byKey: try database.prepare("SELECT * FROM ZPICTURE WHERE Z_PK = ?"),
      all: try database.prepare("SELECT * FROM ZPICTURE"),
      update: try database.prepare(
        "UPDATE ZPICTURE SET ZVIEWS = ZVIEWS + 1, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?"),
      delete: try database.prepare("DELETE FROM ZPICTURE WHERE Z_PK = ?"))
  }

  func insert(_ facts: [PictureFacts], page: Int) async throws -> Cost {
    let rows = Array(rows.prefix(facts.count))
    return try clocked {
      for page in rows.pages(of: page) {
        try transaction { for row in page { try database.insert(row, statements.insert) } }
      }
    }
  }

  func readByNumber(_ numbers: [String]) async throws -> Reading {
    try read(numbers) { try database.sumOfViews(statements.byNumber, $0) }
  }

  func readPages(from titles: [String]) async throws -> Reading {
    try read(titles) { try database.sumOfViews(statements.page, $0) }
  }

  func readOneByOne(_ keys: [Int64]) async throws -> Reading {
    try read(keys) { try database.sumOfViews(statements.byKey, $0) }
  }

  func readInBatches(_ keys: [Int64], size: Int) async throws -> Reading {
    try Reading {
      try keys.pages(of: size).reduce(0) { sum, page in
        var sum = sum
        try transaction { for key in page { sum += try database.sumOfViews(statements.byKey, key) } }
        return sum
      }
    }
  }

  func readAll() async throws -> Reading { try Reading { try database.sumOfViews(statements.all) } }

  func update(_ keys: [Int64], page: Int) async throws -> Cost {
    try write(keys, page: page, statements.update)
  }

  func saveOneByOne(_ count: Int, holding keys: [Int64]) async throws -> [Duration] {
    try (0..<count).map { index in
      try clocked {
        try transaction { try database.run(statements.update, keys[index * 7919 % keys.count]) }
      }.time
    }
  }

  func delete(_ keys: [Int64], page: Int) async throws -> Cost {
    try write(keys, page: page, statements.delete)
  }

  private func read<Key>(_ keys: [Key], _ body: (Key) throws -> Int) throws -> Reading {
    try Reading { try keys.reduce(0) { try $0 + body($1) } }
  }

  private func write(_ keys: [Int64], page: Int, _ statement: RawSQLite.Statement) throws -> Cost {
    try clocked {
      for page in keys.pages(of: page) {
        try transaction { for key in page { try database.run(statement, key) } }
      }
    }
  }

  private func transaction(_ body: () throws -> Void) throws {
    try database.execute("BEGIN IMMEDIATE")
    try body()
    try database.execute("COMMIT")
  }
}

extension RawSQLite {
  fileprivate func run(_ statement: Statement, _ key: Int64) throws {
    sqlite3_bind_int64(statement, 1, key)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw Refusal("SQLite gave \(code)") }
  }

  fileprivate func sumOfViews(_ statement: Statement, _ key: Int64) throws -> Int {
    sqlite3_bind_int64(statement, 1, key)
    return try sumOfViews(statement)
  }

  fileprivate func sumOfViews(_ statement: Statement, _ text: String) throws -> Int {
    var text = text
    return try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        // Not copied: the text outlives the reading.
        sqlite3_bind_text(statement, 1, $0.baseAddress, Int32($0.count), nil)
        return try sumOfViews(statement)
      }
    }
  }

  /// Reads all columns of all rows, as a program does that needs them.
  fileprivate func sumOfViews(_ statement: Statement) throws -> Int {
    var sum = 0
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_TEXT: _ = sqlite3_column_text(statement, column)
        case SQLITE_FLOAT: _ = sqlite3_column_double(statement, column)
        default: _ = sqlite3_column_int64(statement, column)
        }
      }
      sum += Int(sqlite3_column_int64(statement, Self.views))
      code = sqlite3_step(statement)
    }
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw Refusal("SQLite gave \(code)") }
    return sum
  }

  /// The column of the views: behind key, entity and version, and six attributes.
  private static let views: Int32 = 9
}
