import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("A store that meets another model")
struct AdditionTests {
  private let camera = EntityDescription(Camera.self, attributes: [AttributeDescription("maker", .string)])

  private func expectRefusal(_ reason: String, of model: ManagedObjectModel, by fixture: StoreFixture) throws
  {
    let before = try fixture.files()
    #expect(throws: StoreError.otherModel(path: fixture.path, reason: reason)) {
      try fixture.store(model: model)
    }
    // Compared by what it holds: a transaction that was rolled back leaves a log behind until the file is closed.
    #expect(try fixture.files() == before)
    #expect(try fixture.store().check().isSound)
  }

  @Test(
    "The file can be copied before it is migrated or gets another version, and stays as it is if that fails")
  func willUpdate() throws {
    struct Full: Error {}
    let fixture = try StoreFixture()
    let first = StoreOptions(application: .init(name: "Test", version: 1))
    _ = try SQLiteStore(path: fixture.path, model: fixture.model, options: first) { _ in
      Issue.record("A new file is not updated")
    }
    _ = try SQLiteStore(path: fixture.path, model: fixture.model, options: first) { _ in
      Issue.record("Nothing changes")
    }
    let more = try StoreFixture.libraryModel(more: [camera])
    let second = StoreOptions(application: .init(name: "Test", version: 2))
    for (model, options) in [(more, first), (fixture.model, second)] {
      #expect(throws: Full.self) {
        try SQLiteStore(path: fixture.path, model: model, options: options) { _ in throw Full() }
      }
      #expect(try SQLiteStore.metadata(at: fixture.path).versionHashes == fixture.model.versionHashes)
      #expect(try SQLiteStore.metadata(at: fixture.path).applicationVersions == ["Test": 1])
    }
    let copy = fixture.folder.appending(path: "copy.sqlite").path
    _ = try SQLiteStore(path: fixture.path, model: more, options: second) { metadata in
      #expect(
        metadata.versionHashes == fixture.model.versionHashes && metadata.applicationVersions == ["Test": 1])
      try SQLiteStore.copy(at: fixture.path, to: copy)
    }
    #expect(try SQLiteStore.metadata(at: copy).versionHashes == fixture.model.versionHashes)
    #expect(try SQLiteStore.metadata(at: fixture.path).versionHashes == more.versionHashes)
    #expect(try SQLiteStore.metadata(at: fixture.path).applicationVersions == ["Test": 2])
  }

  @Test("A new unique attribute whose derived values the rows share is refused")
  func sharedDerivedValues() throws {
    func model(_ more: [AttributeDescription], unique: [[String]]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Book", attributes: [.init("title", .string, isOptional: true)] + more, unique: unique)
      ])
    }
    let fixture = try StoreFixture(model([], unique: []))
    try fixture.store().makeWriter().insert(
      zip(Int64(1)..., ["Ann", "ann"]).map {
        Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.string($1)])
      })
    let folded = AttributeDescription("folded", .string, isOptional: true, derived: .lowercase("title"))
    let reason = "rows of Book have the same values where the model demands unique ones"
    #expect(throws: StoreError.otherModel(path: fixture.path, reason: reason)) {
      try fixture.store(model: model([folded], unique: [["folded"]]))
    }
    #expect(try fixture.store().check().isSound)
  }

  @Test("New entities, properties and indexes are added, and rows keep what they have")
  func additions() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store().makeWriter()
    try writer.insert([StoreFixture.row(1, by: 1), StoreFixture.photographer(1)])
    let attributes = [
      AttributeDescription("views", .integer64, default: .integer(7)),
      AttributeDescription("place", .string, isOptional: true),
    ]
    let model = try StoreFixture.libraryModel(
      photoAttributes: attributes, more: [camera], indexes: [["uploaded"]])
    let store = try fixture.store(model: model)
    let id = ManagedObjectID(entity: 2, key: 1)
    let row = try store.makeReader().rows([id])
    #expect(
      row.map(\.values) == [
        StoreFixture.row(1).values.dropLast()
          + [.integer(7), .null, .reference(ManagedObjectID(entity: 3, key: 1))]
      ])
    let check = try store.check()
    #expect(check.isSound)
    #expect(check.counts.map(\.rows) == [0, 1, 1])
    #expect(try store.makeWriter().reserveKeys(1, entity: 2) == 2..<3)
    let indexes = try fixture.connection().texts(
      "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name")
    #expect(
      indexes == [
        "ZPHOTO_ZWHOTOOK_INDEX", "Z_Photo_UNIQUE_unique", "Z_Photo_uploaded", "Z_Photographer_UNIQUE_name",
      ])
  }

  @Test("An index gets the directions of the model when the store is opened, and loses them again")
  func directions() throws {
    let fixture = try StoreFixture(
      StoreFixture.libraryModel(indexes: [["title", "uploaded"], ["uploaded"]]))
    try fixture.store().makeWriter().insert([StoreFixture.row(1), StoreFixture.row(2)])
    func indexes(_ model: ManagedObjectModel) throws -> [String] {
      let store = try fixture.store(model: model)
      #expect(try store.check().isSound)
      #expect(try store.makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 2)
      return try fixture.connection().texts(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%ZUPLOADED%' ORDER BY name")
    }
    let newestFirst: [[IndexElement]] = [["title", .descending("uploaded")], [.descending("uploaded")]]
    #expect(
      try indexes(StoreFixture.libraryModel(indexes: newestFirst)) == [
        "CREATE INDEX Z_Photo_title_uploaded_DESC ON ZPHOTO "
          + "(ZTITLE COLLATE BINARY ASC, ZUPLOADED COLLATE BINARY DESC)",
        "CREATE INDEX Z_Photo_uploaded_DESC ON ZPHOTO (ZUPLOADED COLLATE BINARY DESC)",
      ])
    #expect(
      try indexes(fixture.model) == [
        "CREATE INDEX Z_Photo_title_uploaded ON ZPHOTO "
          + "(ZTITLE COLLATE BINARY ASC, ZUPLOADED COLLATE BINARY ASC)",
        "CREATE INDEX Z_Photo_uploaded ON ZPHOTO (ZUPLOADED COLLATE BINARY ASC)",
      ])
  }

  @Test("Indexes whose names would coincide have different names, in new files and after additions")
  func coincidingIndexes() throws {
    let text = { AttributeDescription($0, .string, isOptional: true) }
    let short = EntityDescription(
      nil, name: "A", attributes: ["b", "b_DESC", "B_c", "UNIQUE_b", "c"].map(text), unique: [["b"]],
      indexes: [["b", "c"], [.descending("b")], ["b_DESC"], ["UNIQUE_b"], ["B_c"]])
    let long = EntityDescription(nil, name: "A_b", attributes: [text("c")], indexes: [["c"]])
    func names(_ fixture: StoreFixture) throws -> [String] {
      try fixture.connection().texts(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    }
    let model = try ManagedObjectModel([short, long])
    let fresh = try StoreFixture(model)
    #expect(try fresh.store().check().isSound)
    #expect(
      try names(fresh) == [
        "Z_A_B_c1", "Z_A_UNIQUE_b", "Z_A_UNIQUE_b1", "Z_A_b_DESC", "Z_A_b_DESC1", "Z_A_b_c", "Z_A_b_c2",
      ])
    for migration in [StoreMigration.additions, .inferred] {
      let grown = try StoreFixture(ManagedObjectModel([long]))
      _ = try grown.store()
      #expect(try names(grown) == ["Z_A_b_c"])
      #expect(try grown.store(StoreOptions(migration: migration), model: model).check().isSound)
      #expect(try names(grown) == names(fresh))
    }
  }

  @Test("Less of an entity is refused, and the store stays as it is")
  func removals() throws {
    let fixture = try StoreFixture(StoreFixture.libraryModel(more: [camera]))
    try fixture.store().makeWriter().insert([
      Row(id: ManagedObjectID(entity: 1, key: 1), version: 0, values: [.string("x")])
    ])
    try expectRefusal("its entity Camera is not in this one", of: StoreFixture.libraryModel(), by: fixture)
    let other = EntityDescription(Camera.self, attributes: [AttributeDescription("maker", .binary)])
    try expectRefusal(
      "its property Camera.maker is of the type string, not binary",
      of: StoreFixture.libraryModel(more: [other]), by: fixture)
    let renamed = EntityDescription(Camera.self, attributes: [AttributeDescription("made", .string)])
    try expectRefusal(
      "its property Camera.maker is not in this one", of: StoreFixture.libraryModel(more: [renamed]),
      by: fixture)
  }

  @Test("What rows lack or share cannot be demanded of them")
  func demands() throws {
    let fixture = try StoreFixture(StoreFixture.libraryModel(more: [camera]))
    try fixture.store().makeWriter().insert(
      (1...2).map { Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.string("x")]) })
    let more = EntityDescription(
      Camera.self,
      attributes: [AttributeDescription("maker", .string), AttributeDescription("year", .integer16)])
    try expectRefusal(
      "it has rows without Camera.year, which is not optional", of: StoreFixture.libraryModel(more: [more]),
      by: fixture)
    let unique = EntityDescription(Camera.self, attributes: camera.attributes, unique: [["maker"]])
    try expectRefusal(
      "rows have the same values where the index Z_Camera_UNIQUE_maker demands unique ones",
      of: StoreFixture.libraryModel(more: [unique]), by: fixture)
  }

  @Test("A store of another library that has another model stays as it is, journal included")
  func foreign() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let values: [String: Any] = [
      "NSStoreType": "SQLite", "NSStoreModelVersionHashes": ["Photo": Data(count: 32)],
    ]
    let plist = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    do {
      let connection = try fixture.connection()
      try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.data(plist)])
      try connection.execute("PRAGMA journal_mode = DELETE")
    }
    let before = try fixture.files()
    let error = StoreError.otherModel(path: fixture.path, reason: "it has no entity Camera")
    let model = try StoreFixture.libraryModel(more: [camera])
    #expect(throws: error) { try fixture.store(model: model) }
    #expect(try fixture.files() == before)
  }

  @Test("A read-only store is not migrated")
  func readOnly() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let model = try StoreFixture.libraryModel(more: [camera])
    let before = try fixture.files()
    #expect(throws: StoreError.self) { try fixture.store(StoreOptions(isReadOnly: true), model: model) }
    #expect(try fixture.files() == before)
  }
}
