import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Full-text indexes")
struct TextIndexTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Notes.model()) }

  private func writer(_ store: SQLiteStore) throws -> SQLiteWriter {
    try #require(try store.makeWriter() as? SQLiteWriter)
  }

  private func keys(_ store: SQLiteStore, _ text: String) throws -> [Int64] {
    try store.makeReader().fetchIDs(Notes.query(Notes.contains(text))).map(\.key)
  }

  /// The number of rows that the index alone gives for a text.
  private func candidates(_ text: String) throws -> Int64? {
    try fixture.connection().integer(
      "SELECT count(*) FROM Z_TEXTINDEX_ZNOTE WHERE Z_TEXTINDEX_ZNOTE MATCH ?", [.string("\"\(text)\"")])
  }

  @Test("Rows are found before and after they are indexed")
  func follow() throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert((1...2_500).map { Notes.row($0, "Title \($0)", $0.isMultiple(of: 500) ? "Été" : nil) })
    let expected: [Int64] = [500, 1_000, 1_500, 2_000, 2_500]
    #expect(try keys(store, "ete") == expected)
    try writer.finishIndexing()
    #expect(try store.rowsToIndex() == 0)
    #expect(try candidates("ete") == 5)
    #expect(try keys(store, "ete") == expected)
  }

  @Test("A store that is opened for reading does not search an index whose triggers are missing")
  func readOnlyWithoutTriggers() throws {
    do {
      let writer = try writer(fixture.store())
      try writer.insert([Notes.row(1, "a heron")])
      try writer.finishIndexing()
    }
    let connection = try fixture.connection()
    for name in try connection.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
      try connection.execute("DROP TRIGGER \(name)")
    }
    try connection.execute("UPDATE ZNOTE SET ZTITLE = 'a wren'")
    let store = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(try keys(store, "wren") == [1])
    #expect(try !store.check().indexProblems.isEmpty)
  }

  @Test("Texts are found after their column got the name of another one that is indexed")
  func renamed() throws {
    func model(_ entities: [String]) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        [EntityDescription(nil, name: "Note", attributes: [])]
          + entities.map {
            EntityDescription(
              nil, name: $0, parent: "Note", attributes: [.init("body", .string, isOptional: true)],
              fullTextIndex: ["body"])
          })
    }
    let (old, new) = (try model(["Letter", "Memo"]), try model(["Card", "Letter", "Memo"]))
    let fixture = try StoreFixture(old)
    do {
      let writer = try writer(fixture.store())
      for (key, name, text) in [(1, "Letter", "a heron"), (2, "Memo", "a wren")] {
        let id = ManagedObjectID(entity: try #require(old.number(ofEntity: name)), key: Int64(key))
        try writer.insert([Row(id: id, version: 0, values: [.string(text)])])
      }
      try writer.finishIndexing()
    }
    let store = try fixture.store(model: new)
    #expect(try store.check().isSound)
    let memo = try #require(new.number(ofEntity: "Memo"))
    let query = StoreQuery(
      entity: memo, predicate: .comparison(.init("body", .contains, .value(.string("wren")))))
    #expect(try store.makeReader().fetchIDs(query).map(\.key) == [2])
    try writer(store).finishIndexing()
    #expect(try store.makeReader().fetchIDs(query).map(\.key) == [2])
  }

  @Test("The writer indexes what it has committed by itself")
  func background() async throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert((1...10).map { Notes.row($0, "Title \($0)") })
    try await until { try store.rowsToIndex() == 0 }
    #expect(try candidates("tit") == 10)
  }

  @Test("An insertion of new rows writes nothing but the rows")
  func insertions() throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert([Notes.row(1, "first")])
    try writer.finishIndexing()
    try writer.insert((2...9).map { Notes.row($0, "next") })
    #expect(try fixture.connection().integer("SELECT count(*) FROM Z_TEXTCHANGES_ZNOTE") == 0)
    #expect(try store.rowsToIndex() == 8)
  }

  @Test("An index follows batches")
  func batches() throws {
    let store = try fixture.store()
    let coordinator = PersistentStoreCoordinator(store: store)
    let writer = try writer(store)
    func request(_ predicate: String) throws -> FetchRequest<ManagedObject> {
      FetchRequest(entity: "Note", where: try FetchPredicate(predicate))
    }
    _ = try coordinator.executeAndWait(
      BatchInsertRequest<ManagedObject>(entity: "Note", count: 40) { index, note in
        note.set("title", to: .string(index < 10 ? "before" : "other"))
        note.set("count", to: .integer(Int64(index)))
      })
    #expect(try keys(store, "before").count == 10)
    try writer.finishIndexing()
    #expect(try candidates("bef") == 10)
    let after = [PropertyAssignment<ManagedObject>("title", to: .value(.string("after")))]
    _ = try coordinator.executeAndWait(BatchUpdateRequest(request("count < 4"), set: after))
    #expect(try keys(store, "before").count == 6 && keys(store, "after").count == 4)
    try writer.finishIndexing()
    #expect(try candidates("bef") == 6 && candidates("aft") == 4)
    _ = try coordinator.executeAndWait(BatchDeleteRequest(request("title == 'before'")))
    #expect(try keys(store, "before").isEmpty)
    try writer.finishIndexing()
    #expect(try candidates("bef") == 0 && candidates("aft") == 4)
    #expect(try store.check().isSound)
  }

  @Test("An index no longer gives rows whose texts were changed or that were deleted")
  func changes() throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert((1...4).map { Notes.row($0, "before") })
    try writer.finishIndexing()
    try writer.transaction(.normal) { transaction in
      _ = try transaction.update(Notes.row(1, "after", version: 1), slots: [0])
      _ = try transaction.update(Notes.row(2, "before", version: 1), slots: [0])
      _ = try transaction.delete(ManagedObjectID(entity: Notes.note, key: 3), version: nil)
    }
    // The text of the second row has not changed.
    #expect(try store.rowsToIndex() == 2)
    #expect(try keys(store, "before") == [2, 4])
    try writer.finishIndexing()
    #expect(try candidates("bef") == 2)
    #expect(try candidates("aft") == 1)
    try writer.insert([Notes.row(3, "again")])
    #expect(try keys(store, "again") == [3])
    try writer.finishIndexing()
    #expect(try candidates("aga") == 1)
  }

  @Test("Rows that another program writes without this library are found")
  func otherProgram() throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert((1...4).map { Notes.row($0, "before") })
    try writer.finishIndexing()
    let connection = try fixture.connection()
    try connection.execute("UPDATE ZNOTE SET ZTITLE = 'Écrit' WHERE Z_PK = 2")
    try connection.execute("UPDATE ZNOTE SET Z_PK = 0 WHERE Z_PK = 3")
    try connection.execute(
      "INSERT OR REPLACE INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (4, 2, 1, 'écrit')")
    for _ in 0..<2 {
      #expect(try keys(store, "ecrit") == [2, 4])
      #expect(try keys(store, "before") == [0, 1])
      try writer.finishIndexing()
    }
  }

  @Test(
    "What one indexer commits is no change by another writer, and the rows of two writers are all indexed")
  func twoWriters() throws {
    let (one, other) = (try fixture.store(), try fixture.store())
    let (first, second) = (try writer(one), try writer(other))
    try first.insert((1...10).map { Notes.row($0, "first") })
    _ = try first.otherWritersCommitted()
    try first.finishIndexing()
    #expect(try !first.otherWritersCommitted())
    try second.insert((11...20).map { Notes.row($0, "second") })
    try second.finishIndexing()
    try first.finishIndexing()
    #expect(try candidates("fir") == 10)
    #expect(try candidates("sec") == 10)
  }

  @Test("An index that is damaged is made again")
  func damage() throws {
    let store = try fixture.store()
    let writer = try writer(store)
    try writer.insert((1...10).map { Notes.row($0, "title") })
    try writer.finishIndexing()
    // The list of the index's parts.
    try fixture.connection().execute("DELETE FROM Z_TEXTINDEX_ZNOTE_data WHERE id = 10")
    #expect(try keys(store, "title").count == 10)
    try writer.insert((11...20).map { Notes.row($0, "title") })
    try writer.finishIndexing()
    let found = try candidates("tit")
    #expect(found == 20)
  }
}

@Suite("Opening files with and without full-text indexes")
struct TextIndexOpeningTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Notes.model()) }

  private func fill(_ model: ManagedObjectModel? = nil) throws {
    let writer = try fixture.store(model: model).makeWriter()
    try writer.insert((1...10).map { Notes.row($0, "title", "body") })
    try (writer as? SQLiteWriter)?.finishIndexing()
  }

  private func tables() throws -> [String] {
    try fixture.connection().texts("SELECT name FROM sqlite_master WHERE name GLOB 'Z_TEXT*' ORDER BY name")
  }

  @Test("A file without an index gets one, and its rows are found and indexed")
  func added() throws {
    try fill(Notes.model([]))
    #expect(try tables().isEmpty)
    let store = try fixture.store()
    #expect(try store.rowsToIndex() == 10)
    #expect(try store.makeReader().count(Notes.query(Notes.contains("TITLE"))) == 10)
    try (store.makeWriter() as? SQLiteWriter)?.finishIndexing()
    #expect(try store.rowsToIndex() == 0)
  }

  @Test("A file that is opened read-only without its index is searched row by row")
  func readOnly() throws {
    try fill(Notes.model([]))
    let store = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(try store.rowsToIndex() == nil)
    #expect(try store.makeReader().count(Notes.query(Notes.contains("TITLE"))) == 10)
  }

  @Test("An index that the model no longer has is deleted")
  func removed() throws {
    try fill()
    _ = try fixture.store(model: Notes.model([]))
    #expect(try tables().isEmpty)
  }

  @Test("An index of other attributes is made again; a reader of the former model reads all rows")
  func changed() throws {
    try fill()
    let former = try fixture.store()
    _ = try fixture.store(model: Notes.model(["title"]))
    #expect(try former.makeReader().count(Notes.query(Notes.contains("body"))) == 10)
    let store = try fixture.store(model: Notes.model(["title"]))
    #expect(try store.rowsToIndex() == 10)
  }

  @Test(
    "An index whose triggers are missing is made again", arguments: ["INSERT", "UPDATE", "DELETE", "MOVE"])
  func triggers(name: String) throws {
    try fill()
    let store = try fixture.store()
    #expect(try store.check().isSound)
    try fixture.connection().execute("DROP TRIGGER Z_TEXTCHANGES_ZNOTE_\(name)")
    #expect(
      try store.check().indexProblems
        == ["The full-text index of ZNOTE lacks triggers, so that it may have missed changes"])
    #expect(try !store.check().isSound)
    #expect(try fixture.store().rowsToIndex() == 10)
  }

  @Test("An index that is as it was made is kept")
  func kept() throws {
    try fill()
    #expect(try fixture.store().rowsToIndex() == 0)
  }

  @Test("An index is kept when only the version of the application or the document of the model changes")
  func otherDocument() throws {
    try fill()
    for version in 1...2 {
      let options = StoreOptions(application: .init(name: "Test", version: version))
      #expect(try fixture.store(options).rowsToIndex() == 0)
    }
    let model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Note",
        attributes: [
          .init("title", .string, isOptional: true), .init("body", .string, isOptional: true),
          .init("count", .integer64, isOptional: true),
        ], indexes: [["title"], ["count"], [.descending("body"), "title"], ["body", "count"]],
        fullTextIndex: ["title", "body"], userInfo: ["purpose": "test"]),
      EntityDescription(
        ManagedObject.self, name: "Letter", parent: "Note",
        attributes: [.init("sender", .string, isOptional: true)], fullTextIndex: ["sender"]),
      EntityDescription(
        ManagedObject.self, name: "Memo", attributes: [.init("text", .string, isOptional: true)],
        fullTextIndex: ["text"]),
    ])
    #expect(model.versionHashes == fixture.model.versionHashes && model.document != fixture.model.document)
    let store = try fixture.store(model: model)
    #expect(try store.rowsToIndex() == 0)
    try store.makeWriter().insert([Notes.row(11, "title")])
    #expect(try store.makeReader().count(Notes.query(Notes.contains("TITLE"))) == 11)
    #expect(try store.check().isSound)
  }

  @Test("Renamed entities and attributes are indexed under their new names")
  func renamed() throws {
    try fill()
    let model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Page",
        attributes: [
          .init("heading", .string, isOptional: true, renamingIdentifier: "title"),
          .init("body", .string, isOptional: true), .init("count", .integer64, isOptional: true),
        ], fullTextIndex: ["heading"], renamingIdentifier: "Note"),
      EntityDescription(
        ManagedObject.self, name: "Letter", parent: "Page",
        attributes: [.init("sender", .string, isOptional: true)]),
      EntityDescription(
        ManagedObject.self, name: "Memo", attributes: [.init("text", .string, isOptional: true)]),
    ])
    let store = try fixture.store(model: model)
    let writer = try #require(try store.makeWriter() as? SQLiteWriter)
    try writer.finishIndexing()
    let number = try #require(model.number(ofEntity: "Page"))
    let found = try store.makeReader().count(
      StoreQuery(entity: number, predicate: try FetchPredicate("heading CONTAINS \"tit\"")))
    #expect(found == 10)
    #expect(try !tables().contains { $0.contains("ZNOTE") })
    #expect(try store.check().isSound)
  }

  @Test("An index stays correct while the model gains an entity and an attribute")
  func extended() throws {
    try fill()
    let model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Note",
        attributes: [
          .init("title", .string, isOptional: true), .init("body", .string, isOptional: true),
          .init("count", .integer64, isOptional: true), .init("place", .string, isOptional: true),
        ], indexes: [["title"], ["count"]], fullTextIndex: ["title", "body"]),
      EntityDescription(
        ManagedObject.self, name: "Letter", parent: "Note",
        attributes: [.init("sender", .string, isOptional: true)], fullTextIndex: ["sender"]),
      EntityDescription(
        ManagedObject.self, name: "Memo", attributes: [.init("text", .string, isOptional: true)]),
      EntityDescription(ManagedObject.self, name: "Album", attributes: [.init("name", .string)]),
    ])
    let store = try fixture.store(model: model)
    #expect(try store.rowsToIndex() == 0)
    let number = try #require(model.number(ofEntity: "Note"))
    try store.makeWriter().transaction(.normal) { transaction in
      let id = ManagedObjectID(entity: number, key: 1)
      _ = try transaction.update(
        Row(id: id, version: 1, values: [.string("other"), .null, .null, .null]), slots: [0])
    }
    #expect(try store.makeReader().count(StoreQuery(entity: number, predicate: Notes.contains("other"))) == 1)
  }
}
