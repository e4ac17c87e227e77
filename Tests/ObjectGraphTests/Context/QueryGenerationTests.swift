import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Query generations")
struct QueryGenerationTests {
  @Test("A pinned worker reads one state of the store until it saves or goes on", arguments: [true, false])
  func worker(_ inMemory: Bool) async throws {
    let library = try Library(inMemory: inMemory)
    let id = try library.book("Comet").objectID
    try library.context.save()
    let (reader, writer) = (
      try library.container.makeBackgroundContext(),
      try library.container.makeBackgroundContext(name: "writer")
    )
    @Sendable func count() async throws -> Int {
      try await reader.perform { try $0.count(FetchRequest<Book>()) }
    }
    @Sendable func add() async throws {
      try await writer.perform { try $0.insert(Book.self).title = "Moon" }
      try await writer.save()
    }
    try await reader.perform { try $0.setQueryGeneration(.current) }
    try await add()
    await writer.perform { ($0.object(with: id) as? Book)?.title = "Sun" }
    try await writer.save()
    #expect(try await count() == 1)
    #expect(await reader.perform { ($0.object(with: id) as? Book)?.title } == "Comet")
    #expect(try library.context.count(FetchRequest<Book>()) == 2)
    try await reader.perform { try $0.insert(Author.self).name = "Tove" }
    try await reader.save()
    #expect(try await count() == 2, "an own save leads on")
    #expect(await reader.perform { $0.queryGeneration } == .current)
    try await add()
    #expect(try await count() == 2)
    try await reader.perform { try $0.setQueryGeneration(.current) }
    #expect(try await count() == 3, "pinning again leads on")
    try await add()
    try await reader.perform { try $0.setQueryGeneration(.unpinned) }
    #expect(try await count() == 4)
  }

  @Test(
    "A pinned main context keeps its own changes, and catches up when it goes on", arguments: [true, false])
  func main(_ inMemory: Bool) async throws {
    let library = try Library(policy: .objectTrumps, inMemory: inMemory)
    let book = try library.book("Comet")
    try library.context.save()
    try library.context.setQueryGeneration(.current)
    let id = book.objectID
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      (context.object(with: id) as? Book)?.pages = 9
      try context.insert(Book.self).title = "Moon"
    }
    try await worker.save()
    #expect(book.pages == 0)
    #expect(try library.context.count(FetchRequest<Book>()) == 1)
    try library.book("Sun")
    try library.context.save()
    #expect(try library.context.count(FetchRequest<Book>()) == 3)
    try library.context.setQueryGeneration(.unpinned)
    #expect(book.pages == 9)
    await worker.perform { ($0.object(with: id) as? Book)?.pages = 10 }
    try await worker.save()
    #expect(book.pages == 10)
  }

  @Test("What is on its way when a context is pinned is part of what it sees, and what comes later is not")
  func pending() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    let (gate, entered) = (Gate(), AsyncStream<Void>.makeStream())
    // Keeps the writer busy, so that published saves stay pending.
    let rule = ConflictRule("slow") { _ in
      entered.continuation.finish()
      gate.wait()
      return .store
    }
    try library.book("first", isbn: "1")
    try library.context.save()
    let busy = try library.container.makeBackgroundContext(mergePolicy: .custom(rule), name: "busy")
    try await busy.perform { try $0.insert(Book.self).isbn = "1" }
    let saving = Task { try await busy.save() }
    for await _ in entered.stream {}
    try library.book("second")
    let own = try library.context.publish()
    try await worker.perform { try $0.setQueryGeneration(.current) }
    #expect(try await worker.perform { try $0.count(FetchRequest<Book>()) } == 2)
    try library.book("third")
    let later = try library.context.publish()
    gate.open()
    try await saving.value
    try await own.committed()
    try await later.committed()
    #expect(try await worker.perform { try $0.count(FetchRequest<Book>()) } == 2)
  }

  @Test("Functions that read in the background see the state to which the context is pinned")
  func background() async throws {
    let container = try PersistentContainer(store: RemoteStore(InMemoryStore(model: try Shelf.model())))
    let context = container.viewContext
    let book = try context.insert(Book.self)
    book.title = "Comet"
    try context.save()
    let id = book.objectID
    try context.setQueryGeneration(.current)
    try await container.performBackgroundTask { context in
      (try context.existingObject(with: id) as? Book)?.title = "Moon"
      try context.insert(Book.self).title = "Sun"
    }
    let request = FetchRequest<Book>()
    #expect(try await context.fetchInBackground(request).map(\.title) == ["Comet"])
    #expect(try await context.whenAtHand { try context.fetch(request).map(\.title) } == ["Comet"])
    context.reset()
    let fault = try #require(try await context.objects(with: [id]).first as? Book)
    #expect(context.withoutWaiting { fault.title } == "Comet")
    context.refresh(fault)
    try context.setQueryGeneration(.unpinned)
    #expect(context.ifAtHand { fault.title } == nil)
    try context.setQueryGeneration(.current)
    // What was missing belongs to a state to which the context is not pinned.
    try await context.fetchMissingRows()
    #expect(fault.isFault && fault.title == "Moon")
  }

  @Test("A pinned context does not see what it published after the commit has failed")
  func failure() async throws {
    let store = FailingStore(InMemoryStore(model: try Shelf.model()))
    let context = try PersistentContainer(store: store).viewContext
    try context.setQueryGeneration(.current)
    store.failOnce()
    try context.insert(Book.self).title = "Comet"
    let save = try context.publish()
    #expect(try context.count(FetchRequest<Book>()) == 1)
    await #expect(throws: StoreError.self) { try await save.committed() }
    context.rollback()
    #expect(try context.count(FetchRequest<Book>()) == 0)
  }

  @Test("A pinned context sees the values that the commit of its changes has chosen")
  func resolution() async throws {
    let library = try Library(policy: .objectTrumps)
    let context = library.context
    let id = try library.book("Comet").objectID
    try context.save()
    try context.setQueryGeneration(.current)
    try await library.container.performBackgroundTask { context in
      (try context.existingObject(with: id) as? Book)?.note = "theirs"
    }
    (try context.existingObject(with: id) as? Book)?.title = "Moon"
    try await context.publish().committed()
    let book = try #require(try context.existingObject(with: id) as? Book)
    #expect(book.title == "Moon" && book.note == "theirs")
  }

  @Test("A child cannot be pinned by itself")
  func child() throws {
    let library = try Library()
    let child = ManagedObjectContext(parent: library.context)
    #expect(throws: QueryGenerationError.child) { try child.setQueryGeneration(.current) }
    try library.context.setQueryGeneration(.current)
    #expect(child.queryGeneration == .current)
  }
}
