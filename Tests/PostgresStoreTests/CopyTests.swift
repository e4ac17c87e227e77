#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A copy into a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct CopyTests {
    @Test("Rows that another program inserts while the copy waits for it are found")
    func insertedMeanwhile() async throws {
      let schema = PostgresSchema()
      let destination = try schema.store(Tree.model(), locking: LockPolicy(timeout: .seconds(600)))
      let other = try #require(schema.store(Tree.model()).makeWriter() as? PostgresWriter)
      let process = try #require(try other.connection.integer("SELECT pg_backend_pid()"))
      let administrator = try schema.administrator()
      let source = InMemoryStore(model: try Tree.model())
      let id = ManagedObjectID(entity: Tree.branch, key: 7, in: StoreIdentity(TestStores.identifier))
      let (results, result) = AsyncStream<Result<Int, any Error>>.makeStream()
      try other.transaction(.full) { transaction in
        _ = try transaction.insert(Row(id: id, version: 0, values: [.string("b"), .null, .null, .null]))
        // It blocks its thread until the end of the transaction.
        Thread.detachNewThread {
          result.yield(Result { try PersistentStoreCoordinator.copyStore(from: source, to: destination) })
        }
        while try administrator.integer(
          "SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [.integer(process)])
          == 0
        {}
      }
      var outcomes = results.makeAsyncIterator()
      let outcome = await outcomes.next()
      #expect(throws: StoreCopyError.notEmpty(entity: "Branch")) { try outcome?.get() }
    }
  }
#endif
