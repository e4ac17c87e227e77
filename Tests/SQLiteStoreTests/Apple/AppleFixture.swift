import Foundation
import ObjectGraph
import TestSupport

@testable import SQLiteStore

/// A file as Apple's Core Data lays it out, written by hand: names, numbers, triggers and metadata follow the format that
/// was measured on real files, and no code of the library.
///
/// Album 1 has the photos 2 and 1, in that order. Person 1 likes photo 2 and clip 3 and has the children 3 and 2. The
/// keyword 1 is broader than 3 and 2, in that order, and is on photo 1 with keyword 2.
final class AppleFixture {
  /// What differs between files.
  enum Feature: CaseIterable {
    /// Changes are tracked.
    case history
    /// Uniqueness constraints are in the tables, as in files of 2015, and not indexes.
    case tableConstraints
    /// No triggers maintain derived attributes.
    case noTriggers
    /// The join table between keywords bears the name of the relationship that comes last, not first.
    case lastReflexiveName
  }

  static let identifier = "0E4B1C2D-5A6F-4E70-8B91-A2B3C4D5E6F7"
  static let imageName = "6D1A2B3C-4D5E-4F60-9182-A3B4C5D6E7F8"
  static let image = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 17) })
  /// The contents of `Z_MODELCACHE`, which are no model.
  static let cache = Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })

  private let folder: TemporaryFolder
  private let features: Set<Feature>

  var path: String { folder.url.appending(path: "Shots.sqlite").path }
  var imageFolder: URL { folder.url.appending(path: ".Shots_SUPPORT/_EXTERNAL_DATA") }

  init(_ features: Set<Feature> = []) throws {
    folder = try TemporaryFolder()
    self.features = features
    try FileManager.default.createDirectory(at: imageFolder, withIntermediateDirectories: true)
    try Self.image.write(to: imageFolder.appending(path: Self.imageName))
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let connection = try connection()
    try connection.execute(
      "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
    for sql in statements { try connection.execute(sql) }
    try connection.run(
      "INSERT INTO Z_METADATA VALUES (1, ?, ?)", [.string(Self.identifier), .data(try metadata())])
    try connection.run("INSERT INTO Z_MODELCACHE VALUES (?)", [.data(Self.cache)])
    try connection.run(
      "UPDATE ZMEDIA SET ZIMAGE = ? WHERE Z_PK = 2", [.data([2] + Data(Self.imageName.utf8) + [0])])
    try connection.run("UPDATE ZMEDIA SET ZIMAGE = ? WHERE Z_PK = 1", [.data(Data([1, 7, 8, 9]))])
  }

  /// A connection of its own to the file.
  func connection() throws -> Connection { try Connection(path: path, access: .readWrite) }

  func store(_ model: ManagedObjectModel? = nil, options: StoreOptions = StoreOptions()) throws -> SQLiteStore
  {
    try SQLiteStore(path: path, model: model ?? AppleModel.make(), options: options)
  }

  /// Returns the results of a query, one text a row.
  func rows(_ sql: String) throws -> [String] { try connection().texts(sql) }

  /// Returns every statement of the schema.
  func schema() throws -> [String] {
    try rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name, sql")
  }

  /// Returns the property list of the metadata, byte for byte.
  func plist() throws -> Data {
    var data = Data()
    try connection().forEachRow("SELECT Z_PLIST FROM Z_METADATA") { data = $0.data(0) }
    return data
  }

  /// The metadata, with keys of the framework, of an application, and of a kind that no list here names.
  private func metadata() throws -> Data {
    let names = ["Album", "aside", "Keyword", "Media", "Clip", "Photo", "Person"]
    let hashes = Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, Data(Array($0.utf8) + [UInt8](repeating: 7, count: 32 - $0.utf8.count)))
      })
    let values: [String: Any] = [
      "NSStoreType": "SQLite", "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionHashesDigest": "c29tZSBkaWdlc3Q=", "NSStoreModelVersionIdentifiers": ["1.2"],
      "NSPersistenceFrameworkVersion": 1344, "_NSAutoVacuumLevel": "2",
      "NSStoreModelVersionChecksumKey": "Y2hlY2tzdW0=", "LastSync": Date(timeIntervalSinceReferenceDate: 7e8),
      "Options": ["sizes": [1, 2.5, true] as [Any]],
    ]
    return try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
  }

  private var statements: [String] {
    let inTable = features.contains(.tableConstraints)
    var all = Self.bookkeeping + Self.tables(inTable: inTable) + Self.indexes + Self.contents
    if !inTable { all += Self.uniqueIndexes }
    let join = features.contains(.lastReflexiveName) ? "Z_3NARROWER" : "Z_3BROADER"
    all += [
      """
      CREATE TABLE \(join) ( Z_3BROADER INTEGER, Z_3NARROWER INTEGER, Z_FOK_3NARROWER INTEGER, \
      PRIMARY KEY (Z_3BROADER, Z_3NARROWER) )
      """,
      "INSERT INTO \(join) VALUES (1, 3, 2048), (1, 2, 3072)",
    ]
    if !features.contains(.noTriggers) { all += AppleTriggers.all }
    if features.contains(.history) { all += Self.history }
    return all
  }
}

// MARK: - The file in SQL

extension AppleFixture {
  private static let bookkeeping = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    """
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Album', 0, 1), (2, 'aside', 0, 1), (3, 'Keyword', 0, 3), (4, 'Media', 0, 3),
    (5, 'Clip', 4, 0), (6, 'Photo', 4, 0), (7, 'Person', 0, 3)
    """,
  ]

  private static func tables(inTable: Bool) -> [String] {
    [
      """
      CREATE TABLE ZALBUM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPHOTOCOUNT INTEGER, ZFOLDED VARCHAR, \
      ZTITLE VARCHAR )
      """,
      """
      CREATE TABLE ZASIDE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, ZSMALL INTEGER, \
      ZRATIO FLOAT, ZMADE TIMESTAMP, ZAMOUNT DECIMAL, ZLINK VARCHAR, ZCODE BLOB, ZRAW BLOB )
      """,
      """
      CREATE TABLE ZKEYWORD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR\
      \(inTable ? ", CONSTRAINT ZNAME UNIQUE (ZNAME)" : "") )
      """,
      """
      CREATE TABLE ZMEDIA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZALBUM INTEGER, Z_FOK_ALBUM INTEGER, \
      ZSECONDS FLOAT, ZNAME VARCHAR, ZNOTE VARCHAR, ZNOTE1 VARCHAR, ZIMAGE BLOB, ZEXTRA VARCHAR )
      """,
      """
      CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEST INTEGER, Z4_BEST INTEGER, \
      ZPARENT INTEGER, Z_FOK_PARENT INTEGER, ZNAME VARCHAR\
      \(inTable ? ", CONSTRAINT ZNAME UNIQUE (ZNAME)" : "") )
      """,
      """
      CREATE TABLE Z_3PHOTOS ( Z_3KEYWORDS INTEGER, Z_6PHOTOS INTEGER, PRIMARY KEY (Z_3KEYWORDS, Z_6PHOTOS) )
      """,
      """
      CREATE TABLE Z_4FANS ( Z_4FAVORITES INTEGER, Z_7FANS INTEGER, Z_FOK_4FAVORITES INTEGER, \
      PRIMARY KEY (Z_4FAVORITES, Z_7FANS) )
      """,
      "CREATE TABLE LEFTOVER ( word VARCHAR )",
    ]
  }

  private static let indexes = [
    "CREATE INDEX ZMEDIA_ZALBUM_INDEX ON ZMEDIA (ZALBUM)",
    "CREATE INDEX ZMEDIA_Z_ENT_INDEX ON ZMEDIA (Z_ENT)",
    "CREATE INDEX ZPERSON_ZBEST_INDEX ON ZPERSON (ZBEST)",
    "CREATE INDEX ZPERSON_ZPARENT_INDEX ON ZPERSON (ZPARENT)",
    "CREATE INDEX Z_3PHOTOS_Z_6PHOTOS_INDEX ON Z_3PHOTOS (Z_6PHOTOS, Z_3KEYWORDS)",
    // Of a model before entities were added: with the numbers of then.
    "CREATE INDEX Z_2FANS_Z_5FANS_INDEX ON Z_4FANS (Z_7FANS, Z_4FAVORITES)",
    "CREATE TRIGGER KEEP AFTER INSERT ON LEFTOVER BEGIN DELETE FROM LEFTOVER WHERE word = 'x'; END",
  ]

  private static let uniqueIndexes = [
    "CREATE UNIQUE INDEX Z_Keyword_UNIQUE_name ON ZKEYWORD (ZNAME COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_Person_UNIQUE_name ON ZPERSON (ZNAME COLLATE BINARY ASC)",
  ]

  private static let contents = [
    "INSERT INTO ZALBUM VALUES (1, 1, 3, 2, 'sommer', 'Sömmer')",
    """
    INSERT INTO ZASIDE VALUES (1, 2, 1, 1, -5, 0.5, 694224000.25, 12.34, 'https://example.org/a', \
    x'000102030405060708090A0B0C0D0E0F', x'CAFE')
    """,
    "INSERT INTO ZKEYWORD VALUES (1, 3, 1, 'sea'), (2, 3, 1, 'rock'), (3, 3, 2, 'shore')",
    """
    INSERT INTO ZMEDIA VALUES (1, 6, 1, 1, 3072, NULL, 'one', NULL, 'of a photo', NULL, 'kept'), \
    (2, 6, 4, 1, 2048, NULL, 'two', NULL, NULL, NULL, NULL), \
    (3, 5, 1, NULL, NULL, 2.5, 'moving', 'of a clip', NULL, NULL, NULL)
    """,
    """
    INSERT INTO ZPERSON VALUES (1, 7, 2, 3, 5, NULL, NULL, 'Ann'), (2, 7, 1, NULL, NULL, 1, 3072, 'Bo'), \
    (3, 7, 1, 2, 6, 1, 2048, 'Cy')
    """,
    "INSERT INTO Z_3PHOTOS VALUES (1, 1), (2, 1)", "INSERT INTO Z_4FANS VALUES (2, 1, 3072), (3, 1, 2048)",
    "INSERT INTO LEFTOVER VALUES ('left')",
  ]

  private static let history = [
    """
    CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
    ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
    ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
    """,
    """
    CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
    ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
    """,
    """
    CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
    """,
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    """
    INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1), \
    (16003, 'TRANSACTIONSTRING', 0, 2)
    """,
    "INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, 1, 'app'), (2, 16003, 1, 'main')",
    "INSERT INTO ATRANSACTION VALUES (1, 16002, 1, 2, 1, NULL, 1, 694224000.5, NULL, NULL, NULL, NULL, NULL)",
    "INSERT INTO ACHANGE VALUES (1, 16001, 1, 0, 6, 1, 1, NULL)",
  ]
}
