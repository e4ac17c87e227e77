import Foundation
import ObjectGraph
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
}
