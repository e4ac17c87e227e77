#if PostgreSQL
  import Foundation
  import ObjectGraph
  import Synchronization
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("An error of a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct ErrorTests {
    /// Opens a store, and returns the error.
    private func failure(_ connection: String, settings: PostgresSettings = PostgresSettings())
      -> PostgresError?
    {
      do {
        _ = try PostgresStore(connection: connection, model: Shelf.model(), settings: settings)
        return nil
      } catch {
        return error as? PostgresError
      }
    }

    @Test("A server that is not there is named with its host, port and database, and without the password")
    func unreachable() throws {
      let error = try #require(failure("postgresql://someone:secret@127.0.0.1:1/photos"))
      #expect(error.kind == .unreachable)
      #expect(error.description.contains("postgresql://127.0.0.1:1/photos"))
      #expect(error.description.contains("refused. Start the server"))
      #expect(!error.description.contains("secret"))
    }

    @Test(
      "A connection string that cannot be read is not quoted",
      arguments: [
        "dbname=a secret", "postgresql://a:secret@[b", "postgresql://ann:pa/secret@db/photos",
        "postgresql://ann:12/secret@db/photos", "postgres://ann:se@secret@db/photos",
        "postgresql://ann:pa?x/secret@db", "postgresql://ann:wh?t@secret@db/photos",
        "postgresql://ann:wh?t@secret?x@db/photos", "postgresql://ann:secret", "postgresql://ann:/secret@db",
      ])
    func wrongString(text: String) throws {
      let error = try #require(failure(text))
      #expect(error.kind == .wrongConnectionString)
      #expect(
        !error.description.contains("secret") && error.description.contains("postgresql://user@host/database")
      )
    }

    @Test(
      "Each of several hosts is named with its port",
      arguments: [
        ("postgresql://a:1,b:2/photos", "postgresql://a:1,b:2/photos"),
        ("host=a,b port=7 dbname=photos", "postgresql://a:7,b:7/photos"),
        ("host=a dbname=photos", "postgresql://a/photos"),
        ("postgresql://ann:secret@a:1,b/photos", "postgresql://a:1,b/photos"),
        ("postgresql://ann:sec%2Fr%40t@a/ph%40tos?user=a@b", "postgresql://a/ph@tos"),
        ("postgresql://ann:wh?t@a/photos", "postgresql://a/photos"),
      ])
    func hosts(connection: String, place: String) throws {
      #expect(try ServerAddress(connection).place == place)
    }

    @Test(
      "What the connection string lacks is named as libpq takes it, from the environment or a service file",
      arguments: [
        ("user=ann", ["PGHOST": "db", "PGDATABASE": "photos", "PGCONNECT_TIMEOUT": "3"], "db/photos", true),
        ("dbname=photos", ["PGHOSTADDR": "10.0.0.1", "PGPORT": "7"], "10.0.0.1:7/photos", false),
        ("user=ann", ["PGSERVICE": "home", "PGHOST": "db"], "home/ann", false),
        ("service=home", ["PGHOST": "db"], "home/", false), ("user=ann", [:], "local socket/ann", false),
      ])
    func environment(text: String, environment: [String: String], place: String, hasTimeout: Bool) throws {
      let address = try ServerAddress(text, environment: environment)
      #expect(address.place == "postgresql://" + place && address.hasTimeout == hasTimeout)
    }

    @Test("A service limits the time of connecting only if its file does")
    func services() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path("services")
      try "[slow]\nhost=a\n[quick]\nhost=a\nconnect_timeout=3\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      // The environment belongs to the whole process.
      await #expect(processExitsWith: .success) { [path = path as String] in
        setenv("PGSERVICEFILE", path, 1)
        let limits = try [
          ServerAddress("service=quick"), ServerAddress("user=ann", environment: ["PGSERVICE": "quick"]),
          ServerAddress("service=slow connect_timeout=5"), ServerAddress("service=slow"),
        ].map { $0.hasTimeout }
        exit(limits == [true, true, true, false] ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }

    @Test("A wrong password and an unknown database are told apart")
    func refusals() throws {
      let wrong = try #require(failure(try PostgresServer.changed(password: "not the password")))
      #expect(wrong.kind == .notAuthenticated && !wrong.description.contains("not the password"))
      let missing = try #require(failure(try PostgresServer.changed(database: "nowhere")))
      #expect(missing.kind == .noDatabase && missing.description.contains("createdb"))
    }

    @Test("A refused connection has the kind of the server's code, in whatever language its message is")
    func refusalCode() throws {
      let administrator = try PostgresSchema().administrator()
      let name = "closed_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute("CREATE ROLE \(name) LOGIN PASSWORD 'p'")
      try administrator.execute("CREATE DATABASE \(name)")
      defer {
        _ = try? administrator.execute("DROP DATABASE \(name)")
        _ = try? administrator.execute("DROP ROLE \(name)")
      }
      try administrator.execute("REVOKE CONNECT ON DATABASE \(name) FROM PUBLIC")
      let error = try #require(
        failure(try PostgresServer.changed(user: name, password: "p", database: name)))
      #expect(error.kind == .notPermitted && error.code == "42501" && !error.isOutage)
      #expect(error.reason.contains("permission denied for"), "the password is a part of the words")
      let message =
        "… failed: SCHWERWIEGEND:  3D000: Datenbank »x« existiert nicht\nORT:  InitPostgres, postinit.c:1002"
      #expect(Server.code(in: message) == "3D000")
      #expect(Server.code(in: "connection refused: is it RUNNING: yes") == nil)
    }

    @Test("A user whose connections are used up gets an error, and a connection when one was closed")
    func tooManyConnections() throws {
      let schema = PostgresSchema()
      let administrator = try schema.administrator()
      let role = "limited_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute("CREATE ROLE \(role) LOGIN PASSWORD 'p' CONNECTION LIMIT 1")
      defer { _ = try? administrator.execute("DROP ROLE \(role)") }
      let server = Server(
        address: try ServerAddress(PostgresServer.changed(user: role, password: "p")), schema: schema.name,
        settings: PostgresSettings())
      let (first, second) = (Connection(server), Connection(server))
      try first.execute("SELECT 1")
      let error = #expect(throws: PostgresError.self) { try second.execute("SELECT 1") }
      #expect(error?.kind == .tooManyConnections)
      first.close()
      // The server counts a connection until its process has ended.
      while try administrator.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = $1", [.text(role)]) != 0
      {}
      try second.execute("SELECT 1")
      second.close()
      while try administrator.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = $1", [.text(role)]) != 0
      {}
    }

    @Test("A store of another model is refused with the entities that differ, and stays as it is")
    func otherModel() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Shelf.model())
      let error = #expect(throws: StoreError.self) { try schema.store(Tree.model()) }
      #expect(error?.description.contains("Author") == true)
      #expect(try schema.store(Shelf.model()).identifier == store.identifier)
    }

    @Test("A store of a later format or of a later application is refused")
    func newer() throws {
      let schema = PostgresSchema()
      let application = StoreOptions.Application(name: "Shop", version: 3)
      _ = try schema.store(Shelf.model(), options: StoreOptions(application: application))
      let older = StoreOptions(application: .init(name: "Shop", version: 2))
      let place = try schema.administrator().server.place
      #expect(throws: StoreError.newerVersion(path: place, found: 3, supported: 2)) {
        try schema.store(Shelf.model(), options: older)
      }
      try schema.administrator().execute(
        "UPDATE \"\(schema.name)\".\"_metadata\" SET value = '99' WHERE key = 'format'")
      #expect(throws: StoreError.newerVersion(path: place, found: 99, supported: StoreMetadata.formatVersion))
      {
        try schema.store(Shelf.model())
      }
    }

    @Test("A store that is opened for reading only must exist, and is not written")
    func readOnly() throws {
      let schema = PostgresSchema()
      let options = StoreOptions(isReadOnly: true)
      #expect(throws: StoreError.notFound(path: try schema.administrator().server.place)) {
        try schema.store(Shelf.model(), options: options)
      }
      _ = try schema.store(Shelf.model())
      let store = try schema.store(Shelf.model(), options: options)
      #expect(try store.makeReader().count(StoreQuery(entity: 1)) == 0)
      #expect(throws: StoreError.self) { try store.makeWriter() }
    }

    @Test("A user with the right to read opens the store for reading, and is refused when it writes")
    func rights() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Shelf.model())
      let administrator = try schema.administrator()
      let role = "reader_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute(
        """
        CREATE ROLE \(role) LOGIN PASSWORD 'p'; GRANT USAGE ON SCHEMA "\(schema.name)" TO \(role); \
        GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema.name)" TO \(role)
        """)
      defer { _ = try? administrator.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
      let connection = try PostgresServer.changed(user: role, password: "p")
      func open(_ options: StoreOptions = StoreOptions()) throws -> PostgresStore {
        try PostgresStore(
          connection: connection, schema: schema.name, model: Shelf.model(), options: options)
      }
      #expect(try open(StoreOptions(isReadOnly: true)).makeReader().count(StoreQuery(entity: 1)) == 0)
      let writer = try open().makeWriter()
      let error = #expect(throws: PostgresError.self) { try writer.reserveKeys(1, entity: 1) }
      #expect(error?.kind == .notPermitted && error?.description.contains("Grant it") == true)
      func obstacle(_ connection: String) throws -> String? {
        try PostgresStore.obstacleToWriting(connection: connection, schema: schema.name)
      }
      let lack = try #require(try obstacle(connection))
      let reading = try PostgresStore(
        connection: connection, schema: schema.name, model: Shelf.model(),
        settings: PostgresSettings(opensReadOnlyWithoutRights: true))
      #expect(reading.isReadOnly && reading.obstacleToWriting == lack)
      #expect(lack.hasPrefix("the user \(role) lacks the right to change the table "))
      try administrator.execute(
        "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"\(schema.name)\" TO \(role)")
      #expect(try obstacle(connection) == nil)
      try administrator.execute("ALTER ROLE \(role) SET default_transaction_read_only = on")
      #expect(try obstacle(connection)?.contains("read only") == true)
      #expect(try PostgresStore.obstacleToWriting(connection: connection, schema: "nothing") != nil)
    }

    @Test("A server that only reads is not named a lack of rights")
    func readingServer() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Shelf.model())
      let connection = try PostgresServer.changed(
        settings: ["options": "-c default_transaction_read_only=on"])
      let store = try PostgresStore(connection: connection, schema: schema.name, model: Shelf.model())
      let error = #expect(throws: PostgresError.self) { try store.makeWriter().transaction(.full) { _ in } }
      #expect(error?.kind == .notPermitted && error?.description.contains("only reads") == true)
      #expect(error?.description.contains("Grant it") == false)
    }

    @Test(
      "A session waits for the disk, whatever the default of the user, unless it waits for more",
      arguments: [
        ("off", "on"), ("local", "on"), ("remote_write", "on"), ("on", "on"),
        ("remote_apply", "remote_apply"),
      ])
    func durability(setting: String, expected: String) throws {
      let connection = try PostgresServer.changed(settings: ["options": "-c synchronous_commit=\(setting)"])
      let schema = PostgresSchema(connection)
      let session = try schema.administrator()
      #expect(try session.run("SHOW synchronous_commit").text(0, 0) == expected)
      let writer = try #require(schema.store(Tree.model()).makeWriter() as? PostgresWriter)
      for (durability, expected) in [(Durability.full, expected), (.normal, "off")] {
        let found = try writer.transaction(durability) { _ in
          try writer.connection.run("SHOW synchronous_commit").text(0, 0)
        }
        #expect(found == expected)
      }
    }

    @Test("A writer that waits too long for another one fails, and writes when the other has finished")
    func lockTimeout() throws {
      let schema = PostgresSchema()
      let store = try schema.store(
        Shelf.model(), locking: LockPolicy(timeout: .milliseconds(50)))
      let other = try schema.administrator()
      try other.begin("BEGIN; SELECT pg_advisory_xact_lock(\(other.server.lockKey))")
      let writer = try store.makeWriter()
      let error = #expect(throws: PostgresError.self) { try writer.transaction(.full) { _ in } }
      #expect(error?.kind == .lockTimeout)
      other.rollBack()
      try writer.transaction(.full) { _ in }
    }

    @Test(
      "A wait for another writer is reported, and its end, also while the server does not read what is written",
      arguments: [(true, 0), (false, 0), (true, 50_000_000)])
    func lockWait(getsLock: Bool, length: Int) async throws {
      let schema = PostgresSchema()
      let (phases, continuation) = AsyncStream<LockPolicy.Phase>.makeStream()
      let locking = LockPolicy(timeout: .seconds(600), noticeDelay: .milliseconds(1)) {
        continuation.yield($0)
      }
      let store = try schema.store(Shelf.model(), locking: locking)
      let other = try schema.administrator()
      try other.begin("BEGIN; SELECT pg_advisory_xact_lock(\(other.server.lockKey))")
      let (results, result) = AsyncStream<Result<Void, any Error>>.makeStream()
      // A long text is more than the buffers of the sockets hold.
      let text = PropertyValue.string(String(repeating: "a", count: length))
      let id = ManagedObjectID(entity: 1, key: 1, in: StoreIdentity(TestStores.identifier))
      let row = Row(id: id, version: 0, values: [.null, text, .null, .null])
      // It blocks its thread.
      Thread.detachNewThread {
        result.yield(Result { try store.makeWriter().transaction(.full) { _ = try $0.insert(row) } })
      }
      var phase = phases.makeAsyncIterator()
      #expect(await phase.next() == .waiting)
      if getsLock {
        other.rollBack()
      } else {
        try other.run(
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
      }
      #expect(await phase.next() == (getsLock ? .acquired : .gaveUp))
      var outcome = results.makeAsyncIterator()
      switch await outcome.next() {
      case .success: #expect(getsLock)
      case .failure(let error): #expect((error as? PostgresError)?.kind == .canceled && !getsLock)
      case nil: Issue.record("there is no outcome")
      }
    }

    @Test("A statement that takes long without a lock is not reported as a wait")
    func noLockWait() throws {
      let schema = PostgresSchema()
      let reports = Mutex(0)
      let locking = LockPolicy(noticeDelay: .milliseconds(1)) { _ in reports.withLock { $0 += 1 } }
      let store = try schema.store(Shelf.model(), locking: locking)
      let connection = Connection(store.layout.server)
      try connection.run("SELECT pg_sleep(0.1)")
      #expect(reports.withLock { $0 } == 0)
    }

    @Test("A statement that runs longer than the server permits says so, and the connection goes on")
    func statementTimeout() throws {
      let connection = try PostgresSchema().administrator()
      try connection.execute("SET statement_timeout = 20")
      let error = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(60)") }
      #expect(error?.kind == .statementTimeout)
      #expect(try connection.integer("SELECT 7::bigint") == 7)
    }

    @Test("The time limit for statements that a user has counts in any language of the server")
    func limitOfUser() throws {
      // The server of the tests speaks English.
      let server = try RelayedServer(rewriter: { bytes in
        guard let reason = bytes.firstRange(of: Array("statement timeout".utf8)) else { return bytes }
        var changed = bytes
        changed.replaceSubrange(reason, with: "Zeitlimit Anfrage".utf8)
        return changed
      })
      let limited = try PostgresServer.changed(
        server.connection, settings: ["options": "-c statement_timeout=1000"])
      let connection = try PostgresSchema(limited).administrator()
      let error = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(60)") }
      #expect(error?.kind == .statementTimeout && error?.reason.contains("Zeitlimit") == true)
      withExtendedLifetime(server) {}
    }

    @Test(
      "A unique text that is too long for an index is refused with what to do, and a repetitive one is kept")
    func tooLong() throws {
      let schema = PostgresSchema()
      let writer = try schema.store(Shelf.model()).makeWriter()
      func insert(_ key: Int64, _ text: String) throws {
        try writer.transaction(.normal) { transaction in
          let id = ManagedObjectID(entity: 1, key: key, in: StoreIdentity(TestStores.identifier))
          let values: [PropertyValue] = [.string(text), .string(""), .null, .null]
          _ = try transaction.insert(Row(id: id, version: 0, values: values))
        }
      }
      var random = SystemRandomNumberGenerator()
      // The server refuses them in different places.
      for length in [5_000, 20_000] {
        let noise = String(
          (0..<length).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33..<127, using: &random))) })
        let error = #expect(throws: PostgresError.self) { try insert(1, noise) }
        #expect(error?.kind == .valueTooLong && error?.description.contains("Shorten the value") == true)
      }
      try insert(2, String(repeating: "a", count: 20_000))
      let other = #expect(throws: PostgresError.self) {
        try schema.administrator().run("SELECT repeat('abc', 1000000000)")
      }
      #expect(other?.kind == .server && other?.code == "54000", "the limit of something else")
    }

    @Test("A canceled task ends a statement that runs")
    func cancellation() async throws {
      let schema = PostgresSchema()
      let store = try schema.store(Shelf.model())
      // Unstructured and on a queue of its own: the statement blocks a thread.
      let (started, continuation) = AsyncStream<Void>.makeStream()
      let task = Task.detached {
        let reader = PostgresReader(Connection(store.layout.server), layout: store.layout)
        continuation.yield()
        try reader.interruptible { _ = try reader.connection.run("SELECT pg_sleep(600)") }
      }
      for await _ in started { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
#endif
