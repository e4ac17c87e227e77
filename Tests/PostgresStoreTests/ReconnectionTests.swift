#if PostgreSQL
  import Foundation
  import ObjectGraph
  import Synchronization
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A PostgreSQL connection that was cut", .enabled(if: PostgresServer.isKnown))
  struct ReconnectionTests {
    /// A store of trees, whose connections a test can cut.
    private final class Bench {
      let schema = PostgresSchema()
      let store: PostgresStore
      let writer: PostgresWriter
      let reader: PostgresReader

      init() throws {
        store = try schema.store(Tree.model())
        writer = try #require(store.makeWriter() as? PostgresWriter)
        reader = try #require(store.makeReader() as? PostgresReader)
      }

      /// Cuts a connection as a restart of the server does, and returns when its process has ended.
      func cut(_ connection: Connection) throws {
        let process = try #require(try connection.integer("SELECT pg_backend_pid()"))
        let administrator = try schema.administrator()
        try administrator.execute("SELECT pg_terminate_backend(\(process))")
        while try administrator.integer(
          "SELECT count(*) FROM pg_stat_activity WHERE pid = $1", [.integer(process)]) != 0
        {}
      }

      func insert(_ keys: Int64...) throws {
        try writer.transaction(.full) { transaction in
          for key in keys { _ = try transaction.insert(Self.row(key)) }
        }
      }

      static func row(_ key: Int64) -> Row {
        Row(
          id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
          version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
      }

      func keys() throws -> [Int64] { try reader.fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key) }
    }

    @Test("A reading, a reservation and a transaction go on with a new connection")
    func betweenUses() throws {
      let bench = try Bench()
      try bench.insert(1)
      #expect(try bench.keys() == [1])
      try bench.cut(bench.reader.connection)
      try bench.cut(bench.writer.connection)
      #expect(try bench.keys() == [1])
      #expect(try bench.writer.reserveKeys(1, entity: Tree.branch).lowerBound > 1)
      try bench.cut(bench.writer.connection)
      try bench.insert(7)
      #expect(try bench.keys() == [1, 7])
      #expect(bench.reader.connection.generation == 2 && bench.writer.connection.generation == 3)
    }

    @Test("A commit whose connection is cut before it, or in its middle, is written once on a new one")
    func commits() throws {
      let bench = try Bench()
      func commit(_ key: Int64, cutting: Bool = false) throws {
        var isCut = !cutting
        _ = try bench.writer.commit(.full) { transaction in
          _ = try transaction.write([.insert(Bench.row(key)), .insert(Bench.row(key + 1))])
          if !isCut {
            isCut = true
            try bench.cut(bench.writer.connection)
          }
          return CommitReport()
        }
      }
      // The first one waits for its writes.
      try commit(1)
      try commit(11)
      try bench.cut(bench.writer.connection)
      try commit(21)
      try commit(31, cutting: true)
      #expect(try bench.keys() == [1, 2, 11, 12, 21, 22, 31, 32])
      #expect(bench.writer.connection.generation == 3)
    }

    /// Returns a server whose cuts have the code of a transaction that took too long.
    ///
    /// Servers before PostgreSQL 17 have no such limit.
    private static func serverOfShortTransactions() throws -> RelayedServer {
      try RelayedServer(rewriter: { bytes in
        guard let code = bytes.firstRange(of: Array("57P01".utf8)) else { return bytes }
        var changed = bytes
        changed.replaceSubrange(code, with: "25P04".utf8)
        return changed
      })
    }

    @Test(
      "A program whose time for a transaction ends in the wait for a writer names that one, also while it makes a store",
      arguments: [false, true])
    func transactionTimeoutOfWait(makesStore: Bool) async throws {
      let schema = PostgresSchema()
      if !makesStore { _ = try schema.store(Tree.model()) }
      let server = try Self.serverOfShortTransactions()
      let (phases, continuation) = AsyncStream<LockPolicy.Phase>.makeStream()
      let locking = LockPolicy(timeout: .seconds(600), noticeDelay: .milliseconds(1)) {
        continuation.yield($0)
      }
      @Sendable func openStore() throws -> PostgresStore {
        try PostgresStore(
          connection: server.connection, schema: schema.name, model: Tree.model(),
          options: StoreOptions(identifier: TestStores.identifier), locking: locking)
      }
      let opened = makesStore ? nil : try openStore()
      let other = try schema.administrator()
      try other.begin("BEGIN; \(other.server.lock.sql)")
      let (results, result) = AsyncStream<Result<Void, any Error>>.makeStream()
      // It blocks its thread.
      Thread.detachNewThread {
        result.yield(
          Result {
            try (opened ?? openStore()).makeWriter().transaction(.full) { _ = try $0.insert(Bench.row(1)) }
          })
      }
      var phase = phases.makeAsyncIterator()
      #expect(await phase.next() == .waiting)
      try other.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
      )
      var outcome = results.makeAsyncIterator()
      switch await outcome.next() {
      case .failure(let error):
        let error = error as? PostgresError
        #expect(error?.kind == .lockTimeout && error?.code == "25P04")
      case .success, nil: Issue.record("the writer got the lock")
      }
      other.rollBack()
      let store = try opened ?? openStore()
      try store.makeWriter().transaction(.full) { _ = try $0.insert(Bench.row(2)) }
      #expect(try store.makeReader().fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key) == [2])
      withExtendedLifetime(server) {}
    }

    @Test(
      "The outcome of a commit is asked for again if a limit of the server ends the wait for another writer")
    func transactionTimeoutOfConfirmation() throws {
      let bench = try Bench()
      let schema = bench.schema
      let server = try Self.serverOfShortTransactions()
      let holder = Mutex<Int64>(0)
      let waits = Mutex(0)
      let locking = LockPolicy(timeout: .seconds(600), noticeDelay: .milliseconds(1)) { phase in
        guard phase == .waiting else { return }
        waits.withLock { $0 += 1 }
        let process = holder.withLock { $0 }
        do {
          let administrator = try schema.administrator()
          // The limit ends the wait before the other writer ends its transaction.
          while try administrator.integer(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE \(process) = ANY(pg_blocking_pids(pid))"
          ) != 0 {}
          try administrator.execute("SELECT pg_terminate_backend(\(process))")
        } catch {
          Issue.record(error)
        }
      }
      let store = try PostgresStore(
        connection: server.connection, schema: schema.name, model: Tree.model(), locking: locking)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let other = try schema.administrator()
      let error = #expect(throws: PostgresError.self) {
        try writer.transaction(.full) { transaction in
          _ = try transaction.insert(Bench.row(1))
          try bench.cut(writer.connection)
          try other.begin("BEGIN; \(other.server.lock.sql)")
          let process = try #require(try other.integer("SELECT pg_backend_pid()"))
          holder.withLock { $0 = process }
        }
      }
      #expect(error?.kind == .connectionLost, "the server has said that nothing was written")
      #expect(waits.withLock { $0 } == 1)
      withExtendedLifetime((server, other)) {}
    }

    @Test("A snapshot that is held for longer than a transaction may take says so")
    func transactionTimeoutOfSnapshot() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model())
      let server = try Self.serverOfShortTransactions()
      let store = try PostgresStore(connection: server.connection, schema: schema.name, model: Tree.model())
      let reader = try #require(store.makeReader() as? PostgresReader)
      try reader.holdSnapshot()
      let error = #expect(throws: PostgresError.self) {
        try reader.connection.run("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(600)")
      }
      #expect(error?.kind == .snapshotLost && error?.code == "25P04")
      withExtendedLifetime(server) {}
    }

    @Test("A commit that exceeds the time of a transaction runs once")
    func transactionTimeout() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model())
      let server = try Self.serverOfShortTransactions()
      let store = try PostgresStore(connection: server.connection, schema: schema.name, model: Tree.model())
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      // The first one waits for its writes.
      _ = try writer.commit(.full) { transaction in
        _ = try transaction.write([.insert(Bench.row(1))])
        return CommitReport()
      }
      var runs = 0
      let error = #expect(throws: PostgresError.self) {
        _ = try writer.commit(.full) { transaction in
          runs += 1
          _ = try transaction.write([.insert(Bench.row(2))])
          try writer.connection.run("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(600)")
          return CommitReport()
        }
      }
      #expect(runs == 1 && error?.kind == .connectionLost && error?.code == "25P04")
      #expect(try store.makeReader().fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key) == [1])
      withExtendedLifetime(server) {}
    }

    @Test("A commit with a row that another one has taken runs again, with the outcome of each row")
    func refusedCommit() throws {
      let bench = try Bench()
      try bench.insert(1, 2)
      var runs: [[WriteOutcome]] = []
      _ = try bench.writer.commit(.full) { transaction in
        runs.append(try transaction.write([.insert(Bench.row(3)), .insert(Bench.row(2))]))
        return CommitReport()
      }
      #expect(runs == [[.done, .done], [.done, .duplicate]])
      #expect(try bench.keys() == [1, 2, 3])
    }

    @Test("A transaction fails as a whole, and the next one works")
    func withinTransaction() throws {
      let bench = try Bench()
      let error = #expect(throws: PostgresError.self) {
        try bench.writer.transaction(.full) { transaction in
          _ = try transaction.insert(Bench.row(1))
          try bench.cut(bench.writer.connection)
          _ = try transaction.insert(Bench.row(2))
        }
      }
      #expect(error?.kind == .connectionLost)
      #expect(try bench.keys() == [])
      try bench.insert(3)
      #expect(try bench.keys() == [3])
    }

    @Test("A transaction that was cut right before its commit is reported as not written")
    func beforeCommit() throws {
      let bench = try Bench()
      let error = #expect(throws: PostgresError.self) {
        try bench.writer.transaction(.full) { transaction in
          _ = try transaction.insert(Bench.row(1))
          try bench.cut(bench.writer.connection)
        }
      }
      #expect(error?.kind == .connectionLost)
      #expect(try bench.keys() == [])
    }

    @Test("A transaction whose error was ignored is not committed, and says so")
    func ignoredError() throws {
      let bench = try Bench()
      #expect(throws: PostgresError.self) {
        try bench.writer.transaction(.full) { transaction in
          _ = try transaction.insert(Bench.row(1))
          _ = try? bench.writer.connection.run("SELECT 1 / 0")
        }
      }
      #expect(try bench.keys() == [])
      let connection = bench.writer.connection
      try connection.begin("BEGIN")
      _ = try? connection.run("SELECT 1 / 0")
      #expect(throws: PostgresError.self) { try connection.commit() }
      try bench.insert(2)
      #expect(try bench.keys() == [2])
    }

    @Test("A snapshot that is held fails, and a new one sees the current state")
    func snapshot() throws {
      let bench = try Bench()
      try bench.reader.holdSnapshot()
      try bench.cut(bench.reader.connection)
      for _ in 0..<2 {
        let error = #expect(throws: PostgresError.self) { try bench.keys() }
        #expect(error?.kind == .snapshotLost && error?.isOutage == false, "no later attempt succeeds")
      }
      try bench.insert(1)
      bench.reader.releaseSnapshot()
      #expect(try bench.keys() == [1])
      try bench.reader.holdSnapshot()
      try bench.insert(2)
      #expect(try bench.keys() == [1])
    }

    @Test("A context that cannot be pinned again is unpinned")
    @MainActor func pinning() throws {
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model())
      let administrator = try schema.administrator()
      let role = "pinned_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute(
        """
        CREATE ROLE \(role) LOGIN PASSWORD 'p'; GRANT USAGE ON SCHEMA "\(schema.name)" TO \(role); \
        GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema.name)" TO \(role)
        """)
      defer { _ = try? administrator.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
      let store = try PostgresStore(
        connection: PostgresServer.changed(user: role, password: "p"), schema: schema.name,
        model: Tree.model(), options: StoreOptions(isReadOnly: true))
      let context = try PersistentContainer(store: store).viewContext
      try context.setQueryGeneration(.current)
      #expect(context.queryGeneration == .current)
      try administrator.execute("ALTER ROLE \(role) NOLOGIN")
      #expect(throws: Never.self) { try context.setQueryGeneration(.current) }
      let sessions = "FROM pg_stat_activity WHERE usename = '\(role)'"
      try administrator.execute("SELECT pg_terminate_backend(pid) \(sessions)")
      while try administrator.integer("SELECT count(*) \(sessions)") != 0 {}
      #expect(throws: PostgresError.self) { try context.setQueryGeneration(.current) }
      #expect(context.queryGeneration == .unpinned)
    }

    @Test("A writer whose listening connection was cut reports that others may have committed")
    func listening() throws {
      let bench = try Bench()
      #expect(try !bench.writer.otherWritersCommitted())
      let other = try bench.store.makeWriter()
      try other.transaction(.normal) { _ = try $0.insert(Bench.row(1)) }
      #expect(try bench.writer.otherWritersCommitted())
      #expect(try !bench.writer.otherWritersCommitted())
      try bench.insert(2)
      #expect(try !bench.writer.otherWritersCommitted(), "its own commits do not count")
      try bench.cut(bench.writer.listener.connection)
      try other.transaction(.normal) { _ = try $0.insert(Bench.row(3)) }
      #expect(try bench.writer.otherWritersCommitted())
      #expect(try !bench.writer.otherWritersCommitted())
    }

    @Test("A server is asked for the outcome of a commit six times, or until an attempt has taken long")
    func confirmations() {
      func pause(_ attempt: Int, _ elapsed: Duration) -> Double? {
        PostgresWriter.pause(before: attempt, after: elapsed)
      }
      #expect((0..<7).map { pause($0, .zero) } == [0, 0.1, 0.2, 0.4, 0.8, 1.6, nil])
      // The sum of the pauses before the last one.
      #expect(pause(5, .milliseconds(1_500)) != nil)
      #expect(pause(1, .seconds(10)) == nil)
    }

    @Test("Pauses between attempts double up to half a minute, and end with a success")
    func pauses() {
      var reconnection = Reconnection()
      #expect(reconnection.failure == nil)
      struct Stop: Error {}
      for _ in 0..<20 {
        #expect(throws: Stop.self) { try reconnection.attempt { throw Stop() } }
        #expect(reconnection.failure is Stop)
      }
      reconnection.attempt {}
      #expect(reconnection.failure == nil)
    }
  }
#endif
