import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Transactions")
struct TransactionTests {
  struct Stop: Error {}

  let fixture: StoreFixture
  let store: SQLiteStore
  let writer: any StoreWriter
  let reader: any StoreReader

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.store()
    writer = try store.makeWriter()
    reader = try store.makeReader()
  }

  private func photos() throws -> [Row] { try reader.fetch(StoreQuery(entity: StoreFixture.photo)) }

  @Test("What a body wrote before it threw is gone, and the next transaction works")
  func rollback() throws {
    try writer.insert([StoreFixture.row(1)])
    let before = try photos()
    #expect(throws: Stop.self) {
      try writer.transaction(.full) { transaction in
        _ = try transaction.insert(StoreFixture.row(2))
        _ = try transaction.update(StoreFixture.row(1, title: "other", version: 1), slots: [1])
        _ = try transaction.delete(before[0].id, version: nil)
        throw Stop()
      }
    }
    #expect(try photos() == before)
    try writer.insert([StoreFixture.row(3)])
    #expect(try photos().map(\.id.key) == [1, 3])
  }

  @Test("An update writes only its slots and raises the version")
  func update() throws {
    try writer.insert([StoreFixture.row(1)])
    let change = StoreFixture.row(1, unique: "not written", title: "new", version: 1)
    #expect(try writer.transaction(.full) { try $0.update(change, slots: [1]) } == .done)
    #expect(try photos() == [StoreFixture.row(1, title: "new", version: 2)])
  }

  @Test("A row that another writer changed meanwhile is stale, for updates and deletes")
  func stale() throws {
    try writer.insert([StoreFixture.row(1)])
    let id = ManagedObjectID(entity: StoreFixture.photo, key: 1)
    let missing = ManagedObjectID(entity: StoreFixture.photo, key: 9)
    try writer.transaction(.full) { transaction in
      let outcomes = [
        try transaction.update(StoreFixture.row(1, title: "a", version: 1), slots: [1]),
        try transaction.update(StoreFixture.row(1, title: "b", version: 1), slots: [1]),
        try transaction.update(StoreFixture.row(9, title: "b", version: 1), slots: [1]),
        try transaction.delete(id, version: 1), try transaction.delete(missing, version: nil),
        try transaction.delete(id, version: 2), try transaction.delete(id, version: nil),
      ]
      #expect(outcomes == [.done, .stale, .stale, .stale, .stale, .done, .stale])
    }
    #expect(try photos().isEmpty)
  }

  @Test("A second row with the same unique values is a duplicate; the transaction goes on")
  func duplicate() throws {
    try writer.transaction(.normal) { transaction in
      let outcomes = [
        try transaction.insert(StoreFixture.row(1, unique: "a")),
        try transaction.insert(StoreFixture.row(2, unique: "a")),
        try transaction.insert(StoreFixture.row(3, unique: "b")),
        try transaction.update(StoreFixture.row(3, unique: "a", version: 1), slots: [0]),
      ]
      #expect(outcomes == [.done, .duplicate, .done, .duplicate])
    }
    #expect(
      try photos() == [
        StoreFixture.row(1, unique: "a", version: 1), StoreFixture.row(3, unique: "b", version: 1),
      ])
  }

  @Test("A key that is taken is an error that names the row, not a duplicate, and the transaction goes on")
  func takenKey() throws {
    let row = StoreFixture.row(1)
    try writer.insert([row])
    try writer.transaction(.normal) { transaction in
      #expect(throws: DuplicateKeyError(id: row.id)) {
        try transaction.insert(StoreFixture.row(1, unique: "other"))
      }
      _ = try transaction.insert(StoreFixture.row(2, unique: "second"))
    }
    #expect(try photos().map(\.id.key) == [1, 2])
  }

  @Test("Rows are found by what is unique and by what they refer to, uncommitted ones too")
  func lookups() throws {
    try writer.transaction(.normal) { transaction in
      for key in Int64(1)...4 { _ = try transaction.insert(StoreFixture.row(key, by: key % 2 + 1)) }
      let found = try transaction.row(entity: StoreFixture.photo, slots: [0], values: [.string("u3")])
      #expect(found == StoreFixture.row(3, by: 2, version: 1))
      let missing = try transaction.row(entity: StoreFixture.photo, slots: [0], values: [.null])
      #expect(missing == nil)
      let targets = [2, 7].map { ManagedObjectID(entity: StoreFixture.photographer, key: $0) }
      let sources = try transaction.sources(entity: StoreFixture.photo, slot: 3, targets: targets)
      #expect(sources.map(\.key).sorted() == [1, 3])
      #expect(try transaction.rows(sources).count == 2)
    }
  }

  @Test("Keys are never given out below one that was used")
  func highestKey() throws {
    try writer.insert([StoreFixture.row(41)])
    #expect(try writer.reserveKeys(2, entity: StoreFixture.photo) == 42..<44)
    try writer.insert([StoreFixture.row(42)])
    #expect(try writer.reserveKeys(1, entity: StoreFixture.photo) == 44..<45)
    #expect(try writer.reserveKeys(1, entity: StoreFixture.photographer) == 1..<2)
  }

  @Test("A reader sees the last commit, and does not wait for a transaction that is under way")
  func readersDoNotWait() throws {
    try writer.insert([StoreFixture.row(1)])
    try writer.transaction(.full) { transaction in
      _ = try transaction.insert(StoreFixture.row(2))
      #expect(try photos().map(\.id.key) == [1])
      #expect(try store.makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 1)
      #expect(try fixture.store().check().counts.map(\.rows) == [1, 0])
    }
    #expect(try photos().map(\.id.key) == [1, 2])
  }

  @Test("A reader cannot write")
  func readersCannotWrite() throws {
    #expect(throws: SQLiteError.self) { try store.readingConnection().execute("DELETE FROM ZPHOTO") }
  }

  @Test("Queries from within the rows of the same query do not disturb it")
  func nestedReads() throws {
    try writer.insert((1...5).map { StoreFixture.row($0) })
    let query = StoreQuery(entity: StoreFixture.photo, order: [FetchOrder("title", ascending: false)])
    var keys: [Int64] = []
    try reader.forEach(query, paths: ["title", "whoTook"]) { id, values in
      keys.append(id.key)
      #expect(values == [.string("title \(id.key)"), .null])
      try reader.forEach(query, paths: ["title", "whoTook"]) { _, _ in }
      #expect(try reader.rows([id]).count == 1)
    }
    #expect(keys == [5, 4, 3, 2, 1])
  }

  @Test("Limit, offset, count and IDs agree")
  func windows() throws {
    try writer.insert((1...9).map { StoreFixture.row($0) })
    let query = StoreQuery(entity: StoreFixture.photo, order: [FetchOrder("uploaded")], limit: 4, offset: 7)
    #expect(try reader.fetchIDs(query).map(\.key) == [8, 9])
    #expect(try reader.fetch(query).map(\.id.key) == [8, 9])
    #expect(try reader.count(query) == 2)
  }
}
