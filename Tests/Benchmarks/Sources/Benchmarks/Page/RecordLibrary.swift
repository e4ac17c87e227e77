import Foundation
internal import GRDB

/// Photos with all values of the program's library as `Codable` records of GRDB, from pages that `JSONDecoder` reads:
/// what a program does without this library.
final class RecordLibrary {
  private let queue: DatabaseQueue
  private let copier: LogCopier
  private var keys: (owner: Int64, photo: Int64) = (0, 0)

  /// The tables of the library, with an index for each unique value, order and reference.
  private static let schema = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE owner (id INTEGER PRIMARY KEY, version INTEGER, ownerID TEXT UNIQUE, name TEXT, sortName TEXT,
      initial TEXT);
    CREATE INDEX ownerName ON owner (initial, sortName);
    CREATE TABLE photo (id INTEGER PRIMARY KEY, version INTEGER, flickrID TEXT UNIQUE, title TEXT, sortTitle TEXT,
      subtitle TEXT, rawTitle TEXT, rawDescription TEXT, uploaded REAL, taken TEXT, takenGranularity INTEGER,
      tags TEXT, views INTEGER, license TEXT, media TEXT, pathAlias TEXT, lastUpdate REAL, latitude REAL,
      longitude REAL, secret TEXT, server TEXT, renditions TEXT, pictureGoneSince REAL, goneFingerprint INTEGER,
      checkedAt REAL, owner INTEGER REFERENCES owner);
    CREATE INDEX photoTitle ON photo (sortTitle);
    CREATE INDEX photoUploaded ON photo (uploaded DESC);
    CREATE INDEX photoTaken ON photo (taken DESC);
    CREATE INDEX photoViews ON photo (views DESC);
    CREATE INDEX photoOwner ON photo (owner);
    """

  init(path: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: Self.schema) }
    copier = try LogCopier(path: path)
    queue = try DatabaseQueue(path: path, configuration: copier.configuration)
  }

  /// Reads a page, looks up which owners and photos are known, and inserts the others, in one transaction.
  func keep(_ json: Data) async throws { try write(PageJSON.photos(json)) }

  private func write(_ page: [PageJSON.Photo]) throws {
    try queue.write { database in
      let known = try OwnerRecord.filter(page.map(\.owner).contains(Column("ownerID"))).fetchAll(database)
      var owners = Dictionary(known.map { ($0.ownerID, $0.id) }) { first, _ in first }
      let photos = Set(
        try PhotoRow.filter(page.map(\.id).contains(Column("flickrID"))).fetchAll(database).map(\.flickrID))
      for photo in page where !photos.contains(photo.id) {
        if owners[photo.owner] == nil {
          keys.owner += 1
          try OwnerRecord(id: keys.owner, photo).insert(database)
          owners[photo.owner] = keys.owner
        }
        keys.photo += 1
        try PhotoRow(id: keys.photo, photo, owner: owners[photo.owner]).insert(database)
      }
    }
  }

  func count() throws -> Int { try queue.read { try PhotoRow.fetchCount($0) } }
}

/// An owner as a row.
private nonisolated struct OwnerRecord: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "owner"

  var id: Int64
  var version = 1
  var ownerID, name, sortName, initial: String

  init(id: Int64, _ photo: PageJSON.Photo) {
    self.id = id
    ownerID = photo.owner
    name = photo.ownername
    sortName = photo.ownername.lowercased()
    initial = String(photo.ownername.prefix(1)).uppercased()
  }
}

/// A photo as a row.
private nonisolated struct PhotoRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "photo"

  var id: Int64
  var version = 1
  var flickrID, title, sortTitle, subtitle, rawTitle, rawDescription: String
  var uploaded: Double?
  var taken: String
  var takenGranularity: Int?
  var tags: String
  var views: Int?
  var license, media: String
  var pathAlias: String?
  var lastUpdate, latitude, longitude: Double?
  var secret, server, renditions: String
  var pictureGoneSince: Double?
  var goneFingerprint: Int?
  var checkedAt: Double?
  var owner: Int64?

  init(id: Int64, _ photo: PageJSON.Photo, owner: Int64?) {
    self.id = id
    flickrID = photo.id
    title = photo.title.trimmingCharacters(in: .whitespacesAndNewlines)
    sortTitle = title.lowercased()
    subtitle = photo.description._content
    rawTitle = photo.title
    rawDescription = photo.description._content
    uploaded = Double(photo.dateupload)
    taken = photo.datetaken
    takenGranularity = Int(photo.datetakengranularity)
    tags = photo.tags
    views = Int(photo.views)
    license = photo.license
    media = photo.media
    pathAlias = photo.pathalias
    lastUpdate = Double(photo.lastupdate)
    secret = photo.secret
    server = photo.server
    renditions = photo.renditions
    self.owner = owner
  }
}
