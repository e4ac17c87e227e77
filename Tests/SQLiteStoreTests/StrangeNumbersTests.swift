import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Numbers of a damaged store")
struct StrangeNumbersTests {
  let fixture: StoreFixture
  let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.store()
    try store.makeWriter().insert([StoreFixture.row(1, by: 1), StoreFixture.photographer(1)])
  }

  @Test(
    "as the highest key are refused in a sentence, and stay as they are",
    arguments: ["9223372036854775807", "-9223372036854775808", "-1", "1e300", "'many'", "NULL", "x'00'"])
  func highestKey(value: String) throws {
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(value)")
    let writer = try store.makeWriter()
    let error = try #require(throws: StoreError.self) {
      try writer.reserveKeys(64, entity: StoreFixture.photo)
    }
    #expect(
      error == .damaged(path: fixture.path, reason: "Z_PRIMARYKEY has no usable highest key for Photo"))
    let unchanged = try fixture.connection().integer(
      "SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_MAX IS \(value)")
    #expect(unchanged == 2)
    #expect(try !store.check().isSound)
  }

  @Test(
    "in any column of a row are read, checked and written over without a trap",
    arguments: [
      "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "9e999", "'text'", "x'00'", "NULL",
    ])
  func columns(value: String) throws {
    let connection = try fixture.connection()
    for column in ["Z_ENT", "Z_OPT", "ZUNIQUE", "ZTITLE", "ZUPLOADED", "ZWHOTOOK"] {
      try connection.execute(
        "SAVEPOINT before; UPDATE ZPHOTO SET \(column) = \(value) WHERE Z_PK = 1; RELEASE before")
      let reader = try store.makeReader()
      let row = try #require(try reader.rows([ManagedObjectID(entity: 1, key: 1)]).first)
      #expect(try reader.fetch(StoreQuery(entity: 1)).count == 1)
      _ = try store.check()
      try store.makeWriter().transaction(.normal) { transaction in
        _ = try transaction.update(
          Row(id: row.id, version: row.version, values: StoreFixture.row(1, by: 1).values),
          slots: [0, 1, 2, 3])
      }
      try connection.execute("UPDATE ZPHOTO SET Z_ENT = 1, Z_OPT = 1")
    }
  }
}
