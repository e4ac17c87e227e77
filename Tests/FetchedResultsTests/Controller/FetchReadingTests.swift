import TestSupport
import Testing

@testable import FetchedResults
@testable import ObjectGraph

/// Tests that count readings: on a server, each of them is a round trip.
@MainActor
@Suite("Readings of a list that is fetched at once")
struct FetchReadingTests {
  @Test("A list is fetched with one reading, however many rows and key paths it has")
  func reads() throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    for number in 0..<20 {
      let (author, book) = (try context.insert(Author.self), try context.insert(Book.self))
      (author.name, book.title, book.author) = ("Author \(number % 7)", "Book \(number % 3)", author)
    }
    try context.save()
    context.reset()
    let list = try FetchedResultsController<Book>(
      FetchRequest(order: [FetchOrder("author.name"), FetchOrder("title")]), sectionKeyPath: "author.name",
      context: context)
    let before = store.counts
    try list.performFetch()
    #expect((store.counts - before).reads == 1)
    #expect(list.count == 20 && list.sectionCount == 7)
    func check() throws {
      #expect((0..<list.count).map { list.object(at: $0) } == (try context.fetch(list.request)))
      try list.checkInvariants()
    }
    try check()
    // A list with unsaved changes is read with them.
    let book = try #require(try context.fetch(list.request).last)
    book.title = "A"
    book.author?.name = "Author 2"
    context.delete(list.object(at: 0))
    try context.insert(Book.self).title = "Book 2"
    try list.performFetch()
    #expect(list.count == 20)
    try check()
  }

  @Test("A list is in the order of the store although its context has not merged a change of that order")
  func unmerged() throws {
    let container = try PersistentContainer(store: InMemoryStore(model: try Shelf.model()))
    let context = container.viewContext
    let books = try ["A", "C", "E"].map { name in
      let (author, book) = (try context.insert(Author.self), try context.insert(Book.self))
      (author.name, book.author) = (name, author)
      return book
    }
    let authors = books.map(\.author)
    try context.save()
    context.automaticallyMergesChangesFromParent = false
    let id = try #require(authors[0]).objectID
    try container.makeBackgroundContext().performAndWait { context in
      (try context.existingObject(with: id) as? Author)?.name = "Z"
      try context.save()
    }
    context.delete(books[2])
    let list = try FetchedResultsController<Book>(
      FetchRequest(order: [FetchOrder("author.name")]), context: context)
    try list.performFetch()
    try list.checkInvariants()
    #expect(authors[0]?.name == "A")
    #expect((0..<list.count).map { list.objectID(at: $0) } == [books[1].objectID, books[0].objectID])
  }

  @Test("A list is fetched at once in a canceled task as well")
  func canceled() async throws {
    let container = try PersistentContainer(store: InMemoryStore(model: try Shelf.model()))
    let context = container.viewContext
    for _ in 0..<1_100 { _ = try context.insert(Book.self) }
    try context.save()
    let list = try FetchedResultsController<Book>(
      FetchRequest(order: [FetchOrder("title")]), context: context)
    let fetching = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try list.performFetch()
    }
    try await fetching.value
    #expect(list.count == 1_100)
  }
}
