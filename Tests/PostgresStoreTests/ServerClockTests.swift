#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("The clock of a PostgreSQL server", .enabled(if: PostgresServer.isKnown))
  struct ServerClockTests {
    /// Returns a connection string with which the clock of the server shows the second day of 2001.
    private static func connection(_ schema: PostgresSchema) throws -> String {
      let name = Server.quoted(schema.name)
      try schema.administrator().execute(
        """
        CREATE SCHEMA \(name); CREATE FUNCTION \(name).clock_timestamp() RETURNS timestamptz LANGUAGE sql \
        AS $$ SELECT timestamptz '2001-01-02 00:00:00+00' $$
        """)
      return try PostgresServer.changed(settings: ["options": "-c search_path=\(name),pg_catalog"])
    }

    @Test("Commits have its time, and a computer whose clock is ahead purges none that are not old")
    func history() throws {
      let schema = PostgresSchema()
      let store = try PostgresStore(
        connection: Self.connection(schema), schema: schema.name, model: Tree.model(),
        options: StoreOptions(identifier: TestStores.identifier, keepsHistory: true))
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let id = ManagedObjectID(entity: Tree.branch, key: 1, in: StoreIdentity(TestStores.identifier))
      let row = Row(id: id, version: 0, values: [.string("b"), .null, .null, .null])
      _ = try writer.commit(.full) { transaction in
        _ = try transaction.write([.insert(row)])
        var report = CommitReport()
        report.rows.inserted = [row.saved]
        return report
      }
      let reader = try #require(store.makeReader() as? PostgresReader)
      let transactions = try reader.history(PersistentHistoryRequest(.beginning))
      #expect(transactions.map(\.date) == [Date(timeIntervalSinceReferenceDate: 86_400)])
      #expect(try writer.purgeHistory(before: .date(Date(timeIntervalSinceNow: -7 * 86_400))) == 0)
      #expect(try writer.purgeHistory(before: .date(.distantFuture)) == 1)
    }
  }
#endif
