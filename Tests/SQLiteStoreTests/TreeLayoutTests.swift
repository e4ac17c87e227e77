import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Inheritance trees and joined tables in the file")
struct TreeLayoutTests {
  private func columns(_ connection: Connection, _ table: String) throws -> [String] {
    try connection.texts("SELECT name FROM pragma_table_info('\(table)')")
  }

  @Test("are laid out as Core Data lays them out")
  func layout() throws {
    let fixture = try StoreFixture(Bookshop.model())
    _ = try fixture.store()
    let connection = try fixture.connection()
    #expect(
      try columns(connection, "ZITEM") == [
        "Z_PK", "Z_ENT", "Z_OPT", "ZCODE", "ZNAME", "ZRACK", "Z_FOK_RACK", "ZPLAYERS", "ZGRADE", "ZPIECES",
        "ZPAGES",
        "ZGRADE1",
      ])
    #expect(
      try columns(connection, "ZRACK") == ["Z_PK", "Z_ENT", "Z_OPT", "ZLABEL", "ZHIGHLIGHT", "Z2_HIGHLIGHT"])
    #expect(try columns(connection, "Z_2TAGS") == ["Z_2ITEMS", "Z_7TAGS"])
    #expect(try columns(connection, "Z_1WISHES") == ["Z_1WISHERS", "Z_2WISHES", "Z_FOK_2WISHES"])
    #expect(try columns(connection, "Z_7NARROWER") == ["Z_7BROADER", "Z_7NARROWER", "Z_FOK_7NARROWER"])
    let tables = try connection.texts("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    #expect(
      tables == [
        "ZCUSTOMER", "ZITEM", "ZRACK", "ZTOPIC", "Z_1WISHES", "Z_2TAGS", "Z_7NARROWER", "Z_METADATA",
        "Z_PRIMARYKEY",
      ])
    let keys = try connection.texts(
      "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY")
    #expect(
      keys == ["1 Customer 0", "2 Item 0", "3 Game 2", "4 Puzzle 3", "5 Volume 2", "6 Rack 0", "7 Topic 0"])
    let indexes = try connection.texts(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    #expect(
      Set(indexes) == [
        "ZITEM_Z_ENT_INDEX", "ZITEM_ZRACK_INDEX", "Z_Item_name", "Z_Item_UNIQUE_code",
        "Z_Game_UNIQUE_name_players",
        "ZRACK_ZHIGHLIGHT_INDEX", "Z_Topic_UNIQUE_name", "Z_2TAGS_Z_7TAGS_INDEX", "Z_1WISHES_Z_2WISHES_INDEX",
        "Z_7NARROWER_Z_7NARROWER_INDEX",
      ])
    #expect(try fixture.store().check().isSound)
  }

  private static func small() throws -> [EntityDescription] {
    [
      EntityDescription(
        ManagedObject.self, name: "Item", attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toMany("tags", "Topic", inverse: "items"), .toOne("next", "Item")]),
      EntityDescription(
        ManagedObject.self, name: "Topic", attributes: [.init("name", .string, isOptional: true)],
        relationships: [.toMany("items", "Item", inverse: "tags", isOrdered: true)]),
    ]
  }

  @Test("Inheritance trees and joined tables migrate to a model with more entities and other entity numbers")
  func addition() throws {
    let fixture = try StoreFixture(ManagedObjectModel(Self.small()))
    let (item, tag, link): (EntityNumber, EntityNumber, EntityNumber) = (1, 2, 3)
    let first = ManagedObjectID(entity: item, key: 1)
    let second = ManagedObjectID(entity: item, key: 2)
    let sea = ManagedObjectID(entity: tag, key: 1)
    try fixture.store().makeWriter().transaction(.full) { transaction in
      let rows = [
        Row(id: first, version: 0, values: [.string("a"), .reference(second)]),
        Row(id: second, version: 0, values: [.string("b"), .null]),
        Row(id: sea, version: 0, values: [.string("sea")]),
        Row(
          id: ManagedObjectID(entity: link, key: 1), version: 0,
          values: [.reference(second), .reference(sea), .integer(2048)]),
      ]
      for row in rows { try #require(try transaction.insert(row) == .done) }
    }
    let more = try ManagedObjectModel(
      Self.small() + [
        EntityDescription(ManagedObject.self, name: "Box"),
        EntityDescription(
          ManagedObject.self, name: "Novel", parent: "Item",
          attributes: [.init("kind", .string, isOptional: true)]),
      ])
    let store = try fixture.store(model: more)
    #expect(more.entities.map(\.name) == ["Box", "Item", "Novel", "Topic"])
    let reader = try store.makeReader()
    let items = try reader.fetch(StoreQuery(entity: 2, order: [FetchOrder("name")]))
    let moved = items.map(\.id)
    #expect(moved == [ManagedObjectID(entity: 2, key: 1), ManagedObjectID(entity: 2, key: 2)])
    #expect(items[0].values == [.string("a"), .reference(moved[1])])
    let tagged = StoreQuery(entity: 2, predicate: try FetchPredicate("ANY tags.name == 'sea'"))
    #expect(try reader.fetchIDs(tagged) == [moved[1]])
    #expect(try columns(fixture.connection(), "Z_2TAGS") == ["Z_2ITEMS", "Z_4TAGS", "Z_FOK_2ITEMS"])
    #expect(try columns(fixture.connection(), "ZITEM").contains("Z2_NEXT"))
    #expect(try store.check().isSound)
    #expect(throws: StoreError.self) { try fixture.store(model: ManagedObjectModel(Self.small())) }
  }

  @Test("A number that no entity of the tree has is found by a check, and read without harm")
  func strangers() throws {
    let fixture = try StoreFixture(Bookshop.model())
    let store = try fixture.store()
    let id = ManagedObjectID(entity: 5, key: 1)
    let entity = fixture.model.entity(of: id)
    try store.makeWriter().transaction(.full) { transaction in
      let values = [PropertyValue](repeating: .null, count: entity.slotCount)
      try #require(try transaction.insert(Row(id: id, version: 0, values: values)) == .done)
    }
    try fixture.connection().execute("UPDATE ZITEM SET Z_ENT = 99")
    #expect(try !store.check().isSound)
    #expect(try store.makeReader().fetch(StoreQuery(entity: 2)).count == 1)
  }
}
