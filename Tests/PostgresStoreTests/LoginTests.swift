#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Opening a connection to a PostgreSQL server", .enabled(if: PostgresServer.isKnown))
  struct LoginTests {
    @Test(
      "Several hosts share the time for connecting in whole seconds, with two at least",
      arguments: [
        ("postgresql://a/photos", 10, 10), ("postgresql://a,b/photos", 10, 5),
        ("host=a,b,c,d dbname=p", 5, 2), ("host=a,b,c dbname=p", 10, 3), ("postgresql://a,b/photos", 5, 2),
        ("postgresql://a,b/photos", 1, 1), ("postgresql://a,b/photos?connect_timeout=3", 10, nil),
      ] as [(String, Int, Int32?)])
    func timeouts(address: String, seconds: Int, expected: Int32?) throws {
      let server = Server(
        address: try ServerAddress(address, environment: [:]), schema: "none",
        settings: PostgresSettings(connectTimeout: .seconds(seconds)))
      #expect(server.secondsOfHost == expected)
    }

    @Test("A warning that the server sends during the login does not reach standard error")
    func notices() async throws {
      let schema = PostgresSchema()
      let administrator = try schema.administrator()
      let suffix = UUID().uuidString.prefix(8).lowercased()
      let (role, gone) = ("warned_\(suffix)", "gone_\(suffix)")
      // Each login of the first role warns that the second one does not exist.
      try administrator.execute(
        """
        CREATE ROLE \(gone); CREATE ROLE \(role) LOGIN PASSWORD 'p'; ALTER ROLE \(role) SET role = '\(gone)'; \
        DROP ROLE \(gone)
        """)
      defer { _ = try? administrator.execute("DROP ROLE \(role)") }
      let connection = try PostgresServer.changed(user: role, password: "p")
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [connection = connection as String] in
        let server = Server(
          address: try ServerAddress(connection), schema: "none", settings: PostgresSettings())
        let answer = try Connection(server).run("SELECT 1::bigint")
        exit(answer.integer(0, 0) == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(!errors.contains(gone))
    }

    @Test(
      "The process of a session is that of the server, also behind a pooler that sends numbers of its own")
    func process() throws {
      let pooler = try RelayedServer(rewriter: { bytes in
        // The message BackendKeyData of the protocol: its type, its length, and the process.
        guard let key = bytes.firstRange(of: [UInt8(ascii: "K"), 0, 0, 0, 12]) else { return bytes }
        var changed = bytes
        changed[key.upperBound + 3] ^= 0xFF
        return changed
      })
      let server = Server(
        address: try ServerAddress(pooler.connection), schema: "none", settings: PostgresSettings())
      let connection = Connection(server)
      let process = try connection.integer("SELECT pg_backend_pid()")
      #expect(try Int64(connection.open().process) == process)
    }
  }
#endif
