import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The history in the file")
struct HistoryFileTests {
  /// Commits one row through a coordinator.
  @MainActor
  private func commit(_ store: SQLiteStore, unique: String) throws {
    let context = try PersistentContainer(store: store).viewContext
    let photo = try context.insert(entityNamed: "Photo")
    photo.setValue(.string(unique), forKey: "unique")
    try context.save()
  }

  @Test("The tables are those of Core Data, and are there only if a history is kept")
  @MainActor func tables() throws {
    let fixture = try StoreFixture()
    try commit(fixture.store(), unique: "a")
    let connection = try fixture.connection()
    let names = "SELECT name FROM sqlite_master WHERE name GLOB 'A*' AND type = 'table' ORDER BY name"
    #expect(try connection.texts(names) == [])
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "b")
    #expect(try connection.texts(names) == ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"])
    #expect(
      try connection.texts(
        "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        == ["16001 CHANGE 1", "16002 TRANSACTION 1", "16003 TRANSACTIONSTRING 2"])
    #expect(
      try connection.texts(
        """
        SELECT Z_PK || ' ' || Z_ENT || ' ' || ZCHANGETYPE || ' ' || ZENTITY || ' ' || \
        (ZENTITYPK IN (SELECT Z_PK FROM ZPHOTO WHERE ZUNIQUE = 'b')) || ' ' || \
        ZTRANSACTIONID || ' ' || ifnull(ZCOLUMNS, '-') FROM ACHANGE
        """) == ["1 16001 0 1 1 1 -"])
    let context = """
      SELECT ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = ZCONTEXTNAMETS WHERE t.Z_ENT = 16002
      """
    #expect(try connection.texts(context) == ["main"])
    #expect(try fixture.store().check().isSound)
  }

  @Test("A set of properties has its first name in the highest bit")
  func columns() {
    var columns = HistoryColumns(count: 10)
    for position in [0, 7, 9] { columns.insert(position) }
    #expect(columns.bytes == [0b1000_0001, 0b0100_0000] && columns.positions == [0, 7, 9])
  }

  @Test("A file with a history goes on keeping it when it is opened without the option")
  @MainActor func stays() async throws {
    let fixture = try StoreFixture()
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "a")
    let store = try fixture.store()
    try commit(store, unique: "b")
    #expect(try await PersistentStoreCoordinator(store: store).history().map(\.number) == [1, 2])
    let reading = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(try await PersistentStoreCoordinator(store: reading).history().count == 2)
  }

  @Test("A writer that was open before the history began records in it")
  @MainActor func open() async throws {
    let fixture = try StoreFixture()
    let container = try PersistentContainer(store: fixture.store())
    func insert(_ unique: String) throws {
      try container.viewContext.insert(entityNamed: "Photo").setValue(.string(unique), forKey: "unique")
      try container.viewContext.save()
    }
    try insert("a")
    let other = PersistentStoreCoordinator(store: try fixture.store(StoreOptions(keepsHistory: true)))
    let token = try await other.historyToken()
    try insert("b")
    #expect(try await other.history(.after(token)).map(\.changes.count) == [1])
  }

  @Test("A new model starts the history again, and tokens of the former one have expired")
  @MainActor func newModel() async throws {
    let fixture = try StoreFixture()
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "a")
    let old = PersistentStoreCoordinator(store: try fixture.store())
    let token = try #require(await old.historyToken())
    let model = try StoreFixture.libraryModel(
      photoAttributes: [
        AttributeDescription("note", .string, isOptional: true, preservesValueInHistory: true)
      ],
      more: [EntityDescription(Camera.self, attributes: [.init("name", .string, isOptional: true)])])
    let store = try fixture.store(model: model)
    let coordinator = PersistentStoreCoordinator(store: store)
    #expect(try await coordinator.history() == [])
    await #expect(throws: PersistentHistoryError.expired(token: token)) {
      try await coordinator.history(.after(token))
    }
    let current = try #require(await coordinator.historyToken())
    #expect(current.number == 1 && current.history != token.history)
    try commit(store, unique: "b")
    let changes = try await coordinator.history(.after(current)).flatMap(\.changes)
    #expect(changes.map(\.objectID.entity) == [model.number(ofEntity: "Photo")])
    #expect(try store.check().isSound)
  }

  @Test("A history continues after a migration that leaves its properties, and after its counters were lost")
  @MainActor func counters() async throws {
    func model(_ type: AttributeType) throws -> ManagedObjectModel {
      try StoreFixture.libraryModel(photoAttributes: [AttributeDescription("views", type, isOptional: true)])
    }
    let fixture = try StoreFixture(model(.integer64))
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "a")
    let migrated = try fixture.store(StoreOptions(migration: .inferred), model: model(.string))
    try commit(migrated, unique: "b")
    #expect(try await PersistentStoreCoordinator(store: migrated).history().map(\.number) == [1, 2])
    for damage in ["DELETE FROM Z_PRIMARYKEY", "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max)"] {
      try fixture.connection().execute("\(damage) WHERE Z_ENT IN (16001, 16002, 16003)")
      let store = try fixture.store(model: model(.string))
      try commit(store, unique: damage)
      #expect(try await PersistentStoreCoordinator(store: store).history().count == 1)
      #expect(try store.check().isSound)
    }
  }

  @Test("A repair that changes rows starts the history again, and one that does not leaves it")
  @MainActor func repair() async throws {
    let fixture = try StoreFixture()
    let store = try fixture.store(StoreOptions(keepsHistory: true))
    try commit(store, unique: "a")
    let coordinator = PersistentStoreCoordinator(store: store)
    let token = try #require(await coordinator.historyToken())
    _ = try store.repair()
    #expect(try await coordinator.historyToken() == token)
    try fixture.connection().execute("UPDATE ZPHOTO SET ZWHOTOOK = 77")
    #expect(try store.repair().remaining.isSound)
    await #expect(throws: PersistentHistoryError.expired(token: token)) {
      try await coordinator.history(.after(token))
    }
    try commit(store, unique: "b")
    #expect(try await coordinator.history().map(\.number) == [2])
  }

  @Test("A migration that merges rows starts the history again, whose own indexes stay")
  @MainActor func merging() async throws {
    func model(_ unique: [[String]]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Photo",
          attributes: ["unique", "title"].map { .init($0, .string, isOptional: true) }, unique: unique)
      ])
    }
    let fixture = try StoreFixture(model([["unique"]]))
    let store = try fixture.store(StoreOptions(keepsHistory: true))
    for unique in ["a", "b"] { try commit(store, unique: unique) }
    let token = try #require(await PersistentStoreCoordinator(store: store).historyToken())
    try fixture.connection().execute("UPDATE ZPHOTO SET ZTITLE = 'same'")
    let migration = StoreMigration.inferred.mergingDuplicates(by: .oldestTrumps)
    let migrated = try fixture.store(
      StoreOptions(migration: migration), model: model([["unique"], ["title"]]))
    #expect(try migrated.makeReader().count(StoreQuery(entity: 1)) == 1)
    await #expect(throws: PersistentHistoryError.expired(token: token)) {
      try await PersistentStoreCoordinator(store: migrated).history(.after(token))
    }
    let index = "SELECT count(*) FROM sqlite_master WHERE name = 'Z_TRANSACTIONSTRING_UNIQUE_NAME'"
    #expect(try fixture.connection().integer(index) == 1)
  }

  @Test("A new type of an attribute whose values are kept starts the history again")
  @MainActor func preservedType() async throws {
    func model(_ type: AttributeType) throws -> ManagedObjectModel {
      try StoreFixture.libraryModel(
        photoAttributes: [.init("code", type, isOptional: true, preservesValueInHistory: true)])
    }
    let fixture = try StoreFixture(model(.integer64))
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "a")
    let migrated = try fixture.store(StoreOptions(migration: .inferred), model: model(.string))
    #expect(try await PersistentStoreCoordinator(store: migrated).history() == [])
  }

  @Test("A history of an earlier version, which recorded no types, is kept until a migration")
  @MainActor func shapeWithoutTypes() async throws {
    func model(_ type: AttributeType) throws -> ManagedObjectModel {
      try StoreFixture.libraryModel(
        photoAttributes: [.init("code", type, isOptional: true, preservesValueInHistory: true)])
    }
    let fixture = try StoreFixture(model(.integer64))
    try commit(fixture.store(StoreOptions(keepsHistory: true)), unique: "a")
    try fixture.connection().execute(
      "UPDATE Z_HISTORY SET Z_SHAPE = replace(Z_SHAPE, 'code:integer64', 'code')")
    let store = try fixture.store()
    try commit(store, unique: "b")
    #expect(try await PersistentStoreCoordinator(store: store).history().map(\.number) == [1, 2])
    let reading = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(try await PersistentStoreCoordinator(store: reading).history().count == 2)
    let migrated = try fixture.store(StoreOptions(migration: .inferred), model: model(.string))
    #expect(try await PersistentStoreCoordinator(store: migrated).history() == [])
  }

  @Test("Former references survive their bytes, and damaged bytes are refused")
  func former() throws {
    let store = StoreIdentity(TestStores.identifier)
    let history = HistoryLayout(try Tree.model())
    func decode(_ bytes: [UInt8], of entity: EntityNumber = Tree.branch) -> FormerReferences? {
      bytes.withUnsafeBytes { FormerReferences($0, of: entity, in: history, store: store) }
    }
    let id = ManagedObjectID(entity: 3, key: 1 << 40, in: store)
    let values: [PropertyValue] = [.string("x"), .integer(1), .reference(id), .null]
    let former = FormerReferences(version: 300, slots: [Slot(2), Slot(3)], of: values)
    let bytes = Array(former.data(of: Tree.branch, in: history))
    let decoded = try #require(decode(bytes))
    #expect(decoded.version == 300 && decoded.references.map(\.slot) == [2, 3])
    #expect(decoded.references.map(\.value) == [.reference(id), .null])
    for count in 1..<bytes.count {
      let part = decode(Array(bytes.prefix(count)))
      #expect(part == nil || part?.references.count ?? 0 < 2)
    }
    #expect(decode(bytes, of: Tree.leaf)?.references.map(\.slot) != [2, 3])
    #expect(decode(Array(repeating: 0xFF, count: 20)) == nil)
    // Earlier versions wrote the slots themselves.
    #expect(decode([1, 2, 3, 7])?.references.map(\.slot) == [2])
    #expect(decode([1, 4, 3, 7]) == nil, "there is no such slot")
  }

  @Test("Programs that describe the properties in another order follow each other's references")
  @MainActor func otherOrder() async throws {
    let fixture = try StoreFixture()
    let counts = try await ReorderedModel.counts {
      try fixture.store(StoreOptions(keepsHistory: true), model: $0)
    }
    #expect(counts == ReorderedModel.expected)
  }

  private func changeReader(of store: SQLiteStore) throws -> any ExternalChangeReader {
    try store.makeExternalChangeReader(for: #require(store.makeWriter() as? any SharedStoreWriter))
  }

  @Test("Changes of other programs are read from the history if there is one, and found by a scan otherwise")
  func reader() throws {
    let fixture = try StoreFixture()
    #expect(try changeReader(of: fixture.store()) is SQLiteChangeReader)
    let store = try fixture.store(StoreOptions(keepsHistory: true))
    #expect(try changeReader(of: store) is SQLiteHistoryReader)
  }
}
