#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A PostgreSQL store whose changes are published", .enabled(if: PostgresServer.isKnown))
  struct PublicationTests {
    private static let options = StoreOptions(keepsHistory: true)

    /// The statement that takes from the history's table what stores of earlier versions lack.
    private static func removal(_ server: Server) -> String {
      "ALTER TABLE \(server.name(Schema.Table.history)) REPLICA IDENTITY DEFAULT"
    }

    /// Publishes the tables of a schema, and returns the name of the publication.
    private static func publish(_ schema: PostgresSchema, _ administrator: Connection) throws -> String {
      let name = "publication_" + UUID().uuidString.prefix(8).lowercased()
      let code = """
        BEGIN EXECUTE (SELECT 'CREATE PUBLICATION \(name) FOR TABLE ' || string_agg(c.oid::regclass::text, ', ') \
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = \(Server.literal(schema.name)) \
        AND c.relkind = 'r' AND c.relpersistence = 'p'); END
        """
      try administrator.execute("DO \(Server.literal(code))")
      return name
    }

    @Test(
      "Rows are written, and the history is purged, also in a store of an earlier version",
      arguments: [true, false])
    func commits(isOld: Bool) throws {
      let schema = PostgresSchema()
      var store = try schema.store(Tree.model(), options: Self.options)
      let administrator = try schema.administrator()
      if isOld {
        try administrator.execute(Self.removal(administrator.server))
        store = try schema.store(Tree.model(), options: Self.options)
      }
      let name = try Self.publish(schema, administrator)
      defer { _ = try? administrator.execute("DROP PUBLICATION \(name)") }
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let id = ManagedObjectID(entity: Tree.branch, key: 1, in: StoreIdentity(TestStores.identifier))
      let row = Row(id: id, version: 0, values: [.string("b"), .null, .null, .null])
      let report = try writer.commit(.full) { transaction in
        _ = try transaction.write([.insert(row)])
        var report = CommitReport()
        report.rows.inserted = [row.saved]
        return report
      }
      try writer.transaction(.full) { _ = try $0.delete(id, version: nil) }
      #expect(try writer.purgeHistory(before: .token(#require(report.historyToken))) == 0)
      #expect(try store.makeReader().count(StoreQuery(entity: Tree.branch)) == 0)
    }

    @Test("A store of an earlier version is updated to another model, which begins its history again")
    func update() throws {
      func model(_ attributes: String...) throws -> ManagedObjectModel {
        try ManagedObjectModel([
          EntityDescription(
            nil, name: "Book",
            attributes: attributes.map { AttributeDescription($0, .string, isOptional: true) })
        ])
      }
      let schema = PostgresSchema()
      _ = try schema.store(model("title"), options: Self.options)
      let administrator = try schema.administrator()
      try administrator.execute(Self.removal(administrator.server))
      let name = try Self.publish(schema, administrator)
      defer { _ = try? administrator.execute("DROP PUBLICATION \(name)") }
      let store = try schema.store(model("title", "subtitle"), options: Self.options)
      #expect(try store.makeReader().count(StoreQuery(entity: 1)) == 0)
    }

    @Test("Opening a store of an earlier version does not wait for a reader of its history")
    func reader() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model(), options: Self.options)
      let administrator = try schema.administrator()
      let history = administrator.server.name(Schema.Table.history)
      func identity() throws -> String? {
        try administrator.run(
          "SELECT relreplident::text FROM pg_class WHERE oid = \(Server.literal(history))::regclass"
        ).text(0, 0)
      }
      #expect(try identity() == "f")
      try administrator.execute(Self.removal(administrator.server))
      let other = try schema.administrator()
      try other.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try other.run("SELECT last FROM \(history)")
      _ = try schema.store(Tree.model(), options: Self.options)
      #expect(try identity() == "d")
      other.rollBack()
      _ = try schema.store(Tree.model(), options: Self.options)
      #expect(try identity() == "f")
    }
  }
#endif
