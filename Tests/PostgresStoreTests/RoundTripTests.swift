#if PostgreSQL
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

    /// The round trips of a transaction, from its beginning to the confirmed commit, that writes a page.
    nonisolated private static let limit = 4

    @Test("A page of new, of changed and of deleted rows is written in at most four", arguments: [250])
    func page(count: Int) async throws {
      let server = server
      try await container.performBackgroundTask { context in
        let pictures = try Gallery.insert(count, in: context)
        let new = try server.roundTrips { try context.save() }
        for picture in pictures { picture.views += 1 }
        let changed = try server.roundTrips { try context.save() }
        for (index, picture) in pictures.enumerated() {
          picture.address += "/\(index)"
          picture.person = pictures[(index + 1) % count].person
        }
        let moved = try server.roundTrips { try context.save() }
        #expect([new, changed, moved].allSatisfy { $0 <= Self.limit }, "\([new, changed, moved])")
      }
    }

    @Test(
      "A page in the main context costs as much, and a look for each uniqueness constraint", arguments: [250])
    func mainPage(count: Int) throws {
      let constraints = 4
      var pictures = try Gallery.insert(count, in: context)
      let new = try server.roundTrips { try context.save() }
      for picture in pictures { picture.views += 1 }
      let changed = try server.roundTrips { try context.save() }
      for (index, picture) in pictures.enumerated() { picture.address += "/\(index)" }
      let moved = try server.roundTrips { try context.save() }
      #expect(
        [new, changed, moved].allSatisfy { $0 <= Self.limit + constraints }, "\([new, changed, moved])")
      // As far as the context holds them, objects have their values.
      context.refreshAllObjects()
      pictures = try context.fetch(FetchRequest<Picture>())
      for picture in pictures { context.delete(picture) }
      // The rows of frames and join rows are read first.
      let reads = 4
      let deleted = try server.roundTrips { try context.save() }
      #expect(deleted <= Self.limit + reads, "\(deleted)")
      #expect(try context.count(FetchRequest<Picture>()) == 0)
      #expect(try context.count(FetchRequest<Frame>()) == 0)
    }
  }
#endif
