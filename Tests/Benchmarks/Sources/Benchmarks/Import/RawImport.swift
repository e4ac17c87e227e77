internal import CRawSQLite
import Foundation
import PhotoLibrary
import TestSupport

/// The rows of a library that was imported, to be written and looked up by a program in C, page by page.
final class RawImport {
  /// A page: new photographers, photos, and the photographers of all of them.
  fileprivate struct Page {
    var photographers: [RawSQLite.Row] = []
    var photos: [RawSQLite.Row] = []
    var owners: [RawSQLite.Row] = []
  }

  fileprivate private(set) var pages: [Page] = []
  fileprivate let photo, photographer: Table

  /// A table, and the place of the unique value that rows are looked up by.
  fileprivate struct Table {
    var name: String
    var columns: [String]
    var unique: Int
  }

  /// Reads the rows of the library in `folder`, in the pages in which they came.
  init(folder: URL) throws {
    let database = try RawSQLite(path: folder.appendingPathComponent(PhotoLibrary.fileName).path)
    photo = try database.table("ZPHOTO", unique: "ZFLICKRID")
    photographer = try database.table("ZPHOTOGRAPHER", unique: "ZOWNERID")
    guard let owner = photo.columns.firstIndex(of: "ZPHOTOGRAPHER") else {
      throw Refusal("photos of the library have no photographer")
    }
    let photographers = try database.rows("SELECT * FROM ZPHOTOGRAPHER ORDER BY Z_PK")
    let all = Dictionary(uniqueKeysWithValues: photographers.map { (RawSQLite.key($0[0]), $0) })
    var written: Set<Int64> = []
    for photos in try database.rows("SELECT * FROM ZPHOTO ORDER BY Z_PK").pages(of: PhotoPages.size) {
      let keys = Set(photos.map { RawSQLite.key($0[owner]) }).sorted()
      pages.append(
        Page(
          photographers: keys.filter { written.insert($0).inserted }.compactMap { all[$0] },
          photos: Array(photos), owners: keys.compactMap { all[$0] }))
    }
  }

  isolated deinit {
    for page in pages { RawSQLite.free(page.photographers + page.photos) }
  }

  /// Makes an empty library that rows can be written into.
  func makeTarget() throws -> Target { try Target(self) }

  /// A library that the rows are written into.
  final class Target {
    private let rows: RawImport
    private let folder: TemporaryFolder
    private let database: RawSQLite
    private let statements: Statements

    private struct Statements {
      var photos, photographers, deleted, insertPhoto, insertPhotographer: RawSQLite.Statement
      var photoRows, photographerRows: RawSQLite.Statement
    }

    fileprivate init(_ rows: RawImport) throws {
      self.rows = rows
      folder = try TemporaryFolder()
      _ = try PhotoLibrary(folder: folder.url)
      let database = try RawSQLite(path: folder.url.appendingPathComponent(PhotoLibrary.fileName).path)
      self.database = database
      func look(_ columns: String, _ table: String, _ unique: String) throws -> RawSQLite.Statement {
        let places = Array(repeating: "?", count: PhotoPages.size).joined(separator: ", ")
        return try database.prepare("SELECT \(columns) FROM \(table) WHERE \(unique) IN (\(places))")
      }
      statements = Statements(
        photos: try look("Z_PK", "ZPHOTO", "ZFLICKRID"),
        photographers: try look("Z_PK", "ZPHOTOGRAPHER", "ZOWNERID"),
        deleted: try look("Z_PK", "ZDELETEDPHOTO", "ZFLICKRID"),
        insertPhoto: try database.prepare(rows.photo.insertion),
        insertPhotographer: try database.prepare(rows.photographer.insertion),
        photoRows: try look("*", "ZPHOTO", "ZFLICKRID"),
        photographerRows: try look("*", "ZPHOTOGRAPHER", "ZOWNERID"))
    }

    /// Looks up what is known of each page, and writes its rows, a transaction for each.
    func insert(_ places: Range<Int>) throws {
      for page in rows.pages[places] {
        try database.execute("BEGIN IMMEDIATE")
        let (photos, owners) = (rows.photo.unique, rows.photographer.unique)
        guard try database.look(page.photos, photos, statements.photos) == 0,
          try database.look(page.owners, owners, statements.photographers)
            == page.owners.count - page.photographers.count,
          try database.look(page.photos, photos, statements.deleted) == 0
        else { throw Refusal("other rows are known than should be") }
        for row in page.photographers { try database.insert(row, statements.insertPhotographer) }
        for row in page.photos { try database.insert(row, statements.insertPhoto) }
        try database.execute("COMMIT")
      }
    }

    /// Looks up the rows of each page, which are all known, and compares all of their values.
    func compare(_ places: Range<Int>) throws {
      for page in rows.pages[places] {
        try database.execute("BEGIN")
        let (photos, owners) = (rows.photo.unique, rows.photographer.unique)
        guard try database.countEqual(page.photos, photos, statements.photoRows) == page.photos.count,
          try database.countEqual(page.owners, owners, statements.photographerRows) == page.owners.count,
          try database.look(page.photos, photos, statements.deleted) == 0
        else { throw Refusal("a row is not there any more") }
        try database.execute("COMMIT")
      }
    }
  }
}

extension RawImport.Table {
  fileprivate var insertion: String {
    "INSERT INTO \(name) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }
}

extension RawSQLite {
  fileprivate func table(_ name: String, unique: String) throws -> RawImport.Table {
    let columns = try texts("SELECT name FROM pragma_table_info('\(name)')")
    guard let place = columns.firstIndex(of: unique) else { throw Refusal("\(name) has no \(unique)") }
    return RawImport.Table(name: name, columns: columns, unique: place)
  }

  private func bind(_ rows: [Row], _ unique: Int, _ statement: Statement) {
    sqlite3_clear_bindings(statement)
    for (index, row) in rows.enumerated() { sqlite3_bind_value(statement, Int32(index) + 1, row[unique]) }
  }

  /// The number of rows that have the unique values of these.
  fileprivate func look(_ rows: [Row], _ unique: Int, _ statement: Statement) throws -> Int {
    bind(rows, unique, statement)
    var count = 0
    while sqlite3_step(statement) == SQLITE_ROW { count += 1 }
    sqlite3_reset(statement)
    return count
  }

  /// The number of rows that have the unique values of these, and are equal to them in all columns.
  fileprivate func countEqual(_ rows: [Row], _ unique: Int, _ statement: Statement) throws -> Int {
    bind(rows, unique, statement)
    let expected = Dictionary(uniqueKeysWithValues: rows.map { (Self.key($0[0]), $0) })
    var count = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let row = expected[sqlite3_column_int64(statement, 0)] else { continue }
      let isEqual = row.indices.allSatisfy { Self.equals(statement, Int32($0), row[$0]) }
      count += isEqual ? 1 : 0
    }
    sqlite3_reset(statement)
    return count
  }

  private static func equals(_ statement: Statement, _ column: Int32, _ value: OpaquePointer) -> Bool {
    let type = sqlite3_column_type(statement, column)
    guard type == sqlite3_value_type(value) else { return false }
    switch type {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, column) == sqlite3_value_int64(value)
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column) == sqlite3_value_double(value)
    case SQLITE_NULL: return true
    default:
      let count = sqlite3_column_bytes(statement, column)
      guard count == sqlite3_value_bytes(value) else { return false }
      guard let bytes = sqlite3_column_blob(statement, column), let others = sqlite3_value_blob(value) else {
        return true
      }
      return memcmp(bytes, others, Int(count)) == 0
    }
  }
}
