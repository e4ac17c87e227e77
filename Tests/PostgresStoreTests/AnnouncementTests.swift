#if PostgreSQL
  import FetchedResults
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite(
    "Announced commits in a PostgreSQL store", .enabled(if: PostgresServer.isKnown), .timeLimit(.minutes(10)))
  struct AnnouncementTests {
    private static func row(_ key: Int64) -> Row {
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
        version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
    }

    private static func insert(_ key: Int64, by writer: any StoreWriter) throws {
      try writer.transaction(.normal) { _ = try $0.insert(row(key)) }
    }

    @Test(
      "A commit of another writer is announced, without a question to the server, and one of its own is not")
    func announced() async throws {
      let server = try MeteredServer()
      let schema = PostgresSchema()
      let far = try schema.store(Tree.model()).makeWriter()
      let store = try PostgresStore(connection: server.connection, schema: schema.name, model: Tree.model())
      let near = try #require(store.makeWriter() as? PostgresWriter)
      let (calls, continuation) = AsyncStream<Void>.makeStream()
      #expect(try !near.otherWritersCommitted())
      near.onAnnouncement { continuation.yield() }
      var next = calls.makeAsyncIterator()
      for key: Int64 in 1...3 {
        try Self.insert(key, by: far)
        await next.next()
        var isAnnounced = false
        let trips = try server.roundTrips { isAnnounced = try near.announcedCommit() }
        #expect(isAnnounced && trips == 0)
        #expect(try !near.announcedCommit())
      }
      try Self.insert(4, by: near)
      await next.next()
      #expect(try !near.announcedCommit(), "its own commit")
    }

    @Test("The end of the listening connection is announced, and counts as a commit")
    func cut() async throws {
      let schema = PostgresSchema()
      let writer = try #require(schema.store(Tree.model()).makeWriter() as? PostgresWriter)
      let (calls, continuation) = AsyncStream<Void>.makeStream()
      #expect(try !writer.otherWritersCommitted())
      // An answer to a later question could count as an announcement.
      let process = try #require(try writer.listener.connection.integer("SELECT pg_backend_pid()"))
      writer.onAnnouncement { continuation.yield() }
      var next = calls.makeAsyncIterator()
      try schema.administrator().execute("SELECT pg_terminate_backend(\(process))")
      // The server's message is announced, and then the end.
      repeat { await next.next() } while try !writer.announcedCommit()
      #expect(try !writer.announcedCommit())
      try Self.insert(1, by: schema.store(Tree.model()).makeWriter())
      repeat { await next.next() } while try !writer.announcedCommit()
    }

    @Test("The changes of another program are read in two round trips")
    @MainActor
    func roundTrips() async throws {
      let server = try MeteredServer()
      let schema = PostgresSchema()
      let options = StoreOptions(keepsHistory: true)
      let there = try PersistentContainer(store: schema.store(Shelf.model(), options: options))
      let store = try PostgresStore(
        connection: server.connection, schema: schema.name, model: Shelf.model(), options: options)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let changes = try store.makeExternalChangeReader(for: writer)
      let reader = try store.makeReader()
      for number in 0..<3 {
        let book = try there.viewContext.insert(Book.self)
        book.title = "\(number)"
        try there.viewContext.save()
        let before = server.total
        try changes.advance()
        let found = try changes.changes()
        let rows = try reader.rows(found.inserted)
        // The first time, connections are opened.
        #expect(number == 0 || server.total - before <= 3, "one of them is the end of the transaction")
        #expect(found.inserted == [book.objectID] && rows.count == 1)
      }
    }

    @Test("More changes than are read in advance are all found")
    @MainActor
    func manyChanges() async throws {
      let schema = PostgresSchema()
      let options = StoreOptions(keepsHistory: true)
      let store = try schema.store(Shelf.model(), options: options)
      let there = try PersistentContainer(store: store)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let changes = try store.makeExternalChangeReader(for: writer)
      for count in [499, 500, 501, 1_200] {
        for _ in 0..<count { _ = try there.viewContext.insert(Book.self) }
        try there.viewContext.save()
        try changes.advance()
        #expect(try changes.changes().inserted.count == count)
      }
    }

    @Test("A reader whose history another program removes reports that anything may have changed")
    func removedHistory() throws {
      let schema = PostgresSchema()
      let options = StoreOptions(keepsHistory: true)
      let store = try schema.store(Tree.model(), options: options)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let changes = try store.makeExternalChangeReader(for: writer)
      try changes.advance()
      #expect(try changes.changes().isEmpty)
      #expect(try HistorySchema(layout: store.layout, connection: schema.administrator()).remove())
      try changes.advance()
      #expect(try changes.changes().isReload)
    }
  }
#endif
