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
