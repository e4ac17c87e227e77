import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A store in memory")
struct InMemoryStoreTests {
  @Test("keeps what is saved, and gives it to every context")
  func saving() async throws {
    let library = try Library(inMemory: true)
    let author = try library.author("Tove", key: "t")
    try library.book("Comet", isbn: "1", by: author)
    try library.context.save()
    let worker = try library.container.makeBackgroundContext()
    let title = try await worker.perform { context in
      try context.fetch(FetchRequest<Author>()).first?.books.objects.first?.title
    }
    #expect(title == "Comet")
    #expect(try await library.stored(Book.self, "author") == [.reference(author.objectID)])
  }

  @Test("holds to uniqueness, by the merge policy")
  func uniqueness() async throws {
    let library = try Library(inMemory: true)
    try library.book("Comet", isbn: "1")
    try library.context.save()
    let strict = try library.container.makeBackgroundContext(mergePolicy: .error)
    await #expect(throws: ConflictError.self) {
      try await strict.perform { try $0.insert(Book.self).isbn = "1" }
      try await strict.save()
    }
    let lenient = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await lenient.perform { context in
      let book = try context.insert(Book.self)
      (book.isbn, book.title) = ("1", "Moon")
    }
    try await lenient.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Moon"])
  }

  @Test("shows a reader nothing of a transaction that failed")
  func transactions() throws {
    let store = InMemoryStore(model: try Shelf.model(), identifier: TestStores.identifier)
    let (reader, writer) = (store.makeReader(), store.makeWriter())
    let book = ManagedObjectID(entity: store.model.number(of: Book.self), key: 1)
    let values: [PropertyValue] = [.null, .string("Comet"), .integer(0), .null, .null]
    #expect(throws: CancellationError.self) {
      try writer.transaction(.normal) { transaction in
        let outcome = try transaction.insert(Row(id: book, version: 0, values: values))
        #expect(outcome == .done)
        #expect(try reader.rows([book]).isEmpty)
        throw CancellationError()
      }
    }
    #expect(try reader.rows([book]).isEmpty)
    let keys = try (writer.reserveKeys(3, entity: book.entity), writer.reserveKeys(1, entity: book.entity))
    #expect(keys.0 == 1..<4 && keys.1 == 4..<5)
  }
}
