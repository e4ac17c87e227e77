#if PostgreSQL
  import FetchedResults
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Round trips to a PostgreSQL server", .enabled(if: PostgresServer.isKnown))
  @MainActor
  struct RoundTripTests {
    let server: MeteredServer
    let schema: PostgresSchema
    let container: PersistentContainer
    var context: ManagedObjectContext { container.viewContext }

    init() throws {
      server = try MeteredServer()
      schema = PostgresSchema(server.connection)
      container = try PersistentContainer(
        store: schema.store(Gallery.model(), options: StoreOptions(keepsHistory: true)))
    }

    @Test("The keys of all entities are reserved in one")
    func keys() async throws {
      // Another connection: the container reserves keys on its own.
      let store = try schema.store(Gallery.model(), options: StoreOptions(keepsHistory: true))
      let writer = try store.makeWriter()
      let model = store.model
      let roots = (1...model.entities.count).map { EntityNumber($0) }.filter { model.root(of: $0) == $0 }
      let counts = Dictionary(uniqueKeysWithValues: roots.enumerated().map { ($1, $0 + 1) })
      // Opens the connection, and prepares the statement.
      let first = try writer.reserveKeys(counts)
      var second: [EntityNumber: Range<Int64>] = [:]
      let trips = try server.roundTrips { second = try writer.reserveKeys(counts) }
      #expect(trips == 1)
      for root in roots {
        let (earlier, later) = (try #require(first[root]), try #require(second[root]))
        #expect(earlier.count == counts[root] && later.count == counts[root])
        #expect(later.lowerBound >= earlier.upperBound)
      }
      #expect(roots.count > 2 && second.count == roots.count)
    }

    /// The round trips of a transaction, from its beginning to the confirmed commit, that writes a page.
    nonisolated private static let limit = 4

    @Test("A page of new, of changed and of moved rows is written in at most four", arguments: [250])
    func page(count: Int) async throws {
      let worker = try container.makeBackgroundContext()
      try await worker.perform { context in _ = try Gallery.insert(count, in: context) }
      try await waitForKeys(container)
      let server = server
      let trips = try await worker.perform { context in
        let new = try server.roundTrips { try context.save() }
        let pictures = try context.fetch(FetchRequest<Picture>())
        for picture in pictures { picture.views += 1 }
        let changed = try server.roundTrips { try context.save() }
        let people = try context.fetch(FetchRequest<Person>())
        for (index, picture) in pictures.enumerated() {
          picture.address += "/\(index)"
          picture.person = people.first { $0 !== picture.person }
        }
        return [new, changed, try server.roundTrips { try context.save() }]
      }
      #expect(trips.allSatisfy { $0 <= Self.limit }, "\(trips)")
    }

    @Test(
      "A commit that no other one prevents costs one, and one for both sides of its one-to-one relationships")
    func commit() async throws {
      let worker = try container.makeBackgroundContext()
      // The first commit reads whether the store keeps a history.
      _ = try await save(worker) { _ = try Gallery.insert(1, in: $0) }
      let new = try await save(worker) { _ = try Gallery.insert(250, page: 1, in: $0) }
      let changed = try await save(worker) { context in
        for picture in try context.fetch(FetchRequest<Picture>()) { picture.views += 1 }
      }
      let alone = try await save(worker) { context in
        for number in 0..<250 { try context.insert(Tag.self).name = "\(number)" }
      }
      let deleted = try await save(worker) { context in
        for tag in try context.fetch(FetchRequest<Tag>()) { context.delete(tag) }
      }
      #expect(changed == 2 && alone == 1, "\([changed, alone])")
      // Keys of join rows may be reserved meanwhile.
      #expect(2...3 ~= new, "\(new)")
      // The versions of deleted objects, and the rows that refer to them, are read before the commit.
      #expect(deleted == 3)
      let pictures = try await worker.perform { try $0.count(FetchRequest<Picture>()) }
      #expect(pictures == 251)
    }

    /// Makes changes in a context, and returns the round trips of saving them.
    private func save(
      _ context: BackgroundContext, _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws -> Int {
      try await context.perform { try change($0) }
      try await waitForKeys(container)
      let server = server
      return try await context.perform { context in try server.roundTrips { try context.save() } }
    }

    @Test(
      "A page in the main context costs as much, and a look for each uniqueness constraint", arguments: [250])
    func mainPage(count: Int) async throws {
      // Those of pictures, persons and tags; no join row of a new picture can be there.
      let constraints = 3
      // Opens the connection.
      _ = try context.count(FetchRequest<Frame>())
      var pictures = try Gallery.insert(count, in: context)
      try await waitForKeys(container)
      let new = try server.roundTrips { try context.save() }
      for picture in pictures { picture.views += 1 }
      let changed = try server.roundTrips { try context.save() }
      for (index, picture) in pictures.enumerated() { picture.address += "/\(index)" }
      let moved = try server.roundTrips { try context.save() }
      #expect(new <= Self.limit + constraints - 1, "\(new)")
      #expect(changed <= Self.limit && moved <= Self.limit + 1, "\([changed, moved])")
      context.refreshAllObjects()
      pictures = try context.fetch(FetchRequest<Picture>())
      for picture in pictures { context.delete(picture) }
      let deleted = try server.roundTrips { try context.save() }
      // The rows of frames and join rows are read first.
      #expect(deleted <= Self.limit + 2, "\(deleted)")
      #expect(try context.count(FetchRequest<Picture>()) == 0)
      #expect(try context.count(FetchRequest<Frame>()) == 0)
    }

    /// Waits until the keys that are reserved in the background have been reserved.
    private func waitForKeys(_ container: PersistentContainer) async throws {
      // Follows what the writer does already.
      try await container.coordinator.reserveIDs(for: Tag.self, count: 10_000)
    }

    /// Saves pictures, and returns a container that has read none of them.
    private func filled(_ count: Int) async throws -> PersistentContainer {
      try await container.performBackgroundTask { context in _ = try Gallery.insert(count, in: context) }
      let other = try PersistentContainer(store: schema.store(Gallery.model()))
      // Opens the connection.
      _ = try other.viewContext.count(FetchRequest<Frame>())
      try await waitForKeys(other)
      return other
    }

    @Test("Objects with all of their relationships are read in one for each entity on the way")
    func prefetching() async throws {
      let context = try await filled(250).viewContext
      var count = 0
      let fetched = try server.roundTrips { count = try context.fetch(FetchRequest<Picture>()).count }
      #expect(fetched == 1 && count == 250)
      let batches = try server.roundTrips {
        let request = FetchRequest<Picture>(order: [FetchOrder("views")])
        let pictures = try context.fetchBatches(
          request, size: 250, prefetching: ["person", "tags", "frame"])
        for picture in pictures {
          _ = (picture.person?.name, picture.tags.map(\.name), picture.frame?.color)
        }
      }
      // IDs, pictures, persons, join rows, tags, frames.
      #expect(batches == 6)
      let ids = try context.fetchIDs(FetchRequest<Picture>()) + context.fetchIDs(FetchRequest<Frame>())
      context.reset()
      let mixed = server.roundTrips {
        // A snapshot ends without waiting.
        #expect(context.readAhead(ids).allSatisfy { !$0.isFault })
      }
      #expect(mixed <= 2)
    }

    @Test(
      "The connections of a container are opened together, while the store is opened",
      .timeLimit(.minutes(10)))
    func openedAhead() async throws {
      let server = try MeteredServer()
      let schema = PostgresSchema(server.connection)
      let store = try schema.store(
        Gallery.model(), settings: PostgresSettings(opensConnectionsAhead: true))
      while server.connections < 5 { await Task.yield() }
      let container = try PersistentContainer(store: store, followsExternalChanges: true)
      #expect(try container.viewContext.count(FetchRequest<Frame>()) == 0)
      let query = StoreQuery(entity: store.model.number(of: Frame.self))
      let count = try await container.coordinator.read { try $0.count(query) }
      #expect(count == 0)
      try await container.coordinator.mergeExternalChanges()
      #expect(server.connections == 5)
    }

    @Test("Several requests are answered in one, with the same objects as alone")
    func requests() async throws {
      let context = try await filled(100).viewContext
      // The connection is open then.
      _ = try context.count(FetchRequest<Frame>())
      let few = FetchRequest<Picture>(where: try FetchPredicate("views < 10"), order: [FetchOrder("views")])
      let people = FetchRequest<Person>(order: [FetchOrder("name")])
      let trips = try server.roundTrips {
        let (pictures, found, tags) = try context.fetch(few, people, FetchRequest<Tag>())
        #expect(pictures.count == 10 && found.count == 10 && tags.count == 20)
      }
      #expect(trips == 1)
      let (pictures, found) = try context.fetchValues(few, people)
      #expect(try pictures.map(\.objectID) == context.fetchIDs(few))
      #expect(try found.map(\.objectID) == context.fetchIDs(people))
      // Memory evaluates one of them.
      let pattern = FetchRequest<Tag>(where: try FetchPredicate("name MATCHES 'tag .*1'"))
      let (all, some) = try context.fetch(people, pattern)
      #expect(try all == context.fetch(people) && some == context.fetch(pattern) && some.count == 2)
    }

    @Test("A list and its first window are read in two, and each other window in one")
    func lists() async throws {
      let context = try await filled(1_000).viewContext
      let list = try FetchedResultsController(
        FetchRequest<Picture>(order: [FetchOrder("views")]), context: context)
      // The connections are open then.
      try await list.load()
      _ = try context.count(FetchRequest<Frame>())
      let before = server.total
      try await list.load()
      #expect(server.total - before == 1)
      let window = server.roundTrips { for picture in list.objects(at: 0..<50) { _ = picture.title } }
      let next = server.roundTrips { for picture in list.objects(at: 500..<550) { _ = picture.title } }
      #expect(window == 1 && next == 1)
    }

    @Test("A copy is written in one for a thousand rows of an entity, and compared in one")
    func copying() async throws {
      let source = InMemoryStore(model: try Gallery.model())
      let filled = try PersistentContainer(store: source)
      try await filled.performBackgroundTask { context in _ = try Gallery.insert(2_000, in: context) }
      let counts = try source.model.numbers.map { try source.makeReader().count(StoreQuery(entity: $0)) }
      let store = try schema.store(Gallery.model())
      var trips: [Int] = []
      let copied = try PersistentStoreCoordinator.copyStore(
        from: source, to: store, onProgress: { _ in trips.append(server.total) },
        onVerification: { _ in trips.append(server.total) })
      let batches = counts.reduce(0) { $0 + ($1 + 999) / 1_000 }
      #expect(copied == counts.reduce(0, +) && copied > 5_000)
      // Two reports of progress come before the first batches.
      #expect(trips.count == 2 * batches + 2)
      // The writer's connection is set up before the first batch.
      #expect(zip(trips, trips.dropFirst()).dropFirst().allSatisfy { $1 - $0 <= 1 }, "\(trips)")
    }

    @Test("A long list is read in parts, in its order")
    func longList() async throws {
      let worker = try container.makeBackgroundContext()
      try await worker.perform { context in
        for number in 0..<50_000 {
          try context.insert(Tag.self).name = String(format: "%06d", (number * 7919) % 50_000)
        }
        try context.save()
      }
      // Without statistics, the server sorts all rows for the first window.
      let rows = try schema.administrator().integer(
        "SELECT reltuples::bigint FROM pg_class WHERE oid = '\(Server.quoted(schema.name)).tag'::regclass")
      #expect(rows == 50_000)
      let other = try PersistentContainer(store: schema.store(Gallery.model()))
      let list = try FetchedResultsController(
        FetchRequest<Tag>(order: [FetchOrder("name")]), context: other.viewContext)
      let query = StoreQuery(entity: other.coordinator.store.model.number(of: Frame.self))
      /// Loads the list, and waits for what its reader does not wait for: the ends of the cursor and the transaction.
      func load() async throws {
        try await list.load()
        _ = try await other.coordinator.read(isBulk: true) { try $0.count(query) }
      }
      // The connections are open then.
      try await load()
      let before = server.total
      try await load()
      // The first part, which is not all; the first one again and the two others; the two ends, and the count.
      #expect(server.total - before == 7)
      #expect(list.count == 50_000)
      for number in [0, 1, 19_999, 20_000, 20_001, 39_999, 40_000, 49_999] {
        #expect(list.object(at: number).name == String(format: "%06d", number))
      }
    }

    @Test("A predicate that memory evaluates reads relationships once for all rows")
    func evaluation() async throws {
      let context = try await filled(250).viewContext
      let predicate = try FetchPredicate("person.name LIKE[c] 'PERSON*' AND ANY tags.name LIKE[c] 'TAG*'")
      var count = 0
      let trips = try server.roundTrips {
        count = try context.fetch(FetchRequest<Picture>(where: predicate)).count
        // Follows the end of the snapshot, which is not awaited.
        _ = try context.count(FetchRequest<Frame>())
      }
      // Pictures, persons, join rows, tags, the end of the snapshot, and the count.
      #expect(trips == 6 && count == 250)
    }
  }
#endif
