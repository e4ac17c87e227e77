#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Opening a connection to a PostgreSQL server", .enabled(if: PostgresServer.isKnown))
  struct LoginTests {
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
  }
#endif
