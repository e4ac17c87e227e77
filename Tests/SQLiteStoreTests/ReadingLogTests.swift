import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Readings beside the comparison of states")
struct ReadingLogTests {
  @Test("A reading in a snapshot counts from the beginning of the snapshot")
  func snapshot() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let reader = try #require(try store.makeReader() as? SQLiteReader)
    let follower = try SQLiteChangeReader(
      store.readingConnection(), layout: store.layout, logs: store.readingLogs)
    try follower.prepare()
    let writer = try store.makeWriter()
    let row = StoreFixture.row(1)
    let query = StoreQuery(entity: StoreFixture.photo)
    // The follower compares a state before the row with one after it.
    try writer.insert([row])
    try reader.snapshot {
      #expect(try reader.count(query) == 1)
      #expect(try writer.transaction(.normal) { try $0.delete(row.id, version: nil) } == .done)
      try follower.advance()
      #expect(try follower.changes().isEmpty)
      #expect(try reader.fetchIDs(query) == [row.id])
    }
    follower.beginLook()
    #expect(follower.endLook())
    try follower.advance()
    #expect(try follower.changes().isReload)
  }
}
