#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A history of which a crash of the server lost the end", .enabled(if: PostgresServer.isKnown))
  struct LostHistoryTests {
    private static let options = StoreOptions(keepsHistory: true)

    private static func id(_ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier))
    }

    /// Inserts a row, and returns the token of the commit.
    @discardableResult
    private static func insert(
      _ key: Int64, _ durability: Durability = .full, by writer: any StoreWriter
    ) throws -> PersistentHistoryToken {
      let row = Row(id: id(key), version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
      let report = try writer.commit(durability) { transaction in
        _ = try transaction.write([.insert(row)])
        var report = CommitReport()
        report.rows.inserted = [row.saved]
        return report
      }
      return try #require(report.historyToken)
    }

    /// Removes the last transaction, as a server does that crashed before it was on the disk.
    private static func loseLast(_ connection: Connection) throws {
      let server = connection.server
      try connection.execute(
        """
        DELETE FROM \(server.name(HistorySchema.Table.changes)) c USING \(server.name(Schema.Table.history)) h \
        WHERE c.transaction = h.last; \
        DELETE FROM \(server.name(HistorySchema.Table.transactions)) t USING \(server.name(Schema.Table.history)) h \
        WHERE t.number = h.last; UPDATE \(server.name(Schema.Table.history)) SET last = last - 1; \
        TRUNCATE \(server.name(Continuity.tableName))
        """)
    }

    @Test(
      "A token of a lost transaction expires, and a reader of changes reports that anything may have changed",
      arguments: [true, false])
    func lost(isNewWriter: Bool) throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model(), options: Self.options)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let other = try #require(store.makeWriter() as? PostgresWriter)
      let changes = try store.makeExternalChangeReader(for: writer)
      try Self.insert(1, by: writer)
      if !isNewWriter { try Self.insert(2, by: other) }
      let kept = try #require(try (store.makeReader() as? PostgresReader)?.historyToken())
      let behind = try store.makeExternalChangeReader(for: other)
      let lost = try Self.insert(3, by: writer)
      var report = CommitReport()
      report.historyToken = lost
      changes.record(report)
      try changes.advance()
      _ = try changes.changes()
      try Self.loseLast(schema.administrator())
      let token = try Self.insert(4, by: other)
      #expect(token.number == lost.number && token != lost)
      let reader = try #require(store.makeReader() as? PostgresReader)
      #expect(throws: PersistentHistoryError.expired(token: lost)) {
        try reader.history(PersistentHistoryRequest(.token(lost)))
      }
      #expect(
        try reader.history(PersistentHistoryRequest(.beginning)).map(\.token.number)
          == Array(1...token.number))
      #expect(try reader.history(PersistentHistoryRequest(.token(kept))).map(\.token) == [token])
      try changes.advance()
      #expect(try changes.changes().isReload)
      try behind.advance()
      #expect(try behind.changes().inserted == [Self.id(4)], "it had not read the lost transaction")
      let next = try Self.insert(5, by: other)
      #expect(next.history == token.history)
      try changes.advance()
      let found = try changes.changes()
      #expect(found.inserted == [Self.id(5)] && !found.isReload)
    }

    @Test("A reader of changes that looks before the first writer reports that anything may have changed")
    func lookBeforeWriter() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model(), options: Self.options)
      let other = try store.makeWriter()
      let changes = try store.makeExternalChangeReader(for: try #require(store.makeCommitDetector()))
      for key: Int64 in 1...2 { try Self.insert(key, by: other) }
      try changes.advance()
      #expect(try Set(changes.changes().inserted) == [Self.id(1), Self.id(2)])
      try Self.loseLast(schema.administrator())
      try changes.advance()
      #expect(try changes.changes().isReload)
      try Self.insert(3, by: other)
      try changes.advance()
      let found = try changes.changes()
      #expect(found.inserted == [Self.id(3)] && !found.isReload)
    }

    @Test("A commit that has the number of a lost one is in the history after the token of that one")
    func crash() async throws {
      try await PrivateServer.with { server in
        // A commit that does not wait for the disk is most likely lost.
        try await PostgresServer.run("ALTER SYSTEM SET wal_writer_delay = '10s'", on: server.connection)
        try await PostgresServer.run("SELECT pg_reload_conf()", on: server.connection)
        let schema = PostgresSchema(server.connection)
        let store = try schema.store(Tree.model(), options: Self.options)
        let writer = try store.makeWriter()
        try Self.insert(1, by: writer)
        let token = try Self.insert(2, .normal, by: writer)
        try await server.kill()
        try await server.start()
        let next = try Self.insert(3, by: store.makeWriter())
        #expect(next.history != token.history, "the server was not shut down")
        let reader = try #require(store.makeReader() as? PostgresReader)
        // The token has expired, unless the server was quicker than expected.
        let found = try? reader.history(PersistentHistoryRequest(.token(token)))
        #expect(found == nil || found?.map(\.token) == [next])
        // The first writer finds out by itself.
        #expect(try Self.insert(4, by: writer).history == next.history)
      }
    }

    @Test(
      "A token of a transaction after a dump expires when the dump is restored, and an earlier one does not")
    func restored() async throws {
      let schema = PostgresSchema()
      let writer = try schema.store(Tree.model(), options: Self.options).makeWriter()
      let kept = try Self.insert(1, by: writer)
      let folder = try TemporaryFolder()
      func run(_ command: String) async throws {
        let program = try await FinishedProgram(
          "/bin/sh", arguments: ["-ec", command],
          environment: [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "SCHEMA": schema.name,
            "FILE": folder.path("dump"), "DATABASE": PostgresServer.connection ?? "",
          ])
        try #require(program.status == 0, "\(program.errors)")
      }
      try await run(#"pg_dump --schema "$SCHEMA" --file "$FILE" "$DATABASE""#)
      let lost = try Self.insert(2, by: writer)
      try schema.administrator().execute("DROP SCHEMA \(Server.quoted(schema.name)) CASCADE")
      try await run(#"psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --file "$FILE" "$DATABASE" > /dev/null"#)
      let store = try schema.store(Tree.model(), options: Self.options)
      let token = try Self.insert(3, by: store.makeWriter())
      #expect(token.number == lost.number)
      let reader = try #require(store.makeReader() as? PostgresReader)
      #expect(throws: PersistentHistoryError.expired(token: lost)) {
        try reader.history(PersistentHistoryRequest(.token(lost)))
      }
      #expect(try reader.history(PersistentHistoryRequest(.token(kept))).map(\.token) == [token])
      #expect(try Self.insert(4, by: store.makeWriter()).history == token.history)
    }

    @Test("A store that was made without the table gets it, and those with rights to the history have them")
    func addition() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model(), options: Self.options)
      let administrator = try schema.administrator()
      let role = "writer_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute(
        """
        DROP TABLE \(administrator.server.name(Continuity.tableName)); CREATE ROLE \(role) LOGIN PASSWORD 'p'; \
        GRANT USAGE ON SCHEMA "\(schema.name)" TO \(role); \
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(schema.name)" TO \(role)
        """)
      defer { _ = try? administrator.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
      let connection = try PostgresServer.changed(user: role, password: "p")
      func open() throws -> PostgresStore {
        try PostgresStore(
          connection: connection, schema: schema.name, model: Tree.model(), options: Self.options)
      }
      // Without the right to create it.
      let limited = try open()
      #expect(limited.layout.continuity == nil)
      let first = try Self.insert(1, by: limited.makeWriter())
      let store = try schema.store(Tree.model(), options: Self.options)
      #expect(store.layout.continuity != nil)
      let token = try Self.insert(2, by: store.makeWriter())
      #expect(token.history != first.history, "commits may have been lost before")
      #expect(
        try PostgresStore.obstacleToWriting(connection: connection, schema: schema.name) == nil)
      let again = try open()
      #expect(again.layout.continuity != nil)
      #expect(try Self.insert(3, by: again.makeWriter()).history == token.history)
      try Self.insert(4, by: limited.makeWriter())
    }

    @Test(
      "A store that was made without the table is opened although another program writes, and gets it later")
    func additionMeanwhile() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model(), options: Self.options)
      let role = try PostgresRole(schema)
      let other = try schema.administrator()
      try other.execute("DROP TABLE \(other.server.name(Continuity.tableName))")
      try other.begin("BEGIN; SELECT pg_advisory_xact_lock(\(other.server.lockKey))")
      // It would wait for this long only with the right to create the table.
      let patient = LockPolicy(timeout: .seconds(600))
      #expect(
        try role.store(Tree.model(), options: Self.options, locking: patient).layout.continuity == nil)
      func open() throws -> PostgresStore {
        try schema.store(
          Tree.model(), options: Self.options, locking: LockPolicy(timeout: .milliseconds(50)))
      }
      #expect(try open().layout.continuity == nil)
      other.rollBack()
      #expect(try open().layout.continuity != nil)
    }
  }
#endif
