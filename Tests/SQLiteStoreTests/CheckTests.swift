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
    "Keys and numbers that do not fit are reported",
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

  @Test(
    "Values that the model does not allow are found",
    arguments: [
      ("ZTITLE = 5 WHERE Z_PK = 4", nil), ("ZTITLE = NULL WHERE Z_PK = 4", nil),
      ("ZUNIQUE = NULL WHERE Z_PK IN (7, 9)", ("unique", .missing, 2, 7)),
      ("ZTITLE = x'61' WHERE Z_PK = 3", ("title", .wrongType, 1, 3)),
      ("ZUPLOADED = 'never' WHERE Z_PK > 18", ("uploaded", .wrongType, 2, 19)),
      ("ZUPLOADED = 5 WHERE Z_PK = 1", nil),
      ("ZWHOTOOK = 'x' WHERE Z_PK = 8", ("whoTook", .wrongType, 1, 8)),
    ] as [(String, (String, StoreCheck.ValueProblem.Kind, Int, Int64)?)])
  func values(damage: String, problem: (String, StoreCheck.ValueProblem.Kind, Int, Int64)?) throws {
    try fixture.connection().execute("UPDATE ZPHOTO SET " + damage)
    let check = try store.check()
    let expected = problem.map { property, kind, rows, first in
      StoreCheck.ValueProblem(
        entity: "Photo", property: property, kind: kind, rows: rows,
        first: ManagedObjectID(entity: StoreFixture.photo, key: first))
    }
    #expect(check.valueProblems == (expected.map { [$0] } ?? []))
    #expect(problem == nil || !check.isSound)
  }

  @Test(
    "Numbers outside the range of their type are found", arguments: [(32_768, 1), (32_767, 0), (-32_769, 1)])
  func ranges(number: Int, problems: Int) throws {
    let model = try StoreFixture.libraryModel(photoAttributes: [
      AttributeDescription("number", .integer16, isOptional: true)
    ])
    let fixture = try StoreFixture(model)
    let store = try fixture.store()
    try fixture.connection().run(
      "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZUNIQUE, ZNUMBER) VALUES (1, 1, 1, 'a', ?)",
      [.integer(Int64(number))])
    #expect(try store.check().valueProblems.count == problems)
  }

  @Test("A damaged page is reported in SQLite's words")
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
