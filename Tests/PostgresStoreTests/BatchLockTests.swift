#if PostgreSQL
  import ObjectGraph
  import ObjectModel
  import ObjectStore
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("The lock of the writers and a batch", .enabled(if: PostgresServer.isKnown))
  struct BatchLockTests {
    private static let listing = BatchListing(includesIDs: false, rowLimit: 10)

    /// A query that memory evaluates.
    private static func query() throws -> StoreQuery {
      StoreQuery(entity: Tree.branch, predicate: try FetchPredicate("name MATCHES 'a.*'"))
    }

    @Test("A batch that the caller carries out row by row holds the lock before the caller reads the rows")
    func rowByRow() throws {
      let schema = PostgresSchema()
      let writer = try schema.store(Tree.model()).makeWriter()
      let other = try schema.administrator()
      func isFree() throws -> Bool? {
        try other.run("SELECT pg_try_advisory_xact_lock(\(other.server.lockKey))").boolean(0, 0)
      }
      try writer.transaction(.normal) { transaction in
        let transaction = try #require(transaction as? PostgresTransaction)
        #expect(try isFree() == true)
        #expect(try transaction.delete(Self.query(), listing: Self.listing) == nil)
        #expect(try isFree() == false)
      }
      try writer.transaction(.normal) { transaction in
        let transaction = try #require(transaction as? PostgresTransaction)
        #expect(try isFree() == true)
        #expect(try transaction.update(Self.query(), assigning: [], listing: Self.listing) == nil)
        #expect(try isFree() == false)
      }
    }

    @Test(
      "Other programs reserve keys while a batch inserts rows, and none of its keys, even if it is rolled back"
    )
    func keys() throws {
      let schema = PostgresSchema()
      let locking = LockPolicy(timeout: .milliseconds(50))
      let writer = try schema.store(Tree.model(), locking: locking).makeWriter()
      let other = try schema.store(Tree.model(), locking: locking).makeWriter()
      struct Stop: Error {}
      var ranges: [Range<Int64>] = []
      #expect(throws: Stop.self) {
        try writer.transaction(.normal) { transaction in
          let transaction = try #require(transaction as? PostgresTransaction)
          for _ in 0..<2 {
            ranges.append(try transaction.takeKeys(10, entity: Tree.branch))
            ranges.append(try other.reserveKeys(10, entity: Tree.branch))
          }
          throw Stop()
        }
      }
      ranges.append(try writer.reserveKeys(10, entity: Tree.branch))
      #expect(ranges.count == 5 && Set(ranges.joined()).count == 50)
    }

    @Test("All batches of a writer reserve keys on one connection")
    func oneKeyConnection() throws {
      let schema = PostgresSchema()
      defer { withExtendedLifetime(schema) {} }
      let writer = try schema.store(Tree.model()).makeWriter()
      for _ in 0..<3 {
        try writer.transaction(.normal) { transaction in
          let transaction = try #require(transaction as? PostgresTransaction)
          let opened = transaction.keyConnection.generation
          _ = try transaction.takeKeys(1, entity: Tree.branch)
          #expect(transaction.keyConnection.generation == 1 && opened <= 1)
        }
      }
      try writer.transaction(.normal) { transaction in
        let transaction = try #require(transaction as? PostgresTransaction)
        #expect(transaction.keyConnection.generation == 1)
      }
    }

    @Test("A batch that waits too long for another writer says so", arguments: [true, false])
    func timeout(keepsHistory: Bool) throws {
      let schema = PostgresSchema()
      let store = try schema.store(
        Tree.model(), options: StoreOptions(keepsHistory: keepsHistory),
        locking: LockPolicy(timeout: .milliseconds(50)))
      let other = try schema.administrator()
      try other.begin("BEGIN; SELECT pg_advisory_xact_lock(\(other.server.lockKey))")
      let writer = try store.makeWriter()
      let query = StoreQuery(entity: Tree.branch)
      func check(_ body: (PostgresTransaction) throws -> Void) {
        let error = #expect(throws: PostgresError.self) {
          try writer.transaction(.normal) { try body(try #require($0 as? PostgresTransaction)) }
        }
        #expect(error?.kind == .lockTimeout)
      }
      check { _ = try $0.delete(query, listing: Self.listing) }
      check { _ = try $0.update(query, assigning: [], listing: Self.listing) }
      check { transaction in
        // As an insertion begins.
        #expect(!transaction.recordsRows)
        _ = try transaction.takeKeys(1, entity: Tree.branch)
      }
    }
  }
#endif
