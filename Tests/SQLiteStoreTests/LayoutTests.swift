import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("The layout of the file")
struct LayoutTests {
  @Test("Tables, columns and indexes bear Core Data's names and types")
  func names() throws {
    let fixture = try StoreFixture(
      StoreFixture.libraryModel(indexes: [["title"], ["title", .descending("uploaded")]]))
    _ = try fixture.store()
    let sql = try fixture.connection().texts(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    #expect(
      sql == [
        "CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZUNIQUE VARCHAR, "
          + "ZTITLE VARCHAR, ZUPLOADED TIMESTAMP, ZWHOTOOK INTEGER)",
        "CREATE TABLE ZPHOTOGRAPHER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
        "CREATE INDEX ZPHOTO_ZWHOTOOK_INDEX ON ZPHOTO (ZWHOTOOK) WHERE ZWHOTOOK IS NOT NULL",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE UNIQUE INDEX Z_Photo_UNIQUE_unique ON ZPHOTO (ZUNIQUE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Photo_title ON ZPHOTO (ZTITLE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Photo_title_uploaded_DESC ON ZPHOTO "
          + "(ZTITLE COLLATE BINARY ASC, ZUPLOADED COLLATE BINARY DESC)",
        "CREATE UNIQUE INDEX Z_Photographer_UNIQUE_name ON ZPHOTOGRAPHER (ZNAME COLLATE BINARY ASC)",
      ])
  }

  @Test(
    "A column is declared by its attribute's type",
    arguments: [
      (AttributeType.integer16, "INTEGER"), (.integer32, "INTEGER"), (.integer64, "INTEGER"),
      (.boolean, "INTEGER"), (.double, "FLOAT"), (.float, "FLOAT"), (.decimal, "DECIMAL"),
      (.date, "TIMESTAMP"), (.string, "VARCHAR"), (.uri, "VARCHAR"), (.binary, "BLOB"), (.uuid, "BLOB"),
    ])
  func declarations(type: AttributeType, declaration: String) {
    #expect(ColumnType.attribute(type).declaration == declaration)
  }

  @Test("The container is as Core Data makes it, and its owner's alone")
  func container() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let connection = try fixture.connection()
    #expect(try connection.integer("PRAGMA page_size") == 4096)
    #expect(try connection.integer("PRAGMA auto_vacuum") == 2)
    #expect(try connection.integer("PRAGMA user_version") == 0)
    #expect(try connection.texts("PRAGMA journal_mode") == ["wal"])
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("The metadata is a binary property list under the store's own name")
  func metadata() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store(StoreOptions(application: .init(name: "Test", version: 3)))
    var row: (version: Int64, identifier: String, plist: Data)?
    try fixture.connection().forEachRow("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA") {
      row = ($0.integer(0), $0.text(1), $0.data(2))
    }
    let (version, identifier, plist) = try #require(row)
    #expect(version == 1)
    #expect(identifier == store.identifier.uuidString)
    #expect(plist.starts(with: "bplist00".utf8))
    let values = try #require(
      try PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
    #expect(values["NSStoreType"] as? String == "SQLite")
    #expect(values["TestFormatVersion"] as? Int == 3)
    let hashes = try #require(values["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes.keys.sorted() == ["Photo", "Photographer"])
    #expect(hashes.values.allSatisfy { $0.count == 32 })
    #expect(Set(hashes.values).count == 2)
  }

  @Test("Entities are numbered alphabetically, and no key is taken at first")
  func primaryKeys() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let keys = try fixture.connection().texts(
      "SELECT Z_ENT || Z_NAME || Z_SUPER || Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    #expect(keys == ["1Photo00", "2Photographer00"])
  }

  @Test("A store that is opened again is the same, and nothing lies about after it is closed")
  func reopening() throws {
    let fixture = try StoreFixture()
    let identifier = try fixture.store().identifier
    try fixture.store().makeWriter().insert([StoreFixture.row(1)])
    #expect(try fixture.store().identifier == identifier)
    #expect(try fixture.store().makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 1)
    #expect(try fixture.files().keys.sorted() == ["library.sqlite"])
  }

  @Test("A hash depends on what the file depends on, not on the order of description")
  func hashes() throws {
    func hash(_ attributes: [AttributeDescription], indexes: [[IndexElement]] = []) throws -> Data? {
      let entity = EntityDescription(Camera.self, attributes: attributes, indexes: indexes)
      return try ManagedObjectModel([entity]).versionHashes["Camera"]
    }
    let name = AttributeDescription("name", .string)
    let maker = AttributeDescription("maker", .string)
    #expect(try hash([name, maker]) == hash([maker, name]))
    #expect(try hash([name]) != hash([AttributeDescription("name", .uri)]))
    #expect(try hash([name]) != hash([AttributeDescription("name", .string, versionHashModifier: "2")]))
    #expect(try hash([name]) == hash([name, AttributeDescription("mood", .string, isTransient: true)]))
    #expect(try hash([name]) == hash([AttributeDescription("name", .string, rules: [.pattern("a*")])]))
    #expect(try hash([name]) != hash([AttributeDescription("name", .string, isOptional: true)]))
    #expect(try hash([name]) == hash([AttributeDescription("name", .string, default: .string("x"))]))
    #expect(try hash([name]) != hash([name], indexes: [["name"]]))
    #expect(try hash([name], indexes: [[.descending("name")]]) != hash([name], indexes: [["name"]]))
    #expect(
      try hash([name, maker], indexes: [[.descending("name"), "maker"]])
        != hash([name, maker], indexes: [["name", .descending("maker")]]))
    #expect(try hash([name], indexes: [[.ascending("name")]]) == hash([name], indexes: [["name"]]))
  }
}
