#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A snapshot of a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct HeldSnapshotTests {
    private static func row(_ key: Int64) -> Row {
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
        version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
    }

    private let schema = PostgresSchema()
    private let writer: any StoreWriter
    private let reader: PostgresReader

    init() throws {
      let store = try schema.store(Tree.model())
      writer = try store.makeWriter()
      reader = try #require(store.makeReader() as? PostgresReader)
    }

    private func insert(_ key: Int64) throws {
      try writer.transaction(.normal) { _ = try $0.insert(Self.row(key)) }
    }

    private func keys() throws -> [Int64] {
      try reader.fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key)
    }

    @Test("It stays readable after a statement that failed, and shows the same state")
    func failedStatement() throws {
      try insert(1)
      try reader.holdSnapshot()
      try insert(2)
      let connection = reader.connection
      for _ in 0..<2 {
        let error = #expect(throws: PostgresError.self) {
          try connection.run([Statement("SELECT 1"), Statement("SELECT 1 / 0")])
        }
        #expect(error?.code == "22012")
        #expect(try keys() == [1])
      }
      reader.releaseSnapshot()
      #expect(try keys() == [1, 2])
      #expect(connection.generation == 1)
    }

    @Test("It stays readable after a query that failed in its middle")
    func failedCursor() throws {
      try insert(1)
      try reader.holdSnapshot()
      try insert(2)
      let query = Statement(
        "SELECT 1 / (g - \(2 * Connection.partSize)) FROM generate_series(1, \(3 * Connection.partSize)) g")
      var parts = 0
      for _ in 0..<2 {
        let error = #expect(throws: PostgresError.self) {
          try reader.connection.forEachPart(of: query) { _ in parts += 1 }
        }
        #expect(error?.code == "22012")
        #expect(try keys() == [1])
      }
      #expect(parts == 2)
    }

    @Test("A query whose connection is cut in its middle says that the snapshot is lost")
    func cutCursor() throws {
      try reader.holdSnapshot()
      let connection = reader.connection
      let process = try #require(try connection.integer("SELECT pg_backend_pid()"))
      let administrator = try schema.administrator()
      let query = Statement("SELECT g FROM generate_series(1, \(3 * Connection.partSize)) g")
      let error = #expect(throws: PostgresError.self) {
        try connection.forEachPart(of: query) { _ in
          try administrator.run("SELECT pg_terminate_backend($1::integer)", [.integer(process)])
        }
      }
      #expect(error?.kind == .snapshotLost && error?.isOutage == false)
    }

    @Test("A reading in it costs one round trip")
    func roundTrips() throws {
      let server = try MeteredServer()
      let store = try PostgresStore(connection: server.connection, schema: schema.name, model: Tree.model())
      let reader = try store.makeReader()
      try (reader as? PostgresReader)?.holdSnapshot()
      let query = StoreQuery(entity: Tree.branch)
      let trips = try server.roundTrips { for _ in 0..<3 { _ = try reader.fetchIDs(query) } }
      #expect(trips == 3)
    }

    @Test("Rows, or their numbers, that are read together are of one state", arguments: [false, true])
    func together(areCounted: Bool) async throws {
      let schema = PostgresSchema()
      let (phases, continuation) = AsyncStream<LockPolicy.Phase>.makeStream()
      let locking = LockPolicy(timeout: .seconds(600), noticeDelay: .milliseconds(1)) {
        continuation.yield($0)
      }
      let store = try schema.store(Tree.model(), locking: locking)
      let (branches, leaves) = (store.layout[Tree.branch], store.layout[Tree.leaf])
      // The second question waits until the other program has committed.
      let other = try schema.administrator()
      let insertions = [branches, leaves].map {
        "INSERT INTO \($0.table) (_key, _entity, _version) VALUES (1, \($0.storedNumber), 1)"
      }
      try other.begin(
        (["BEGIN", "LOCK TABLE \(leaves.table) IN ACCESS EXCLUSIVE MODE"] + insertions).joined(separator: ";")
      )
      let (results, result) = AsyncStream<Result<[Int], any Error>>.makeStream()
      // It blocks its thread.
      Thread.detachNewThread {
        result.yield(
          Result {
            let reader = try store.makeReader()
            let queries = [Tree.branch, Tree.leaf].map { StoreQuery(entity: $0) }
            return areCounted ? try reader.counts(queries) : try reader.fetchEach(queries).map(\.count)
          })
      }
      var phase = phases.makeAsyncIterator()
      #expect(await phase.next() == .waiting)
      try other.commit()
      var found = results.makeAsyncIterator()
      let counts = await found.next()
      #expect(try counts?.get() == [0, 0])
      let reader = try store.makeReader()
      #expect(try reader.counts([StoreQuery(entity: Tree.branch), StoreQuery(entity: Tree.leaf)]) == [1, 1])
    }
  }
#endif
