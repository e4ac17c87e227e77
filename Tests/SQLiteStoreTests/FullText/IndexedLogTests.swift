import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The log of a store while its full-text index is made")
struct IndexedLogTests {
  @Test(
    "A coordinator that follows other programs does not keep the log from being copied",
    .timeLimit(.minutes(10)))
  func following() async throws {
    let fixture = try StoreFixture(Notes.model())
    do {
      let store = try fixture.store()
      let writer = try #require(try store.makeWriter() as? SQLiteWriter)
      try writer.insert((1...5_000).map { Notes.row($0, "note number \($0) of the sea") })
    }
    let store = try fixture.store()
    let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: true)
    // Which opens the writer, and its indexer.
    while try store.rowsToIndex() != 0 { try await coordinator.mergeExternalChanges() }
    try await coordinator.mergeExternalChanges()
    let connection = try store.readingConnection()
    var copied: (log: Int64, copied: Int64) = (-1, 0)
    try connection.forEachRow("PRAGMA wal_checkpoint(PASSIVE)", []) {
      copied = ($0.integer(1), $0.integer(2))
    }
    #expect(copied.log == copied.copied, "\(copied)")
    await coordinator.drain()
  }
}
