import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Indexes of renamed attributes")
struct RenamedIndexTests {
  private func model(_ title: String) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        nil, name: "Photo",
        attributes: [.init(title, .string, renamingIdentifier: "title"), .init("views", .integer64)],
        unique: [[title, "views"]], indexes: [[.init(title)], ["views"], [.init(title), "views"]])
    ])
  }

  /// The first pages and the definitions of the indexes, by name.
  private func indexes(_ connection: Connection) throws -> [String: (page: Int64, sql: String)] {
    var indexes: [String: (Int64, String)] = [:]
    try connection.forEachRow(
      "SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''", []
    ) {
      indexes[$0.text(0)] = ($0.integer(1), $0.text(2))
    }
    return indexes
  }

  @Test(
    "have the contents of their columns after these have exchanged or shifted their names",
    arguments: [["Dog", "Bear"], ["Ant", "Bear", "Dog"]], [StoreMigration.additions, .inferred])
  func exchanged(entities: [String], migration: StoreMigration) throws {
    // The columns of several sub-entities that have the same name are numbered.
    func model(_ entities: [String]) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        [EntityDescription(nil, name: "Animal", attributes: [])]
          + entities.map {
            EntityDescription(
              nil, name: $0, parent: "Animal", attributes: [.init("owner", .integer64, isOptional: true)],
              unique: [["owner"]], indexes: [[.init("owner")]])
          })
    }
    let before = ["Bear", "Dog"]
    let fixture = try StoreFixture(model(before))
    let old = try fixture.store()
    for (place, name) in before.enumerated() {
      let number = try #require(fixture.model.number(ofEntity: name))
      try old.makeWriter().insert(
        (Int64(1)...50).map {
          let value = Int64(place) * 100 + $0
          return Row(
            id: ManagedObjectID(entity: number, key: value), version: 0, values: [.integer(value)])
        })
    }
    try old.analyze()
    let new = try model(entities)
    let migrated = try fixture.store(StoreOptions(migration: migration), model: new)
    #expect(try fixture.connection().texts("PRAGMA integrity_check") == ["ok"])
    #expect(try migrated.check().isSound)
    let fresh = try StoreFixture(new)
    _ = try fresh.store()
    #expect(
      try indexes(fixture.connection()).mapValues(\.sql) == indexes(fresh.connection()).mapValues(\.sql))
    for (place, name) in before.enumerated() {
      let query = StoreQuery(
        entity: try #require(new.number(ofEntity: name)),
        predicate: try FetchPredicate("owner == \(100 * place + 7)"))
      #expect(try migrated.makeReader().fetchIDs(query).map(\.key) == [Int64(100 * place + 7)])
    }
  }

  @Test("keep their contents and statistics, and have the names of a new file")
  func kept() throws {
    let fixture = try StoreFixture()
    let old = try fixture.store(model: model("title"))
    try old.makeWriter().insert(
      (1...200).map {
        Row(
          id: ManagedObjectID(entity: 1, key: $0, in: StoreIdentity(old.identifier)), version: 0,
          values: [.string("t\($0 % 50)"), .integer($0)])
      })
    try old.analyze()
    let other = try fixture.connection()
    let before = try indexes(other)
    let migrated = try fixture.store(StoreOptions(migration: .inferred), model: model("caption"))
    let after = try indexes(other)
    let fresh = try StoreFixture()
    _ = try fresh.store(model: model("caption"))
    let expected = try indexes(fresh.connection())
    #expect(before.count == 4 && Set(before.keys) != Set(after.keys))
    #expect(after.mapValues(\.sql) == expected.mapValues(\.sql))
    #expect(Set(after.values.map(\.page)) == Set(before.values.map(\.page)))
    // Statistics that name no index would be of no use.
    let named = try other.texts("SELECT idx FROM sqlite_stat1 WHERE idx IS NOT NULL")
    #expect(!named.isEmpty && named.allSatisfy { after[$0] != nil })
    #expect(try other.texts("PRAGMA integrity_check") == ["ok"])
    #expect(try migrated.check().isSound)
    let found = try migrated.makeReader().fetch(
      StoreQuery(entity: 1, predicate: try FetchPredicate("caption == 't7' AND views > 100")))
    #expect(found.map(\.id.key).sorted() == [107, 157])
  }
}
