import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Reading without waiting for a store on another machine")
struct WithoutWaitingTests {
  private let store: CountingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = CountingStore(InMemoryStore(model: try Shelf.model()), isRemote: true)
    container = try PersistentContainer(store: store)
  }

  /// Inserts an author with books in another context, and returns their IDs.
  private func fill(books: Int) async throws -> (author: ManagedObjectID, books: [ManagedObjectID]) {
    let worker = try container.makeBackgroundContext()
    let ids = try await worker.perform { context in
      let author = try context.insert(Author.self)
      author.name = "Tove"
      let books = try (0..<books).map { number in
        let book = try context.insert(Book.self)
        (book.title, book.pages, book.author) = ("Book \(number)", number, author)
        return book.objectID
      }
      return (author: author.objectID, books: books)
    }
    try await worker.save()
    await container.coordinator.drain()
    return ids
  }

  /// The titles and the authors of books, as a frame shows them, and the number of reads for which the main actor waited.
  private func draw(_ books: [Book]) -> (rows: [String], waits: Int) {
    let before = store.counts
    let rows = context.withoutWaiting { books.map { "\($0.title) by \($0.author?.name ?? "–")" } }
    return (rows, (store.counts - before).mainReads)
  }

  private func book(_ id: ManagedObjectID) throws -> Book { try #require(context.object(with: id) as? Book) }

  @Test("Values come in one reading for each step of a path, and no frame waits for them")
  func values() async throws {
    let ids = try await fill(books: 100).books
    let books = try ids.map(book)
    let first = draw(books)
    #expect(first.waits == 0)
    #expect(Set(first.rows) == [" by –"])
    #expect(context.hasMissingRows)
    let before = store.counts
    try await context.fetchMissingRows()
    #expect(!context.hasMissingRows)
    #expect(draw(books).rows.first == "Book 0 by ")
    try await context.fetchMissingRows()
    #expect((store.counts - before).reads == 2)
    let last = draw(books)
    #expect(last.rows == (0..<100).map { "Book \($0) by Tove" })
    #expect(last.waits == 0)
    #expect(!context.hasMissingRows)
  }

  @Test("Members of a relationship are missing, and then complete")
  func members() async throws {
    let ids = try await fill(books: 3)
    let author = try #require(context.object(with: ids.author) as? Author)
    func titles() -> [String] { context.withoutWaiting { author.books.map(\.title).sorted() } }
    #expect(titles().isEmpty)
    try await context.fetchMissingRows()
    // The books were fetched with the relationship.
    #expect(titles() == ["Book 0", "Book 1", "Book 2"])
    #expect(!context.hasMissingRows)
    #expect(store.counts.mainReads == 0)
  }

  @Test("A request says that it would wait, and nothing is missing for it")
  func requests() async throws {
    _ = try await fill(books: 2)
    let context = context
    #expect(throws: FetchError.wouldWait) {
      try context.withoutWaiting { try context.fetch(FetchRequest<Book>()) }
    }
    #expect(throws: FetchError.wouldWait) {
      try context.withoutWaiting { try context.count(FetchRequest<Book>()) }
    }
    #expect(!context.hasMissingRows)
    #expect(try context.fetch(FetchRequest<Book>()).count == 2)
  }

  @Test("A result is at hand only if no value was missing")
  func atHand() async throws {
    let ids = try await fill(books: 1).books
    let book = try book(ids[0])
    #expect(context.ifAtHand { book.title } == nil)
    // It is missing as well while it is in flight, and recorded once.
    let context = context
    let fetching = Task.immediate { try await context.fetchMissingRows() }
    #expect(context.ifAtHand { book.title } == nil)
    try await fetching.value
    #expect(context.ifAtHand { book.title } == "Book 0")
    #expect(!context.hasMissingRows)
  }

  @Test("Objects are returned with values that were read off the main actor")
  func loading() async throws {
    let ids = try await fill(books: 20).books
    let before = store.counts
    let books = try await context.objects(with: ids).compactMap { $0 as? Book }
    #expect(books.map(\.pages) == Array(0..<20))
    #expect((store.counts - before).reads == 1)
    #expect(store.counts.mainReads == 0)
  }

  @Test("Objects that were prefetched are not read again")
  func prefetched() async throws {
    let ids = try await fill(books: 5)
    let author = try #require(context.object(with: ids.author) as? Author)
    let first = try await context.whenAtHand { try context.prefetch(["books"], of: [author]) }
    let before = store.counts
    #expect(try context.prefetch(["books"], of: [author]).count == 5)
    #expect((store.counts - before).reads == 0)
    #expect(throws: FetchError.self) { try context.prefetch(["pages"], of: [author]) }
    withExtendedLifetime(first) {}
  }

  @Test("A row that another context changes during the reading is read again, not shown as it was")
  func changedMeanwhile() async throws {
    let ids = try await fill(books: 2).books
    let books = try ids.map(book)
    _ = draw(books)
    let (context, gate) = (context, Gate())
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    store.holdNextRows {
      signal.finish()
      gate.wait()
    }
    let fetching = Task { try await context.fetchMissingRows() }
    for await _ in started {}
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      (try context.existingObject(with: ids[0]) as? Book)?.title = "New"
      if let book = try context.existingObject(with: ids[1]) { context.delete(book) }
    }
    try await worker.save()
    await container.coordinator.drain()
    gate.open()
    try await fetching.value
    _ = draw(books)
    try await context.fetchMissingRows()
    #expect(context.withoutWaiting { books[0].title } == "New")
    #expect(books[1].isDeleted)
    #expect(store.counts.mainReads == 0)
  }

  @Test("What is published is at hand before it is committed")
  func published() async throws {
    let ids = try await fill(books: 1).books
    let book = try book(ids[0])
    book.title = "Edited"
    _ = try context.publish()
    context.refresh(book)
    #expect(book.isFault)
    #expect(context.withoutWaiting { book.title } == "Edited")
    #expect(!context.hasMissingRows)
    await container.coordinator.drain()
  }

  @Test("A child shows what its parent has not saved")
  func child() async throws {
    let ids = try await fill(books: 2).books
    let books = try await context.objects(with: ids).compactMap { $0 as? Book }
    books[0].title = "Edited"
    let child = ManagedObjectContext(parent: context)
    let copies = try await child.objects(with: ids).compactMap { $0 as? Book }
    #expect(copies.map(\.title) == ["Edited", "Book 1"])
    let other = ManagedObjectContext(parent: context)
    #expect(other.withoutWaiting { (other.object(with: ids[0]) as? Book)?.title } == "Edited")
    #expect(!other.hasMissingRows)
  }

  @Test("An object whose row is gone is asked for once")
  func gone() async throws {
    let ids = try await fill(books: 1).books
    let missing = ManagedObjectID(entity: ids[0].entity, key: ids[0].key + 100, in: ids[0].store)
    let context = context
    func title() -> String? { context.withoutWaiting { (context.object(with: missing) as? Book)?.title } }
    #expect(title()?.isEmpty == true)
    #expect(context.hasMissingRows)
    try await context.fetchMissingRows()
    #expect(title()?.isEmpty == true)
    #expect(!context.hasMissingRows)
  }

  @Test("A reading that fails leaves faults, which are still missing")
  func failure() async throws {
    let ids = try await fill(books: 1)
    let (book, context) = (try book(ids.books[0]), context)
    let author = try #require(context.object(with: ids.author) as? Author)
    func draw() -> [String] { context.withoutWaiting { [book.title] + author.books.map(\.title) } }
    #expect(draw() == [""])
    let fetching = Task { try await context.fetchMissingRows() }
    fetching.cancel()
    await #expect(throws: CancellationError.self) { try await fetching.value }
    #expect(book.isFault && context.hasMissingRows)
    store.isFailing = true
    await #expect(throws: StoreError.self) { try await context.fetchMissingRows() }
    store.isFailing = false
    #expect(book.isFault && context.hasMissingRows)
    try await context.fetchMissingRows()
    #expect(!context.hasMissingRows)
    #expect(draw() == ["Book 0", "Book 0"])
  }

  @Test("After a reading that failed, only what is still needed is missing")
  func failureBeforeAnotherFrame() async throws {
    let ids = try await fill(books: 3)
    let (books, context) = (try ids.books.map(book), context)
    func titles(_ books: ArraySlice<Book>) -> [String] { context.withoutWaiting { books.map(\.title) } }
    #expect(titles(books[..<2]) == ["", ""])
    store.isFailing = true
    await #expect(throws: StoreError.self) { try await context.fetchMissingRows() }
    // A question about something else is no frame.
    #expect(context.ifAtHand { books[1].title } == nil)
    await #expect(throws: StoreError.self) { try await context.fetchMissingRows() }
    store.isFailing = false
    #expect(titles(books[1...]) == ["", ""])
    try await context.fetchMissingRows()
    #expect(books.map(\.isFault) == [true, false, false])
    #expect(!context.hasMissingRows)
  }

  @Test("After a reset nothing is missing, also if the reading in progress then fails")
  func resetDuringFailure() async throws {
    let ids = try await fill(books: 1).books
    _ = draw([try book(ids[0])])
    let context = context
    let fetching = Task.immediate { try await context.fetchMissingRows() }
    context.reset()
    fetching.cancel()
    _ = await fetching.result
    #expect(!context.hasMissingRows)
  }

  @Test("After a reset nothing is missing")
  func reset() async throws {
    let ids = try await fill(books: 1).books
    _ = draw([try book(ids[0])])
    context.reset()
    #expect(!context.hasMissingRows)
  }

  @Test("With a store on this machine reading works as everywhere")
  func local() throws {
    let library = try Library()
    let author = try library.author("Tove")
    try library.book("One", by: author)
    try library.context.save()
    library.context.refreshAllObjects()
    #expect(library.context.withoutWaiting { author.books.map(\.title) } == ["One"])
    #expect(try library.context.withoutWaiting { try library.context.fetch(FetchRequest<Book>()).count } == 1)
    #expect(library.context.ifAtHand { author.name } == "Tove")
    #expect(!library.context.hasMissingRows)
  }

  @Test("Changing an object where values may be missing is a mistake that is named")
  func changing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let library = try Library()
        let book = try library.book("One")
        library.context.withoutWaiting { book.title = "Two" }
      }
    }
    #expect(result?.said("objects cannot be changed in withoutWaiting") == true)
  }

  @Test(
    "Frames between random commits end with what the store has", arguments: Seeds.range(quick: 10, long: 300))
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let ids = try await fill(books: 30)
    let worker = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let books = try ids.books.map(book)
    var fetching: Task<Void, any Error>?
    let context = context
    for _ in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let (id, pages) = (
          ids.books.randomElement(using: &random) ?? ids.books[0], Int.random(in: 0..<1_000, using: &random)
        )
        try await worker.perform { (try $0.existingObject(with: id) as? Book)?.pages = pages }
        try await worker.save()
      case 1:
        try await fetching?.value
        fetching = Task { try await context.fetchMissingRows() }
      case 2: await Task.yield()
      default:
        let start = Int.random(in: 0..<25, using: &random)
        _ = draw(Array(books[start..<start + 5]))
        _ = context.withoutWaiting { (context.object(with: ids.author) as? Author)?.books.count }
      }
    }
    try await fetching?.value
    await container.coordinator.drain()
    for _ in 0..<4 {
      _ = draw(books)
      try await context.fetchMissingRows()
    }
    #expect(store.counts.mainReads == 0)
    let stored = try await worker.perform {
      try $0.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.pages)
    }
    #expect(context.withoutWaiting { books.sorted { $0.title < $1.title }.map(\.pages) } == stored)
  }
}
