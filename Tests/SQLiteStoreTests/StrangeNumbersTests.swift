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

@Suite("Numbers of entities and of the history in a damaged store")
struct StrangeEntitiesTests {
  private let fixture: StoreFixture
  private let store: SQLiteStore
  private static let (animal, dog, zoo): (EntityNumber, EntityNumber, EntityNumber) = (1, 2, 3)

  init() throws {
    fixture = try StoreFixture(
      ManagedObjectModel([
        EntityDescription(nil, name: "Animal", attributes: [.init("name", .string, isOptional: true)]),
        EntityDescription(nil, name: "Dog", parent: "Animal"),
        EntityDescription(nil, name: "Zoo", relationships: [.toOne("star", "Animal")]),
      ]))
    store = try fixture.store(StoreOptions(keepsHistory: true))
    let dog = ManagedObjectID(entity: Self.dog, key: 1)
    try store.makeWriter().insert([
      Row(id: dog, version: 0, values: [.string("a")]),
      Row(id: ManagedObjectID(entity: Self.zoo, key: 1), version: 0, values: [.reference(dog)]),
    ])
  }

  @Test("An unknown number of an entity is read as that of the first", arguments: [99, -1, Int64.min])
  func entities(number: Int64) throws {
    try fixture.connection().execute(
      "UPDATE ZANIMAL SET Z_ENT = \(number); UPDATE ZZOO SET Z1_STAR = \(number)")
    // From now on, what is read is recorded.
    let changes = try SQLiteChangeReader(
      store.readingConnection(), layout: store.layout, logs: store.readingLogs)
    try changes.prepare()
    let reader = try store.makeReader()
    let ids = try reader.fetchIDs(StoreQuery(entity: Self.animal))
    #expect(ids == [ManagedObjectID(entity: Self.animal, key: 1)])
    #expect(try reader.rows(ids).map(\.values) == [[.string("a")]])
    var found: [ManagedObjectID] = []
    try reader.forEach(StoreQuery(entity: Self.animal), paths: ["name"]) { id, _ in found.append(id) }
    #expect(found == ids)
    #expect(try reader.fetch(StoreQuery(entity: Self.zoo)).map(\.values) == [[.reference(ids[0])]])
    try changes.advance()
    _ = try changes.changes()
  }

  @Test(
    "Keys and versions at the ends of their range are no trap", arguments: [Int64.min, -1, .max - 1, .max])
  func history(number: Int64) async throws {
    let coordinator = PersistentStoreCoordinator(store: store)
    let connection = try fixture.connection()
    func change() throws {
      let update = BatchUpdateRequest(
        FetchRequest<ManagedObject>(entity: "Animal"),
        set: [PropertyAssignment<ManagedObject>("name", to: .value(.string("b")))])
      _ = try coordinator.executeAndWait(update)
    }
    try change()
    let reading = try store.readingConnection()
    let follower = try #require(
      try SQLiteHistoryReader(reading, layout: store.layout, logs: store.readingLogs))
    for sql in [
      "UPDATE ZANIMAL SET Z_OPT = \(number)",
      "UPDATE ACHANGE SET Z_PK = \(number) WHERE Z_PK = (SELECT max(Z_PK) FROM ACHANGE)",
      "UPDATE ATRANSACTION SET Z_PK = \(number) WHERE Z_PK = (SELECT max(Z_PK) FROM ATRANSACTION)",
      "UPDATE Z_HISTORY SET Z_PURGED = \(number)",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(number) WHERE Z_ENT > 16000",
    ] {
      try connection.execute(sql)
      try? change()
      _ = try? await coordinator.history()
      try follower.advance()
      _ = try? follower.changes()
      _ = try? await coordinator.purgeHistory(before: .distantPast)
    }
    #expect(try store.makeReader().count(StoreQuery(entity: Self.animal)) == 1)
  }
}
