import Foundation
internal import GRDB
import ObjectGraph
import SQLiteStore

/// Pages as `Codable` records of GRDB, the usual way there.
final class RecordPages: PageKeeper {
  private let queue: DatabaseQueue
  private let copier: LogCopier
  private var keys: (owner: Int64, photo: Int64) = (0, 0)

  /// Makes a file with the schema that `SQLiteStore` gives it.
  init(path: String) throws {
    _ = try SQLiteStore(path: path, model: try PagePhoto.model())
    copier = try LogCopier(path: path)
    queue = try DatabaseQueue(path: path, configuration: copier.configuration)
  }

  func keep(_ page: [PageRow]) async throws { try write(page) }

  private func write(_ page: [PageRow]) throws {
    try queue.write { database in
      let known = try OwnerRecord.filter(page.map(\.owner).contains(Column("ZNUMBER"))).fetchAll(database)
      var owners = Dictionary(known.map { ($0.ZNUMBER, $0.Z_PK) }) { first, _ in first }
      let photos = Set(
        try PhotoRow.filter(page.map(\.number).contains(Column("ZNUMBER"))).fetchAll(database).map(\.ZNUMBER))
      for row in page where !photos.contains(row.number) {
        if owners[row.owner] == nil {
          keys.owner += 1
          try OwnerRecord(Z_PK: keys.owner, ZNUMBER: row.owner, ZNAME: row.ownerName).insert(database)
          owners[row.owner] = keys.owner
        }
        keys.photo += 1
        try PhotoRow(
          Z_PK: keys.photo, ZNUMBER: row.number, ZTITLE: row.title, ZTEXT: row.text, ZTAGS: row.tags,
          ZUPLOADED: row.uploaded.timeIntervalSinceReferenceDate, ZVIEWS: row.views, ZOWNER: owners[row.owner]
        ).insert(database)
      }
    }
  }

  func count() async throws -> Int { try await queue.read { try PhotoRow.fetchCount($0) } }
}

extension LogCopier {
  /// The settings of an import into a library, for connections of GRDB.
  var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { [self] database in
      try database.execute(sql: RawSQLite.settings)
      if let connection = database.sqliteConnection { follow(connection) }
    }
    return configuration
  }
}

/// An owner as a row; the names of the properties are those of the columns.
private nonisolated struct OwnerRecord: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "ZPAGEOWNER"

  var Z_PK: Int64
  var Z_ENT = 1
  var Z_OPT = 1
  var ZNUMBER, ZNAME: String
}

/// A photo as a row.
private nonisolated struct PhotoRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "ZPAGEPHOTO"

  var Z_PK: Int64
  var Z_ENT = 2
  var Z_OPT = 1
  var ZNUMBER, ZTITLE, ZTEXT, ZTAGS: String
  var ZUPLOADED: Double
  var ZVIEWS: Int
  var ZOWNER: Int64?
}
