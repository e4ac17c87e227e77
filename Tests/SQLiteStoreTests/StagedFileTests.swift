import Foundation
import ObjectGraph
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("The file of a staged migration")
struct StagedFileTests {
  private func model(_ names: [String], _ type: AttributeType = .string) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(nil, name: "Person", attributes: names.map { .init($0, type, isOptional: true) })
    ])
  }

  private static let id = ManagedObjectID(entity: 1, key: 1)

  @Test("Rows that a custom stage has read are read with the layout of the last model afterwards")
  func laterStage() throws {
    let (first, second, third) = (
      try model(["a", "b"]), try model(["a", "b", "c"]), try model(["zero", "a", "b", "c"])
    )
    let fixture = try StoreFixture(first)
    try fixture.store().makeWriter().insert([
      Row(id: Self.id, version: 0, values: [.string("1"), .string("2")])
    ])
    let migration = StoreMigration.staged([
      .custom(from: first, to: second, ["Person": { $0["c"] = .string("3") }]),
      .inferred(from: second, to: third),
    ])
    let store = try fixture.store(StoreOptions(migration: migration), model: third)
    let rows = try store.makeReader().rows([Self.id])
    #expect(rows.map(\.values) == [[.null, .string("1"), .string("2"), .string("3")]])
  }

  @Test("Rows that a stage inserts or deletes start the history again")
  @MainActor func history() async throws {
    let (first, second) = (try model(["a"]), try model(["a"], .integer64))
    let fixture = try StoreFixture(first)
    let store = try fixture.store(StoreOptions(keepsHistory: true))
    try store.makeWriter().insert([Row(id: Self.id, version: 0, values: [.null])])
    let token = try #require(await PersistentStoreCoordinator(store: store).historyToken())
    let migration = StoreMigration.staged([.custom(from: first, to: second, ["Person": { $0.delete() }])])
    let migrated = try fixture.store(StoreOptions(migration: migration), model: second)
    await #expect(throws: PersistentHistoryError.expired(token: token)) {
      try await PersistentStoreCoordinator(store: migrated).history(.after(token))
    }
  }

  @Test("The number of statements about the rows that refer to deleted objects does not grow with these")
  func deletionStatements() throws {
    func model(_ type: AttributeType) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Film", attributes: [.init("speed", type, isOptional: true)],
          relationships: [.toMany("photos", "Photo", inverse: "film")]),
        EntityDescription(nil, name: "Photo", relationships: [.toOne("film", "Film", inverse: "photos")]),
      ])
    }
    func statements(films: Int64) throws -> Int {
      let fixture = try StoreFixture(model(.integer32))
      try fixture.store().makeWriter().insert(
        (1...films).map { Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.null]) }
          + [
            Row(
              id: ManagedObjectID(entity: 2, key: 1), version: 0,
              values: [.reference(ManagedObjectID(entity: 1, key: films))])
          ])
      let new = try model(.string)
      let stage = MigrationStage.custom(from: fixture.model, to: new, ["Film": { $0.delete() }])
      let count = Mutex(0)
      let store = try SQLiteStore(
        path: fixture.path, model: new, options: StoreOptions(migration: .staged([stage])),
        trace: SQLTrace { event in if event.statement.contains("ZPHOTO") { count.withLock { $0 += 1 } } })
      let reader = try store.makeReader()
      #expect(try reader.count(StoreQuery(entity: 1)) == 0)
      #expect(try reader.fetch(StoreQuery(entity: 2)).map(\.values) == [[.null]])
      return count.withLock { $0 }
    }
    let (one, many) = (try statements(films: 1), try statements(films: 30))
    #expect(one > 0 && many == one)
  }

  // MARK: External data

  private struct Stop: Error {}

  /// The model of ``ExternalFixture`` with another attribute.
  private func newModel() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Person.self,
        attributes: [
          .init("name", .string, isOptional: true),
          .init("avatar", .binary, isOptional: true, allowsExternalStorage: true),
          .init("note", .string, isOptional: true),
        ], unique: [["name"]])
    ])
  }

  private func migrate(_ library: ExternalFixture, _ mapping: @escaping MigrationStage.ObjectMapping) throws {
    let model = try newModel()
    let stage = MigrationStage.custom(from: library.fixture.model, to: model, ["Person": mapping])
    _ = try library.fixture.store(StoreOptions(migration: .staged([stage])), model: model)
  }

  @Test("The files of a stage that fails are removed, and those of the rows stay")
  func failure() throws {
    let library = try ExternalFixture()
    try library.writer.insert((1...2).map { ExternalFixture.person($0, avatar: ExternalFixture.data(1)) })
    let files = try library.files()
    #expect(throws: Stop.self) {
      try migrate(library) { person in
        if person.objectID?.key == 2 { throw Stop() }
        person["avatar"] = .data(ExternalFixture.data(2))
      }
    }
    #expect(try library.files() == files && library.store.check().isSound)
  }

  @Test("The files of values that a stage replaces are removed")
  func replaced() throws {
    let library = try ExternalFixture()
    try library.writer.insert((1...2).map { ExternalFixture.person($0, avatar: ExternalFixture.data(1)) })
    try migrate(library) { person in
      person["avatar"] = person.objectID?.key == 1 ? .null : .data(ExternalFixture.data(2))
    }
    #expect(try library.files().count == 1)
    let store = try library.fixture.store(model: newModel())
    #expect(try store.check().isSound)
    #expect(
      try store.makeReader().fetch(StoreQuery(entity: 1)).map { $0.values[1] } == [
        .null, .data(ExternalFixture.data(2)),
      ])
  }
}
