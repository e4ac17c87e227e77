import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Looking over a store")
struct CheckTests {
  let fixture: StoreFixture
  let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.store()
    let writer = try store.makeWriter()
    try writer.insert((1...20).map { StoreFixture.row($0, by: $0 % 3 + 1) })
    try writer.insert((1...3).map { StoreFixture.photographer($0) })
  }

  @Test("A sound store is counted and measured")
  func sound() throws {
    let check = try store.check()
    #expect(check.isSound)
    #expect(check.counts == [.init(entity: "Photo", rows: 20), .init(entity: "Photographer", rows: 3)])
    #expect(check.pageSize == 4096)
    #expect(check.fileSize == check.pages * 4096)
    #expect(check.freePages == 0)
  }

  @Test("Rows that refer to one that is not there are listed")
  func orphans() throws {
    try fixture.connection().execute("DELETE FROM ZPHOTOGRAPHER WHERE Z_PK = 1")
    let check = try store.check()
    #expect(!check.isSound)
    let ids = stride(from: Int64(3), through: 18, by: 3).map { ManagedObjectID(entity: 1, key: $0) }
    #expect(check.orphans.map(\.entity) == ["Photo"])
    #expect(check.orphans.map(\.relationship) == ["whoTook"])
    #expect(check.orphans.map { $0.ids.sorted() } == [ids])
  }

  @Test(
    "Keys and numbers that do not fit are told",
    arguments: [
      (
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 19 WHERE Z_ENT = 1",
        "Photo has the key 20, and 19 is the highest that was given out"
      ),
      (
        "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 2",
        "Z_PRIMARYKEY does not list Photographer under the number 2"
      ),
      ("UPDATE ZPHOTO SET Z_ENT = 2 WHERE Z_PK < 3", "2 rows of Photo bear the number of another entity"),
    ])
  func keys(damage: String, problem: String) throws {
    try fixture.connection().execute(damage)
    let check = try store.check()
    #expect(check.keyProblems == [problem])
    #expect(!check.isSound)
  }

  @Test("A damaged page is told in SQLite's words")
  func damage() throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
    try handle.seekToEnd()
    try handle.seek(toOffset: handle.offset() - 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try handle.close()
    #expect(try !store.check().damage.isEmpty)
  }

  @Test("Text of a foreign writer that is not UTF-8 and values of other types are read without harm")
  func foreignValues() throws {
    try fixture.connection().execute(
      "UPDATE ZPHOTO SET ZTITLE = CAST(x'61FF62' AS TEXT), ZUPLOADED = 'never', ZWHOTOOK = 'x' WHERE Z_PK = 1"
    )
    let row = try store.makeReader().rows([ManagedObjectID(entity: 1, key: 1)])
    #expect(row.first?.values[1] == .string("a\u{FFFD}b"))
    #expect(row.first?.values[2] == .date(Date(timeIntervalSinceReferenceDate: 0)))
  }
}
