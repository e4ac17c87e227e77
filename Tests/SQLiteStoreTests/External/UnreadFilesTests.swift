import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Work on rows that needs no external data")
struct UnreadFilesTests {
  private let fixture: StoreFixture

  private static func model(_ more: [AttributeDescription] = []) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        nil, name: "Album",
        attributes: [.init("total", .integer64, derived: .sum(relationship: "people", attribute: "age"))],
        relationships: [.toMany("people", "Person", inverse: "album")]),
      EntityDescription(
        nil, name: "Person",
        attributes: [
          .init("name", .string, isOptional: true), .init("age", .integer64, isOptional: true),
          .init("avatar", .binary, isOptional: true, allowsExternalStorage: true),
          .init("key", .string, isOptional: true, derived: .lowercase("name")),
        ] + more, relationships: [.toOne("album", "Album", inverse: "people")]),
    ])
  }

  private static func person(_ key: Int64) -> Row {
    Row(
      id: ManagedObjectID(entity: 2, key: key), version: 0,
      values: [
        .string("NAME \(key)"), .integer(key), .data(ExternalFixture.data(UInt8(key))),
        .string("name \(key)"),
        .reference(ManagedObjectID(entity: 1, key: 1)),
      ])
  }

  init() throws {
    fixture = try StoreFixture(Self.model())
    try fixture.store().makeWriter().insert(
      [Row(id: ManagedObjectID(entity: 1, key: 1), version: 0, values: [.integer(6)])]
        + (1...3).map(Self.person))
    let folder = fixture.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    try FileManager.default.removeItem(at: folder.appending(path: name))
  }

  private func keys() throws -> [String] {
    try fixture.connection().texts("SELECT ZKEY FROM ZPERSON ORDER BY Z_PK")
  }

  @Test("A missing file prevents no repair of derived attributes")
  func repair() throws {
    try fixture.connection().execute("UPDATE ZPERSON SET ZKEY = 'wrong'; UPDATE ZALBUM SET ZTOTAL = 1")
    let repair = try fixture.store().repair()
    #expect(repair.repaired == ["4 rows have new values of derived attributes"])
    #expect(repair.remaining.missingFiles.count == 1)
    #expect(try keys() == ["name 1", "name 2", "name 3"])
    #expect(try fixture.connection().integer("SELECT ZTOTAL FROM ZALBUM") == 6)
  }

  @Test("A missing file prevents no migration")
  func migration() throws {
    let store = try fixture.store(model: Self.model([.init("place", .string, isOptional: true)]))
    #expect(try store.makeReader().count(StoreQuery(entity: 2)) == 3)
    #expect(try keys() == ["name 1", "name 2", "name 3"])
    #expect(try store.check().missingFiles.count == 1)
  }

  @Test("Derived attributes of more rows than are in memory at a time are all computed")
  func chunks() throws {
    let store = try fixture.store()
    let connection = try fixture.connection()
    try connection.execute(
      """
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME)
      WITH RECURSIVE n (value) AS (SELECT -5 UNION ALL SELECT value + 1 FROM n WHERE value < 2500)
      SELECT value, 2, 1, 'N' FROM n WHERE value NOT BETWEEN 1 AND 3
      """)
    #expect(try store.repair().repaired.contains("2503 rows have new values of derived attributes"))
    #expect(try connection.integer("SELECT count(*) FROM ZPERSON WHERE ZKEY = 'n'") == 2503)
  }

  @Test("A missing file prevents no commit that refers to its row")
  func references() throws {
    let ids = [1, 2, 3, 9].map { ManagedObjectID(entity: 2, key: $0) }
    let present = try fixture.store().makeWriter().transaction(.normal) { try $0.present(ids) }
    #expect(present == Set(ids.prefix(3)))
  }

  @Test("A missing file prevents no deletion by a batch", arguments: [true, false])
  func deletion(keepsHistory: Bool) throws {
    let library = try ExternalFixture()
    try library.writer.insert(
      (1...3).map { ExternalFixture.person($0, avatar: ExternalFixture.data(UInt8($0))) })
    try FileManager.default.removeItem(at: library.folder.appending(path: library.files()[0]))
    let store = try library.fixture.store(StoreOptions(keepsHistory: keepsHistory))
    let request = BatchDeleteRequest(FetchRequest<ManagedObject>(entity: "Person"))
    let result = try PersistentStoreCoordinator(store: store).executeAndWait(request)
    #expect(result.count == 3)
    #expect(try library.people().isEmpty && store.check().isSound)
  }

  @Test("An update by a batch keeps the data of its rows, with a history as well", arguments: [1, 100])
  func update(limit: Int) throws {
    let fixture = try StoreFixture(
      ManagedObjectModel([
        EntityDescription(
          nil, name: "Person",
          attributes: [
            .init("name", .string, isOptional: true),
            .init("avatar", .binary, isOptional: true, allowsExternalStorage: true),
          ])
      ]))
    let store = try fixture.store(StoreOptions(keepsHistory: true))
    try store.makeWriter().insert(
      (1...3).map { ExternalFixture.person($0, avatar: ExternalFixture.data(UInt8($0))) })
    let outcome = try store.makeWriter().transaction(.normal) { transaction in
      try (transaction as? any BatchWriting)?.update(
        StoreQuery(entity: 1),
        assigning: [BatchAssignment(slot: 0, expression: .value(.string("x")))],
        listing: BatchListing(includesIDs: false, rowLimit: limit))
    }
    let updates: [RowChanges.Update] = try #require(outcome?.changes?.updated)
    #expect(updates.map(\.slots) == [[0], [0], [0]])
    // Contexts get the rows if they are not too many.
    let data: [PropertyValue] = (1...3).map { limit < 3 ? .null : .data(ExternalFixture.data($0)) }
    #expect(updates.map(\.row.values[1]) == data)
    let rows = try store.makeReader().fetch(StoreQuery(entity: 1))
    let all: [PropertyValue] = (1...3).map { .data(ExternalFixture.data($0)) }
    #expect(rows.map(\.values[1]) == all)
  }
}
