import Dispatch
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Fetching in the background")
struct BackgroundFetchTests {
  private func library(books: Int) async throws -> Library {
    let library = try Library()
    let author = try library.author("Tove")
    for number in 0..<books { try library.book("\(number)", by: author).pages = number }
    try library.context.save()
    return library
  }

  @Test("The objects are those of a fetch, with changes that were not saved")
  func same() async throws {
    let library = try await library(books: 20)
    let request = FetchRequest<Book>(
      where: try FetchPredicate("pages > 3"), order: [FetchOrder("pages", ascending: false)], limit: 5,
      offset: 1)
    #expect(try await library.context.fetchInBackground(request) == library.context.fetch(request))
    try library.book("new").pages = 100
    try #require(try library.context.fetch(request).last).pages = 1
    #expect(try await library.context.fetchInBackground(request) == library.context.fetch(request))
  }

  @Test("What changes while the store is read is considered")
  func changedMeanwhile() async throws {
    let library = try await library(books: 3)
    let coordinator = library.container.coordinator
    let gate = DispatchSemaphore(value: 0)
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let blocker = Task {
      try await coordinator.read { _ in
        signal.finish()
        gate.wait()
      }
    }
    for await _ in started {}
    let context = library.context
    let found = Task { try await context.fetchInBackground(FetchRequest<Book>()).map(\.title) }
    // The fetch reaches its wait for the reader before this task continues.
    await Task.yield()
    try library.book("new")
    gate.signal()
    try await blocker.value
    #expect(try await found.value.contains("new"))
  }

  @Test("What is changed and committed while the store is read is not shown as it was")
  func committedMeanwhile() async throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let (context, worker) = (container.viewContext, try container.makeBackgroundContext())
    let id = try await worker.perform { context in
      let book = try context.insert(Book.self)
      book.title = "old"
      return book.objectID
    }
    try await worker.save()
    let deleted = try context.insert(Book.self)
    deleted.title = "deleted"
    try context.save()
    let gate = Gate()
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    store.holdNextFetch {
      signal.finish()
      gate.wait()
    }
    let found = Task { try await context.fetchInBackground(FetchRequest<Book>()).map(\.title) }
    for await _ in started {}
    context.delete(deleted)
    let save = try context.publish()
    try await save.committed()
    await worker.perform { ($0.object(with: id) as? Book)?.title = "new" }
    try await worker.save()
    gate.open()
    #expect(try await found.value == ["new"])
    #expect(deleted.isDeleted || deleted.managedObjectContext == nil)
  }

  @Test("What another context inserts and deletes while the store is read is not shown")
  func goneMeanwhile() async throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let (context, worker) = (container.viewContext, try container.makeBackgroundContext())
    // The main actor is blocked, so that the main context merges the insertion during the fetch.
    let id = try worker.performAndWait { context in
      let book = try context.insert(Book.self)
      try context.save()
      return book.objectID
    }
    let gate = Gate()
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    store.holdNextFetch {
      signal.finish()
      gate.wait()
    }
    let found = Task.immediate { try await context.fetchInBackground(FetchRequest<Book>()).count }
    for await _ in started {}
    await container.coordinator.drain()
    try await worker.perform { context in
      context.delete(context.object(with: id))
      try context.save()
    }
    await container.coordinator.drain()
    gate.open()
    #expect(try await found.value == 0)
  }

  @Test("A child shows what its parent has not saved")
  func child() async throws {
    let library = try await library(books: 2)
    let child = ManagedObjectContext(parent: library.context)
    let request = FetchRequest<Book>(order: [FetchOrder("title")])
    let books = try library.context.fetch(request)
    library.context.delete(books[0])
    books[1].title = "changed"
    try library.book("added")
    #expect(try await child.fetchInBackground(request).map(\.title) == ["added", "changed"])
  }

  @Test("Canceling interrupts the query that is under way", .timeLimit(.minutes(10)))
  func canceling() async throws {
    let library = try await library(books: 3_000)
    let coordinator = library.container.coordinator
    // About 10^10 comparisons.
    let predicate = try FetchPredicate(
      "SUBQUERY(author.books, $a, SUBQUERY(author.books, $b, $b.pages > $a.pages).@count > 5000).@count > 0")
    let query = StoreQuery(entity: coordinator.model.number(of: Book.self), predicate: predicate)
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      try await coordinator.readCancellably { reader in
        signal.finish()
        return try reader.count(query)
      }
    }
    for await _ in started {}
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    let context = library.context
    let fetching = Task { try await context.fetchInBackground(FetchRequest<Book>(where: predicate)).count }
    await Task.yield()
    fetching.cancel()
    await #expect(throws: CancellationError.self) { try await fetching.value }
    #expect(try await context.fetchInBackground(FetchRequest<Book>()).count == 3_000)
  }

  @Test("A later reading interrupts an earlier one, and no result is retained", .timeLimit(.minutes(10)))
  func latestReading() async throws {
    final class Answer: Sendable {}
    let library = try await library(books: 1)
    let coordinator = library.container.coordinator
    let reading = LatestReading()
    weak var answer: Answer?
    do {
      let found = try await reading.read(in: coordinator) { _ in Answer() }
      answer = found
      #expect(answer != nil)
    }
    #expect(answer == nil)
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let endless = Task {
      try await reading.read(in: coordinator) { _ in
        signal.finish()
        while true { try Task.checkCancellation() }
      }
    }
    for await _ in started {}
    #expect(try await reading.read(in: coordinator) { _ in 2 } == 2)
    await #expect(throws: CancellationError.self) { try await endless.value }
  }
}
