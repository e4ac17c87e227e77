#if PostgreSQL
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("The sessions that no connection uses", .enabled(if: PostgresServer.isKnown))
  struct SessionPoolTests {
    @Test("They are closed with the store")
    func closing() throws {
      let schema = PostgresSchema()
      weak var pool: SessionPool?
      do {
        let store = try schema.store(
          Tree.model(), settings: PostgresSettings(opensConnectionsAhead: true))
        pool = store.layout.pool
        #expect(try store.makeReader().count(StoreQuery(entity: Tree.branch)) == 0)
        #expect(pool != nil)
      }
      #expect(pool == nil)
    }
  }
#endif
