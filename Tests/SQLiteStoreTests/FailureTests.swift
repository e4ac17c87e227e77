import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Failures of the file")
struct FailureTests {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.store()
    try store.makeWriter().insert([StoreFixture.row(1)])
  }

  private func fetch() throws -> [Row] {
    try store.makeReader().fetch(StoreQuery(entity: StoreFixture.photo))
  }

  @Test("A database that cannot grow says that the disk is full, and keeps what it had")
  func full() throws {
    let connection = try StoreFile(fixture.path).connectionForWriting()
    try connection.execute("PRAGMA max_page_count = 1")
    let writer = try SQLiteWriter(
      connection, checkpointer: Checkpointer(StoreFile(fixture.path)), layout: store.layout)
    let rows = (2...500).map { StoreFixture.row($0, title: String(repeating: "x", count: 1_000)) }
    #expect(throws: StoreError.diskFull(path: fixture.path)) { try writer.insert(rows) }
    #expect(try fetch().count == 1)
  }

  @Test("A table or column that is missing is named as damage", arguments: ["table ZPHOTO", "column ZTITLE"])
  func missing(part: String) throws {
    let sql =
      part.hasPrefix("table") ? "DROP TABLE ZPHOTO" : "ALTER TABLE ZPHOTO RENAME COLUMN ZTITLE TO ZNAME"
    try fixture.connection().execute(sql)
    let error = #expect(throws: StoreError.self) { try fetch() }
    guard case .damaged(fixture.path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(part.split(separator: " ")[1]) && reason.hasSuffix("is missing"))
  }

  @Test("A trigger that refuses a write is named")
  func trigger() throws {
    try fixture.connection().execute(
      "CREATE TRIGGER refusal BEFORE INSERT ON ZPHOTO BEGIN SELECT RAISE(ABORT, 'no more photos'); END")
    let reason = "a trigger in the file refuses it (no more photos)"
    #expect(throws: StoreError.cannotWrite(path: fixture.path, reason: reason)) {
      try store.makeWriter().insert([StoreFixture.row(2)])
    }
  }

  @Test("Pages that do not fit together are damage, and nothing quotes SQL")
  func damage() throws {
    try store.makeWriter().insert((2...2_000).map { StoreFixture.row($0) })
    #expect(try fixture.connection().checkpoint(.truncate))
    let pages = try #require(StoreFile(fixture.path).size()) / 4_096
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
    // All but the first page, which holds the header, and the second, which holds the schema.
    for page in 10..<pages {
      try file.seek(toOffset: UInt64(page * 4_096))
      try file.write(contentsOf: Data(repeating: 0xAB, count: 4_096))
    }
    try file.close()
    let error = #expect(throws: StoreError.self) { try fetch() }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!String(describing: error).contains("SELECT"))
  }
}
