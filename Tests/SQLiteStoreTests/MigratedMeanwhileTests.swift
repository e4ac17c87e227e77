import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A store whose file another program migrates or replaces")
struct MigratedMeanwhileTests {
  private let fixture: StoreFixture
  private let store: SQLiteStore
  private static let (animal, dog, zoo): (EntityNumber, EntityNumber, EntityNumber) = (1, 2, 3)

  private static func model(_ more: [EntityDescription] = [], zoo: [AttributeDescription] = []) throws
    -> ManagedObjectModel
  {
    try ManagedObjectModel(
      [
        EntityDescription(nil, name: "Animal", attributes: [.init("name", .string, isOptional: true)]),
        EntityDescription(nil, name: "Dog", parent: "Animal"),
        EntityDescription(
          nil, name: "Zoo", attributes: [.init("name", .string, isOptional: true)] + zoo),
      ] + more)
  }

  /// The model of the other program, in which dogs and zoos have other numbers.
  private static func newModel() throws -> ManagedObjectModel {
    try model(
      [EntityDescription(nil, name: "Cat", parent: "Animal")],
      zoo: [.init("picture", .binary, isOptional: true, allowsExternalStorage: true)])
  }

  init() throws {
    fixture = try StoreFixture(Self.model())
    store = try fixture.store()
  }

  private func dog(_ key: Int64) -> Row {
    Row(id: ManagedObjectID(entity: Self.dog, key: key), version: 0, values: [.string("dog \(key)")])
  }

  private var refusal: StoreError {
    .otherModel(
      path: fixture.path, reason: "it was migrated or replaced while it was open; open it again")
  }

  @Test("refuses to write, to reserve keys, to read, and to remove the files of the new model")
  func migrated() throws {
    let (writer, reader) = (try store.makeWriter(), try store.makeReader())
    let changes = try SQLiteChangeReader(
      store.readingConnection(), layout: store.layout, logs: store.readingLogs)
    try changes.prepare()
    try writer.insert([dog(1)])
    let query = StoreQuery(entity: Self.dog)
    #expect(try reader.count(query) == 1)
    let other = try fixture.store(model: Self.newModel())
    let newZoo = try #require(other.model.number(ofEntity: "Zoo"))
    try other.makeWriter().insert([
      Row(
        id: ManagedObjectID(entity: newZoo, key: 1), version: 0,
        values: [.null, .data(ExternalFixture.data(1))])
    ])
    #expect(throws: refusal) { try writer.transaction(.normal) { _ = try $0.insert(dog(2)) } }
    #expect(throws: refusal) { try writer.reserveKeys(1, entity: Self.zoo) }
    #expect(throws: refusal) { try writer.reserveKeys([Self.zoo: 1]) }
    #expect(throws: refusal) { try reader.fetch(query) }
    #expect(throws: refusal) { try reader.fetchIDs(query) }
    #expect(throws: refusal) { try reader.count(query) }
    #expect(throws: refusal) { try reader.rows([dog(1).id]) }
    #expect(throws: refusal) { try store.makeReader().count(query) }
    try changes.advance()
    #expect(throws: refusal) { try changes.changes() }
    #expect(throws: refusal) { try store.removeOrphanedFiles() }
    #expect(throws: refusal) { try store.check() }
    #expect(throws: refusal) { try store.repair() }
    #expect(try other.check().isSound)
    #expect(try other.makeReader().fetch(StoreQuery(entity: newZoo)).count == 1)
    #expect(try other.makeWriter().reserveKeys(1, entity: newZoo) == 2..<3)
  }

  @Test("continues after another version of the application or another index, which other connections notice")
  func compatible() throws {
    let (writer, reader) = (try store.makeWriter(), try store.makeReader())
    try writer.insert([dog(1)])
    let version = try fixture.connection().integer("PRAGMA schema_version")
    _ = try fixture.store(StoreOptions(application: .init(name: "Test", version: 2)))
    #expect(try fixture.connection().integer("PRAGMA schema_version") != version)
    try writer.insert([dog(2)])
    #expect(try reader.count(StoreQuery(entity: Self.dog)) == 2)
  }

  @Test("does not read another file that has taken the name")
  func replaced() throws {
    _ = try store.makeReader()
    let path = fixture.folder.appending(path: "other.sqlite").path
    _ = try SQLiteStore(path: path, model: fixture.model)
    try SQLiteStore.replace(at: fixture.path, with: path)
    #expect(throws: refusal) { try store.makeReader().count(StoreQuery(entity: Self.dog)) }
    #expect(throws: refusal) { try store.makeWriter().reserveKeys(1, entity: Self.animal) }
  }
}
