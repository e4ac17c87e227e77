#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A writer that sends nothing within a transaction", .enabled(if: PostgresServer.isKnown))
  struct IdleLimitTests {
    private static func row(_ key: Int64) -> Row {
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
        version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
    }

    @Test("It loses the lock to the writer that waits, and nothing of its transaction is written")
    func stopped() throws {
      let schema = PostgresSchema()
      let store = try schema.store(
        Tree.model(), settings: PostgresSettings(idleTimeout: .milliseconds(1)))
      let other = try schema.store(Tree.model(), locking: LockPolicy(timeout: .seconds(600))).makeWriter()
      let error = #expect(throws: PostgresError.self) {
        try store.makeWriter().transaction(.full) { transaction in
          _ = try transaction.insert(Self.row(1))
          try other.transaction(.full) { _ = try $0.insert(Self.row(2)) }
          _ = try transaction.insert(Self.row(3))
        }
      }
      #expect(error?.kind == .connectionLost && error?.isOutage == true)
      #expect(try store.makeReader().fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key) == [2])
    }

    @Test(
      "Its limits hold within the transaction, unless the server has a stricter one",
      arguments: [("0", "2min"), ("1d", "2min"), ("30500ms", "30500ms")])
    func limits(setting: String, expected: String) throws {
      let connection = try PostgresServer.changed(
        settings: ["options": "-c idle_in_transaction_session_timeout=\(setting)"])
      let schema = PostgresSchema(connection)
      let store = try schema.store(Tree.model())
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      func values(_ connection: Connection) throws -> [String?] {
        let answer = try connection.run(
          """
          SELECT current_setting('idle_in_transaction_session_timeout'), current_setting('tcp_user_timeout'), \
          inet_client_addr() IS NOT NULL
          """)
        return [answer.text(0, 0), answer.boolean(0, 2) == true ? answer.text(0, 1) : nil]
      }
      let before = try values(writer.connection)
      try writer.transaction(.full) { _ in
        let within = try values(writer.connection)
        #expect(within[0] == expected && [nil, "20000"].contains(within[1]))
      }
      #expect(try values(writer.connection) == before)
      let reader = try #require(store.makeReader() as? PostgresReader)
      try reader.holdSnapshot()
      #expect(try values(reader.connection) == before, "a snapshot may be held for long")
    }

    @Test(
      "The server looks within 20 seconds for a machine that is gone, unless it is set otherwise",
      arguments: [
        ("", ["10", "3", "3"]),
        ("-c tcp_keepalives_idle=70 -c tcp_keepalives_interval=20", ["70", "20", "3"]),
      ])
    func keepalives(options: String, expected: [String]) throws {
      let connection = try PostgresServer.changed(settings: options.isEmpty ? [:] : ["options": options])
      let session = try PostgresSchema(connection).administrator()
      let answer = try session.run(
        """
        SELECT current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'), \
        current_setting('tcp_keepalives_count'), inet_client_addr() IS NOT NULL
        """)
      try #require(answer.boolean(0, 3) == true, "a Unix socket has no such settings")
      #expect((0..<3).map { answer.text(0, $0) } == expected)
    }
  }
#endif
