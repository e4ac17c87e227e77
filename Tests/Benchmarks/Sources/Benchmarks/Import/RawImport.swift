import Foundation
import PhotoLibrary
import TestSupport

/// The rows of a library that was imported, to be written and looked up by SQLite alone.
final class RawImport {
  /// A page: new photographers, and photos.
  private struct Page {
    var photographers: [RawSQLite.Row] = []
    var photos: [RawSQLite.Row] = []
  }

  private var pages: [Page] = []
  private let columns: (photo: [String], photographer: [String])

  /// Takes the rows of the library in `folder`, in the pages in which they came.
  init(folder: URL) throws {
    let database = try RawSQLite(path: folder.appendingPathComponent(PhotoLibrary.fileName).path)
    columns = (try Self.columns("ZPHOTO", database), try Self.columns("ZPHOTOGRAPHER", database))
    let photographers = try database.rows("SELECT * FROM ZPHOTOGRAPHER ORDER BY Z_PK")
    var waiting = Dictionary(uniqueKeysWithValues: photographers.map { (RawSQLite.key($0[0]), $0) })
    let photos = try database.rows("SELECT * FROM ZPHOTO ORDER BY Z_PK")
    guard let owner = columns.photo.firstIndex(of: "ZPHOTOGRAPHER") else {
      throw Refusal("photos of the library have no photographer")
    }
    for first in stride(from: 0, to: photos.count, by: PhotoPages.size) {
      var page = Page(photos: Array(photos[first..<min(first + PhotoPages.size, photos.count)]))
      page.photographers = page.photos.compactMap {
        waiting.removeValue(forKey: RawSQLite.key($0[owner]))
      }
      pages.append(page)
    }
  }

  isolated deinit {
    for page in pages { RawSQLite.free(page.photographers + page.photos) }
  }

  /// How long it takes to write all rows into an empty library, a transaction for each page, and to look all of them
  /// up again by their unique values.
  func run() async throws -> (insert: Duration, lookUp: Duration) {
    let folder = try TemporaryFolder()
    _ = try PhotoLibrary(folder: folder.url)
    let database = try RawSQLite(path: folder.url.appendingPathComponent(PhotoLibrary.fileName).path)
    let inserting = try await time { try insert(into: database) }
    let lookingUp = try await time { try lookUp(in: database) }
    return (inserting, lookingUp)
  }

  private func insert(into database: RawSQLite) throws {
    let photo = try database.prepare(Self.insert("ZPHOTO", columns.photo))
    let photographer = try database.prepare(Self.insert("ZPHOTOGRAPHER", columns.photographer))
    for page in pages {
      try database.execute("BEGIN IMMEDIATE")
      for row in page.photographers { try database.insert(row, photographer) }
      for row in page.photos { try database.insert(row, photo) }
      try database.execute("COMMIT")
    }
  }

  private func lookUp(in database: RawSQLite) throws {
    let photo = try database.prepare("SELECT * FROM ZPHOTO WHERE ZFLICKRID = ?")
    let photographer = try database.prepare("SELECT * FROM ZPHOTOGRAPHER WHERE Z_PK = ?")
    guard let id = columns.photo.firstIndex(of: "ZFLICKRID"),
      let owner = columns.photo.firstIndex(of: "ZPHOTOGRAPHER")
    else { throw Refusal("photos of the library have no id") }
    for page in pages {
      try database.execute("BEGIN")
      for row in page.photos {
        guard database.read(row[id], photo), database.read(row[owner], photographer) else {
          throw Refusal("a row is not there any more")
        }
      }
      try database.execute("COMMIT")
    }
  }

  private static func columns(_ table: String, _ database: RawSQLite) throws -> [String] {
    try database.rows("SELECT name FROM pragma_table_info('\(table)')").map { RawSQLite.text($0[0]) }
  }

  private static func insert(_ table: String, _ columns: [String]) -> String {
    "INSERT INTO \(table) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }
}
