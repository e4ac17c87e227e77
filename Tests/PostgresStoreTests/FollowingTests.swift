#if PostgreSQL
  import FetchedResults
  import Foundation
  import ListChanges
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Two programs with one PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  @MainActor
  struct FollowingTests {
    /// Opens a store twice, as two programs do.
    private func programs(
      _ schema: PostgresSchema, keepsHistory: Bool = true
    ) throws -> (here: PersistentContainer, there: PersistentContainer) {
      func open() throws -> PersistentContainer {
        try PersistentContainer(
          store: schema.store(Shelf.model(), options: StoreOptions(keepsHistory: keepsHistory)),
          followsExternalChanges: true)
      }
      return (try open(), try open())
    }

    private func list(_ container: PersistentContainer) async throws -> FetchedResultsController<Book> {
      let list = try FetchedResultsController(
        FetchRequest<Book>(order: [FetchOrder("title")]), context: container.viewContext)
      try await list.load()
      return list
    }

    private func titles(_ list: FetchedResultsController<Book>) -> [String] {
      (0..<list.count).map { list.object(at: $0).title }
    }

    @Test("The lists of both follow each other, with the changes of exactly those rows")
    func lists() async throws {
      let schema = PostgresSchema()
      let (here, there) = try programs(schema)
      let (near, far) = (try await list(here), try await list(there))
      var received: [SectionedChanges] = []
      near.onChange = { received.append($0) }
      let books = try ["b", "d"].map { title in
        let book = try there.viewContext.insert(Book.self)
        book.title = title
        return book
      }
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
      #expect(titles(near) == ["b", "d"] && received.flatMap(\.insertedRows).count == 2)
      received = []
      books[0].title = "e"
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
      #expect(titles(near) == ["d", "e"])
      #expect(received.flatMap(\.movedRows).count == 1 && received.flatMap(\.insertedRows).isEmpty)
      try here.viewContext.insert(Book.self).title = "c"
      here.viewContext.delete(near.object(at: 0))
      try here.viewContext.save()
      try await there.coordinator.mergeExternalChanges()
      #expect(titles(far) == ["c", "e"] && titles(near) == ["c", "e"])
      withExtendedLifetime(schema) {}
    }

    @Test("Without a history, a commit of the other makes lists read everything again")
    func withoutHistory() async throws {
      let schema = PostgresSchema()
      let (here, there) = try programs(schema, keepsHistory: false)
      let near = try await list(here)
      try there.viewContext.insert(Book.self).title = "a"
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
      #expect(titles(near) == ["a"])
      withExtendedLifetime(schema) {}
    }

    @Test("Programs that describe the properties in another order follow each other's references")
    func otherOrder() async throws {
      let schema = PostgresSchema()
      let counts = try await ReorderedModel.counts {
        try schema.store($0, options: StoreOptions(keepsHistory: true))
      }
      #expect(counts == ReorderedModel.expected)
      withExtendedLifetime(schema) {}
    }

    @Test("A change of the same object in both is a conflict in the second to save")
    func conflict() async throws {
      let schema = PostgresSchema()
      let (here, there) = try programs(schema)
      let book = try here.viewContext.insert(Book.self)
      book.title = "a"
      try here.viewContext.save()
      let theirs = try #require(there.viewContext.object(with: book.objectID) as? Book)
      #expect(theirs.title == "a")
      book.title = "b"
      try here.viewContext.save()
      theirs.title = "c"
      #expect(throws: ConflictError.self) { try there.viewContext.save() }
      withExtendedLifetime(schema) {}
    }

    @Test("Many who create one store at the same moment all get the same one")
    nonisolated func creation() async throws {
      let schema = PostgresSchema()
      let connection = try #require(PostgresServer.connection)
      let name = schema.name
      let identifiers = try await withThrowingTaskGroup(of: UUID.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try PostgresStore(connection: connection, schema: name, model: Shelf.model()).identifier
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(identifiers.count == 1)
      withExtendedLifetime(schema) {}
    }
  }
#endif
