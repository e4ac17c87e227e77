import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("The log of a store in use, and after its coordinator was closed")
struct ClosingTests {
  @Test(
    "A coordinator that is closed leaves everything in one file, and goes on when it is used",
    arguments: [false, true])
  func closing(follows: Bool) async throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: follows)
    try store.makeWriter().insert((1...9).map { StoreFixture.row($0) })
    try await coordinator.reserveIDs(forEntityNamed: "Photo", count: 5)
    #expect(try logLength(fixture) > 0)
    await coordinator.close()
    #expect(try logLength(fixture) == 0)
    let copy = try StoreFixture()
    try FileManager.default.copyItem(atPath: fixture.path, toPath: copy.path)
    #expect(try copy.store().makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 9)

    #expect(try await coordinator.read { try $0.count(StoreQuery(entity: StoreFixture.photo)) } == 9)
    try await coordinator.reserveIDs(forEntityNamed: "Photo", count: 50)
    #expect(try logLength(fixture) > 0)
    try await coordinator.mergeExternalChanges()
    await coordinator.close()
    #expect(try logLength(fixture) == 0)
  }

  @MainActor
  @Test("A container reserves the first keys of all entities in one commit")
  func firstKeys() async throws {
    let fixture = try StoreFixture()
    await PersistentStoreCoordinator(store: try fixture.store()).close()
    let container = try PersistentContainer(store: fixture.store())
    await container.coordinator.drain()
    #expect(try fixture.connection().integer("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_MAX >= 64") == 2)
    // A header, and a page with its own.
    #expect(try logLength(fixture) == 32 + 24 + 4_096)
  }

  private func logLength(_ fixture: StoreFixture) throws -> Int {
    try fixture.files()["library.sqlite-wal"]?.count ?? 0
  }
}
