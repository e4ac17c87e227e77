#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("The rights of users to a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct RightsTests {
    private static let options = StoreOptions(keepsHistory: true)

    private static func model(
      _ attributes: [AttributeDescription], name: String = "Bird", renaming former: String? = nil
    ) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(nil, name: name, attributes: attributes, renamingIdentifier: former)
      ])
    }

    /// Inserts a row in a commit of its own.
    private static func insert(_ key: Int64, _ values: [PropertyValue], by writer: any StoreWriter) throws {
      let id = ManagedObjectID(entity: 1, key: key, in: StoreIdentity(TestStores.identifier))
      let row = Row(id: id, version: 0, values: values)
      _ = try writer.commit(.full) { transaction in
        _ = try transaction.write([.insert(row)])
        var report = CommitReport()
        report.rows.inserted = [row.saved]
        return report
      }
    }

    @Test(
      "A model with more properties leaves users their rights, and begins the history without a former one")
    func addition() throws {
      let schema = PostgresSchema()
      let name = AttributeDescription("name", .string, isOptional: true)
      let first = try schema.store(Self.model([name]), options: Self.options)
      try Self.insert(1, [.string("heron")], by: first.makeWriter())
      let role = try PostgresRole(schema)
      let color = AttributeDescription("color", .string, isOptional: true, preservesValueInHistory: true)
      let model = try Self.model([name, color])
      let reader = try #require(
        schema.store(model, options: Self.options).makeReader() as? PostgresReader)
      #expect(try reader.history(PersistentHistoryRequest(.beginning)).isEmpty)
      #expect(try role.obstacle() == nil)
      let store = try role.store(model, options: Self.options)
      try Self.insert(2, [.string("owl"), .null], by: store.makeWriter())
      let guest = try #require(store.makeReader() as? PostgresReader)
      let transactions = try guest.history(PersistentHistoryRequest(.beginning))
      #expect(transactions.map(\.token.number) == [2] && transactions.map(\.changes.count) == [1])
    }

    @Test(
      "A model with another description of the same tables needs no rights to them, and waits for no reader")
    func otherDescription() throws {
      let schema = PostgresSchema()
      let wingspan = AttributeDescription("wingspan", .string)
      let mood = AttributeDescription("mood", .string, isOptional: true, isTransient: true)
      let (plain, moody) = (try Self.model([wingspan]), try Self.model([mood, wingspan]))
      try #require(plain.versionHashes == moody.versionHashes && plain.document != moody.document)
      let reader = try #require(
        schema.store(plain, options: Self.options).makeReader() as? PostgresReader)
      try reader.holdSnapshot()
      #expect(try reader.count(StoreQuery(entity: 1)) == 0)
      let role = try PostgresRole(schema)
      let locking = LockPolicy(timeout: .milliseconds(50))
      let store = try role.store(moody, options: Self.options, locking: locking)
      try Self.insert(1, [.null, .string("7")], by: store.makeWriter())
      let again = try schema.store(plain, options: Self.options, locking: locking)
      #expect(try again.makeReader().count(StoreQuery(entity: 1)) == 1)
      #expect(try reader.count(StoreQuery(entity: 1)) == 0)
    }

    @Test("A migration leaves users their rights to the tables, also to one with another name")
    func migration() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Self.model([.init("wingspan", .string)]), options: Self.options)
      let role = try PostgresRole(schema)
      let model = try Self.model([.init("wingspan", .integer64)], name: "Fowl", renaming: "Bird")
      var options = Self.options
      options.migration = .inferred
      _ = try schema.store(model, options: options)
      #expect(try role.obstacle() == nil)
      let store = try role.store(model, options: Self.options)
      try Self.insert(1, [.integer(7)], by: store.makeWriter())
      #expect(try store.makeReader().count(StoreQuery(entity: 1)) == 1)
    }

    @Test("A migration that a view prevents is refused with the name of the view, and made without it")
    func view() throws {
      let schema = PostgresSchema()
      let old = try Self.model([.init("wingspan", .string)])
      let store = try schema.store(old)
      let administrator = try schema.administrator()
      let view = administrator.server.name("all_birds")
      try administrator.execute(
        "CREATE VIEW \(view) AS SELECT * FROM \(administrator.server.name("bird"))")
      let model = try Self.model([.init("wingspan", .integer64)])
      func migrate() throws {
        _ = try schema.store(model, options: StoreOptions(migration: .inferred))
      }
      let error = #expect(throws: StoreError.self) { try migrate() }
      #expect(error?.description.contains("all_birds. Drop these views") == true)
      #expect(try schema.store(old).identifier == store.identifier)
      try administrator.execute("DROP VIEW \(view)")
      try migrate()
    }

    @Test(
      "A table of another program in the schema is no obstacle to writing, and the schema itself can be one")
    func obstacles() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Self.model([.init("wingspan", .string)]))
      let role = try PostgresRole(schema)
      let administrator = try schema.administrator()
      let table = administrator.server.name("bird")
      try administrator.execute(
        "CREATE TABLE \(administrator.server.name("a_copy")) AS SELECT * FROM \(table)")
      #expect(try role.obstacle() == nil)
      try administrator.execute("REVOKE DELETE ON \(table) FROM \(role.name)")
      #expect(try role.obstacle() == "the user \(role.name) lacks the right to change the table bird")
      try administrator.execute("REVOKE USAGE ON SCHEMA \(Server.quoted(schema.name)) FROM \(role.name)")
      #expect(
        try role.obstacle() == "the user \(role.name) lacks the right to use the schema \(schema.name)")
    }
  }
#endif
