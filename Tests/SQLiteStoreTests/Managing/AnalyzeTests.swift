import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Statistics about the contents of a store")
struct AnalyzeTests {
  private static func model(_ attributes: [AttributeDescription]) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        nil, name: "Photo", attributes: [.init("title", .string)] + attributes, indexes: [["title"]])
    ])
  }

  private func filled() throws -> (fixture: StoreFixture, store: SQLiteStore) {
    let fixture = try StoreFixture(Self.model([]))
    let store = try fixture.store()
    try store.makeWriter().insert(
      (1...20).map {
        Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.string("title \($0 % 4)")])
      })
    return (fixture, store)
  }

  private func statistics(_ fixture: StoreFixture) throws -> [String] {
    try fixture.connection().texts(
      "SELECT stat FROM sqlite_stat1 WHERE tbl = 'ZPHOTO' AND idx = 'Z_Photo_title'")
  }

  @Test("The file contains statistics of each index, and stays sound")
  func analyze() throws {
    let (fixture, store) = try filled()
    try store.analyze()
    // 20 rows, 5 with the same title.
    #expect(try statistics(fixture) == ["20 5"])
    let check = try store.check()
    #expect(check.isSound, "\(check)")
  }

  @Test("A store with statistics can be migrated")
  func migration() throws {
    let (fixture, store) = try filled()
    try store.analyze()
    let new = try Self.model([.init("rating", .integer16, default: .integer(3))])
    let migrated = try fixture.store(StoreOptions(migration: .inferred), model: new)
    #expect(try migrated.makeReader().count(StoreQuery(entity: 1)) == 20)
    #expect(try migrated.check().isSound)
  }

  @Test("A read-only store is refused")
  func readOnly() throws {
    let (fixture, _) = try filled()
    let store = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(throws: StoreError.readOnly(path: fixture.path)) { try store.analyze() }
  }

  @Test("A canceled task gathers no statistics")
  func canceled() async throws {
    let (fixture, store) = try filled()
    let task = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      try store.analyze()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let tables = try fixture.connection().texts("SELECT name FROM sqlite_master WHERE name = 'sqlite_stat1'")
    #expect(tables.isEmpty)
  }
}
