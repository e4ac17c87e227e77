import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

/// Entities whose order depends on case, alone, in a tree and joined.
@Suite("The order of entities in the file")
struct EntityOrderTests {
  private static func model() throws -> ManagedObjectModel {
    let name = AttributeDescription("name", .string, default: .string(""))
    return try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "SyncFeature", attributes: [name],
        relationships: [
          .toMany("items", "SyncableSettings", inverse: "items", isOrdered: true),
          .toOne("zone", "Zone", inverse: "features"),
        ], unique: [["name"]]),
      EntityDescription(
        ManagedObject.self, name: "SyncableSettings", attributes: [name],
        relationships: [.toMany("items", "SyncFeature", inverse: "items"), .toOne("best", "Zone")]),
      EntityDescription(
        ManagedObject.self, name: "Zone", attributes: [name],
        relationships: [
          .toMany("features", "SyncFeature", inverse: "zone"), .toMany("items", "Zone", inverse: "parts"),
          .toMany("parts", "Zone", inverse: "items"),
        ]),
      EntityDescription(ManagedObject.self, name: "ZoneAB", parent: "Zone", unique: [["name"]]),
      EntityDescription(ManagedObject.self, name: "Zonea", parent: "Zone"),
    ])
  }

  private static let numbers = [
    "1 SyncableSettings 0", "2 SyncFeature 0", "3 Zone 0", "4 Zonea 3", "5 ZoneAB 3",
  ]

  private func numbers(_ connection: Connection) throws -> [String] {
    try connection.texts("SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY")
  }

  private func columns(_ connection: Connection, _ table: String) throws -> [String] {
    try connection.texts("SELECT name FROM pragma_table_info('\(table)')").sorted()
  }

  @Test("A new file numbers entities without regard to case, as Core Data does, and lists no join tables")
  func newFile() throws {
    let fixture = try StoreFixture(Self.model())
    _ = try fixture.store()
    let connection = try fixture.connection()
    #expect(try numbers(connection) == Self.numbers)
    #expect(try columns(connection, "Z_1ITEMS") == ["Z_1ITEMS", "Z_2ITEMS", "Z_FOK_1ITEMS"])
    #expect(try columns(connection, "Z_3PARTS") == ["Z_3ITEMS", "Z_3PARTS"])
  }

  @Test(
    "A file that numbers entities with regard to case is renumbered, and keeps its rows and relationships")
  @MainActor func oldFile() throws {
    let fixture = try StoreFixture(Self.model())
    try FirstLayout.write(to: fixture.path)
    do {
      let store = try fixture.store()
      #expect(store.identifier.uuidString == FirstLayout.identifier)
      #expect(try store.check().isSound)
      let highest = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Zone'"
      #expect(try fixture.connection().integer(highest) == 192)
      let context = try PersistentContainer(store: store).viewContext
      func names(_ objects: [ManagedObject]) -> [String] {
        objects.map { "\($0.entity.name) \($0.value(forKey: "name"))" }
      }
      func all(_ entity: String) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entity: entity, order: [FetchOrder("name")]))
      }
      let features = try all("SyncFeature")
      #expect(
        names(features[0].objects(forKey: "items")) == [
          "SyncableSettings \"s3\"", "SyncableSettings \"s2\"", "SyncableSettings \"s1\"",
        ])
      #expect(names(features[1].objects(forKey: "items")) == ["SyncableSettings \"s2\""])
      #expect(names(features.flatMap { $0.objects(forKey: "zone") }) == ["ZoneAB \"z\"", "Zonea \"z\""])
      let settings = try all("SyncableSettings")
      #expect(names(settings[0].objects(forKey: "best")) == ["Zonea \"z\""])
      #expect(names(settings[1].objects(forKey: "items")) == names(features))
      #expect(names(try all("ZoneAB")[0].objects(forKey: "items")) == ["Zonea \"z\""])
      #expect(try all("Zonea").count == 2)
      #expect(try all("Zone").count == 4)
    }
    let connection = try fixture.connection()
    #expect(try numbers(connection) == Self.numbers)
    #expect(try columns(connection, "Z_1ITEMS") == ["Z_1ITEMS", "Z_2ITEMS", "Z_FOK_1ITEMS"])
    let unique = try connection.texts("SELECT sql FROM sqlite_master WHERE name = 'Z_ZoneAB_UNIQUE_name'")
    #expect(unique.first?.hasSuffix("WHERE Z_ENT >= 5 AND Z_ENT <= 5") == true)
  }

  @Test("A file with other numbers is not read without being renumbered")
  func readOnly() throws {
    let fixture = try StoreFixture(Self.model())
    try FirstLayout.write(to: fixture.path)
    let before = try fixture.files()
    #expect(throws: StoreError.self) { try fixture.store(StoreOptions(isReadOnly: true)) }
    #expect(try fixture.files() == before)
    _ = try fixture.store()
    #expect(try fixture.store(StoreOptions(isReadOnly: true)).check().isSound)
  }

  @Test("Keys of join rows are above all that the file has, regardless of their writer")
  func joinKeys() throws {
    let fixture = try StoreFixture(Self.model())
    let store = try fixture.store()
    let join = EntityNumber(fixture.model.entities.count + 1)
    let first = try store.makeWriter().reserveKeys(3, entity: join)
    try fixture.connection().execute("INSERT INTO Z_1ITEMS (rowid, Z_1ITEMS, Z_2ITEMS) VALUES (500, 1, 1)")
    let second = try fixture.store().makeWriter().reserveKeys(3, entity: join)
    #expect(first == 1..<4 && second == 501..<504)
    #expect(try store.makeWriter().reserveKeys(1, entity: join) == 504..<505)
  }

  @Test("A join row with a used key is an error that names the row, one with a used pair a duplicate")
  func usedJoinKey() throws {
    let fixture = try StoreFixture(Self.model())
    let writer = try fixture.store().makeWriter()
    let join = EntityNumber(fixture.model.entities.count + 1)
    let entity = fixture.model.storedEntities[join.index]
    func row(_ key: Int64, to target: Int64) -> Row {
      var row = Row(id: ManagedObjectID(entity: join, key: key), version: 0, values: entity.defaultValues)
      for (slot, key) in zip(entity.referenceSlots, [1, target]) {
        let end = entity.relationship(inSlot: slot).flatMap { fixture.model.number(ofEntity: $0.destination) }
        row.values[slot] = end.map { .reference(ManagedObjectID(entity: $0, key: key)) } ?? .null
      }
      return row
    }
    try writer.transaction(.normal) { transaction in
      let first = try transaction.insert(row(1, to: 1))
      #expect(throws: DuplicateKeyError(id: row(1, to: 2).id)) { try transaction.insert(row(1, to: 2)) }
      let pair = try transaction.insert(row(2, to: 1))
      let both = try transaction.write([.insert(row(1, to: 2)), .insert(row(2, to: 2))])
      #expect([first, pair] + both == [.done, .duplicate, .duplicate, .done])
    }
  }
}
