import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Files of Apple's that do not fit the model or cannot be written")
struct AppleRefusalTests {
  /// Opens the file with an edited model, and expects the reason, and the file as it was.
  private func expect(
    _ reason: String, sql: String? = nil, features: Set<AppleFixture.Feature> = [],
    _ edit: (inout [EntityDescription]) -> Void = { _ in }
  ) throws {
    let fixture = try AppleFixture(features)
    if let sql { try fixture.connection().execute(sql) }
    let (schema, plist) = (try fixture.schema(), try fixture.plist())
    let model = try AppleModel.make(edit)
    #expect(throws: StoreError.otherModel(path: fixture.path, reason: reason)) { try fixture.store(model) }
    #expect(try fixture.schema() == schema && fixture.plist() == plist)
  }

  private static func change(
    _ name: String, in entities: inout [EntityDescription], _ edit: (inout EntityDescription) -> Void
  ) {
    for index in entities.indices where entities[index].name == name { edit(&entities[index]) }
  }

  @Test("The file can be copied before it gets another version of the application")
  func willUpdate() throws {
    struct Full: Error {}
    let fixture = try AppleFixture()
    let plist = try fixture.plist()
    let options = StoreOptions(application: .init(name: "Test", version: 2))
    #expect(throws: Full.self) {
      try SQLiteStore(path: fixture.path, model: AppleModel.make(), options: options) { _ in throw Full() }
    }
    #expect(try fixture.plist() == plist)
    _ = try fixture.store(options: options)
    _ = try SQLiteStore(path: fixture.path, model: AppleModel.make(), options: options) { _ in
      Issue.record("Nothing changes")
    }
  }

  @Test("Work on a file that cannot be written is refused with the reason")
  func maintenance() throws {
    let store = try AppleFixture([.history]).store()
    let reason = try #require(store.readOnlyReason)
    let refusal = StoreError.cannotWrite(path: store.path, reason: reason)
    #expect(throws: refusal) { try store.vacuum() }
    #expect(throws: refusal) { try store.analyze() }
    #expect(throws: refusal) { try store.repair() }
  }

  @Test("An entity on one side only is named")
  func entities() throws {
    try expect("it has no entity Lens") { $0.append(EntityDescription(nil, name: "Lens")) }
    try expect("its entity aside is not in this one: add it to the model") { entities in
      entities.removeAll { $0.name == "aside" }
    }
    try expect("its entity Clip inherits from another one in this") { entities in
      Self.change("Clip", in: &entities) { $0.parent = nil }
    }
    try expect("it has no table ZASIDE for the entity aside", sql: "ALTER TABLE ZASIDE RENAME TO ZOTHER")
  }

  @Test("A property without a column of its type is named")
  func properties() throws {
    try expect("it has no column ZSTARS for Photo.stars") { entities in
      Self.change("Photo", in: &entities) { $0.attributes.append(AttributeDescription("stars", .integer16)) }
    }
    try expect("its column ZSMALL for aside.small is declared as INTEGER, not VARCHAR") { entities in
      Self.change("aside", in: &entities) { $0.attributes[1] = AttributeDescription("small", .string) }
    }
    try expect(
      "it has no column Z4_BEST for the entity of Person.best: Media has subentities",
      sql: "ALTER TABLE ZPERSON RENAME COLUMN Z4_BEST TO ZLEFT")
  }

  @Test("An order on one side only is named")
  func orders() throws {
    try expect(
      "it has an order (Z_FOK_ALBUM) for the inverse of Photo.album, which the model calls unordered"
    ) { entities in
      Self.change("Album", in: &entities) {
        $0.relationships = [.toMany("photos", "Photo", inverse: "album")]
      }
    }
    try expect(
      "it has no column Z_FOK_ALBUM for the order of the inverse of Photo.album, which the model calls ordered",
      sql: "ALTER TABLE ZMEDIA RENAME COLUMN Z_FOK_ALBUM TO ZLEFT")
    try expect(
      "its table Z_4FANS has no column Z_FOK_4FAVORITES for the order of favorites",
      sql: "ALTER TABLE Z_4FANS DROP COLUMN Z_FOK_4FAVORITES")
  }

  @Test("A missing join table is named, and so are two that could be the one")
  func joins() throws {
    try expect("it has no join table for Keyword.photos", sql: "DROP TABLE Z_3PHOTOS")
    try expect(
      "several join tables could be that of Keyword.narrower: Z_3BROADER (Z_3BROADER, Z_3NARROWER) and "
        + "Z_3NARROWER (Z_3BROADER, Z_3NARROWER)",
      sql: "CREATE TABLE Z_3NARROWER (Z_3BROADER INTEGER, Z_3NARROWER INTEGER, Z_FOK_3NARROWER INTEGER)")
  }

  @Test(
    "A file that cannot be written safely is read, and each save is refused with the reason",
    arguments: [
      (nil, "it records its changes in a persistent history"),
      (
        "CREATE TRIGGER T AFTER UPDATE ON ZASIDE BEGIN SELECT NSCoreDataSecret(1); END",
        "a trigger or an index of its table ZASIDE cannot be used here: no such function: NSCoreDataSecret"
      ),
      (
        "DROP INDEX Z_Keyword_UNIQUE_name",
        "it has no unique index for Keyword.(name)"
      ),
      (
        "CREATE UNIQUE INDEX U ON ZALBUM (ZTITLE)",
        "it wants ZTITLE in ZALBUM to be unique, and the model does not"
      ),
    ] as [(String?, String)])
  func readOnly(sql: String?, reason: String) throws {
    let fixture = try AppleFixture(sql == nil ? [.history] : [])
    if let sql { try fixture.connection().execute(sql) }
    let store = try fixture.store()
    let found = try #require(store.readOnlyReason)
    #expect(found.hasPrefix(reason))
    #expect(throws: StoreError.cannotWrite(path: fixture.path, reason: found)) { try store.makeWriter() }
    #expect(throws: StoreError.cannotWrite(path: fixture.path, reason: found)) {
      try store.removeOrphanedFiles()
    }
    #expect(try store.makeReader().count(StoreQuery(entity: 4)) == 3)
  }

  @Test(
    "An entity under its former name is found by its renaming identifier, or because it is the only one left")
  func renamedEntities() throws {
    let fixture = try AppleFixture()
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Movie' WHERE Z_NAME = 'Clip'")
    let store = try fixture.store()
    #expect(try store.model.entity(named: "Clip")?.number == 5 && store.check().isSound)
    let renamed = try AppleModel.make { entities in
      Self.change("Clip", in: &entities) {
        $0.name = "Film"
        $0.renamingIdentifier = "Movie"
      }
    }
    #expect(try fixture.store(renamed).model.entity(named: "Film")?.number == 5)
  }
}
