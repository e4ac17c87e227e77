#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A limit of PostgreSQL", .enabled(if: PostgresServer.isKnown))
  struct LimitTests {
    @Test("Properties may have the names of the columns that each table has by itself")
    func systemColumns() throws {
      let names = ["xMin", "xMax", "cmax", "ctid", "tableoid", "xmin_"]
      let model = try ManagedObjectModel([
        EntityDescription(
          nil, name: "Box",
          attributes: names.map { .init($0, .string, isOptional: true) },
          relationships: [.toOne("cMin", "Box"), .toOne("xmin1", "Box")], unique: [["xMax"]],
          indexes: [["xMin"]], fullTextIndex: ["ctid"])
      ])
      let schema = PostgresSchema()
      let entity = try #require(model.number(ofEntity: "Box"))
      let id = ManagedObjectID(entity: entity, key: 1, in: StoreIdentity(TestStores.identifier))
      let row = Row(
        id: id, version: 0,
        values: names.map { .string("a text of \($0)") } + [.reference(id), .null])
      try schema.store(model).makeWriter().transaction(.full) { _ = try $0.insert(row) }
      let reader = try schema.store(model).makeReader()
      #expect(try reader.rows([id]) == [row.saved])
      let query = StoreQuery(
        entity: entity, predicate: try FetchPredicate("xMin CONTAINS 'xMin' AND ctid CONTAINS[c] 'CTID'"),
        order: [FetchOrder("tableoid")])
      #expect(try reader.fetchIDs(query) == [id])
    }

    @Test("A timeout longer than the server's longest is as long as that", arguments: [3_000_000, Int64.max])
    func longTimeout(seconds: Int64) throws {
      let schema = PostgresSchema()
      let store = try schema.store(
        Tree.model(), settings: PostgresSettings(connectTimeout: .seconds(seconds)),
        locking: LockPolicy(timeout: .seconds(seconds)))
      let timeout = try store.layout.makeConnection().run("SHOW lock_timeout").text(0, 0)
      #expect(timeout == "\(Int32.max)ms")
    }

    @Test("A schema whose name the server would cut off is refused", arguments: [63, 64])
    func longSchema(length: Int) throws {
      let name = "test_" + String(repeating: "s", count: length - 5)
      let administrator = try PostgresSchema().administrator()
      defer { _ = try? administrator.execute("DROP SCHEMA IF EXISTS \(name) CASCADE") }
      func open() throws -> PostgresStore {
        try PostgresStore(
          connection: PostgresServer.connection ?? "", schema: name, model: Tree.model())
      }
      guard length > 63 else {
        #expect(try open().identifier == open().identifier)
        return
      }
      let error = #expect(throws: PostgresError.self) { try open() }
      #expect(error?.kind == .unsuitable && error?.description.contains("63 bytes") == true)
    }

    @Test(
      "A value that PostgreSQL cannot have is refused, and the connection goes on",
      .enabled(if: Seeds.areMany))
    func longValue() throws {
      let schema = PostgresSchema()
      let model = try ManagedObjectModel([
        EntityDescription(nil, name: "Sample", attributes: [.init("bytes", .binary)])
      ])
      let store = try schema.store(model)
      let entity = try #require(model.number(ofEntity: "Sample"))
      let id = ManagedObjectID(entity: entity, key: 1, in: StoreIdentity(TestStores.identifier))
      let writer = try store.makeWriter()
      func insert(_ count: Int) throws {
        try writer.transaction(.normal) {
          _ = try $0.insert(Row(id: id, version: 0, values: [.data(Data(count: count))]))
        }
      }
      let error = #expect(throws: PostgresError.self) { try insert(1 << 30) }
      #expect(error?.kind == .valueTooLong && error?.description.hasSuffix("Shorten the value") == true)
      let connection = store.layout.makeConnection()
      let question = Statement("SELECT length($1)", [.bytes(Data(count: 1 << 30))])
      #expect(throws: PostgresError.self) { try connection.run(question) }
      #expect(try connection.integer("SELECT 7::bigint") == 7)
      try insert(1_000)
    }
  }
#endif
