import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Keys of a file that is migrated")
struct MigrationKeysTests {
  private func model(_ parent: String?, more: [AttributeDescription] = []) throws -> ManagedObjectModel {
    let name = AttributeDescription("name", .string, isOptional: true)
    return try ManagedObjectModel([
      EntityDescription(nil, name: "Film", attributes: [name] + more),
      EntityDescription(nil, name: "Photo", parent: parent, attributes: parent == nil ? [name] : []),
    ])
  }

  @Test(
    "Trees that become one keep their rows apart, also if the highest keys are wrong",
    arguments: ["1", "0", "-9223372036854775808", "1e300", "NULL"])
  func highestKey(value: String) throws {
    let fixture = try StoreFixture(model(nil))
    try fixture.store().makeWriter().insert(
      [EntityNumber(1), 2].map {
        Row(id: ManagedObjectID(entity: $0, key: 1), version: 0, values: [.string("\($0)")])
      })
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(value)")
    let store = try fixture.store(StoreOptions(migration: .inferred), model: model("Film"))
    let rows = try store.makeReader().fetch(StoreQuery(entity: 1))
    #expect(rows.map(\.id.key) == [1, 2] && rows.map(\.values) == [[.string("1")], [.string("2")]])
    #expect(try store.makeWriter().reserveKeys(1, entity: 1) == 3..<4)
    #expect(try store.check().isSound)
  }

  @Test("A row with a key that is too high leaves room for insertions after a migration and a repair")
  func strayKey() throws {
    let fixture = try StoreFixture(model(nil))
    try fixture.store().makeWriter().insert(
      [1, 2].map { Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.null]) })
    try fixture.connection().execute(
      "UPDATE ZFILM SET Z_PK = \(Int64.max) WHERE Z_PK = 2; UPDATE Z_PRIMARYKEY SET Z_MAX = 5")
    let new = try model(nil, more: [.init("note", .string, isOptional: true)])
    let stage = MigrationStage.custom(from: fixture.model, to: new, ["Film": { _ in }])
    let store = try fixture.store(StoreOptions(migration: .staged([stage])), model: new)
    #expect(try store.makeReader().fetch(StoreQuery(entity: 1)).map(\.id.key) == [1, Int64.max])
    #expect(try store.makeWriter().reserveKeys(1, entity: 1) == 6..<7)
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 'x' WHERE Z_ENT = 1")
    _ = try store.repair()
    #expect(try store.makeWriter().reserveKeys(1, entity: 1) == 2..<3)
  }

  @Test("Trees do not become one if a row has a key that is too high")
  func strayKeyInJoinedTree() throws {
    let fixture = try StoreFixture(model(nil))
    try fixture.store().makeWriter().insert([
      Row(id: ManagedObjectID(entity: 2, key: 1), version: 0, values: [.null])
    ])
    try fixture.connection().execute("UPDATE ZPHOTO SET Z_PK = \(Int64.max)")
    let reason = "entities become one tree, and their keys are too high to be kept apart in it"
    #expect(throws: StoreError.otherModel(path: fixture.path, reason: reason)) {
      try fixture.store(StoreOptions(migration: .inferred), model: model("Film"))
    }
  }

  @Test("A stage that inserts an object beyond the highest possible key is refused")
  func noKeyLeft() throws {
    let fixture = try StoreFixture(model(nil))
    try fixture.store().makeWriter().insert([
      Row(id: ManagedObjectID(entity: 1, key: 1), version: 0, values: [.null])
    ])
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Connection.keys.upperBound)")
    let new = try model(nil, more: [.init("note", .string, isOptional: true)])
    let stage = MigrationStage.custom(from: fixture.model, to: new, ["Film": { try $0.insert("Film") }])
    let reason = "it has no usable highest key for Film"
    #expect(throws: StoreError.damaged(path: fixture.path, reason: reason)) {
      try fixture.store(StoreOptions(migration: .staged([stage])), model: new)
    }
  }
}
