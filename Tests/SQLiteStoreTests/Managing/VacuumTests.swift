import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Compacting a file")
struct VacuumTests {
  @Test("The file becomes smaller, rows keep keys and versions, and readers go on")
  func compacting() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let (writer, reader) = try (store.makeWriter(), store.makeReader())
    try writer.insert(
      (Int64(1)...2_000).map { StoreFixture.row($0, title: String(repeating: "x", count: 500)) })
    try writer.transaction(.normal) { transaction in
      for key in Int64(1)...1_900 {
        _ = try transaction.delete(ManagedObjectID(entity: StoreFixture.photo, key: key), version: nil)
      }
    }
    let rows = try reader.fetch(StoreQuery(entity: StoreFixture.photo))
    var progress: [VacuumProgress] = []
    try store.vacuum { progress.append($0) }
    guard case .began(_, let size, let free) = progress.first, case .ended(_, size, let after) = progress.last
    else {
      Issue.record("\(progress)")
      return
    }
    #expect(progress.count == 2 && free > size / 2 && after < size / 2)
    #expect(try reader.fetch(StoreQuery(entity: StoreFixture.photo)) == rows)
    let check = try store.check()
    #expect(check.isSound && check.freePages == 0)
    try writer.insert([StoreFixture.row(5_000)])
  }

  @Test("Rows of join tables keep their keys")
  func joinTables() throws {
    let fixture = try StoreFixture(
      ManagedObjectModel([
        EntityDescription(
          Photo.self, attributes: [AttributeDescription("name", .string, isOptional: true)],
          relationships: [.toMany("cameras", "Camera", inverse: "photos")]),
        EntityDescription(
          Camera.self, attributes: [AttributeDescription("name", .string, isOptional: true)],
          relationships: [.toMany("photos", "Photo", inverse: "cameras")]),
      ]))
    let store = try fixture.store()
    let link = try #require(fixture.model.storedEntities.first { $0.isLink })
    let (writer, reader) = try (store.makeWriter(), store.makeReader())
    let targets = link.toOneRelationships.map { fixture.model.number(ofEntity: $0.destination) ?? 0 }
    try writer.insert(
      [Int64(3), 40, 500].flatMap { key in
        targets.map {
          Row(id: ManagedObjectID(entity: $0, key: key), version: 0, values: [.null])
        } + [
          Row(
            id: ManagedObjectID(entity: link.number, key: key * 2), version: 0,
            values: targets.map { .reference(ManagedObjectID(entity: $0, key: key)) })
        ]
      })
    try store.vacuum()
    #expect(try reader.fetchIDs(StoreQuery(entity: link.number)).map(\.key) == [6, 80, 1_000])
  }

  @Test("Without free space beside the file, nothing is written and the sentence says the sizes")
  func noSpace() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let before = try fixture.files()
    let error = #expect(throws: StoreError.self) { try store.vacuum(availableSpace: { _ in 1_000 }) }
    #expect(error?.description.hasSuffix("and 1000 are free; remove other files") == true)
    #expect(try fixture.files() == before)
  }

  @Test("A read-only store is refused")
  func readOnly() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let store = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(throws: StoreError.readOnly(path: fixture.path)) { try store.vacuum() }
  }
}
