import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Changing without waiting for a store on another machine")
struct WhenAtHandTests {
  private static let title = Property<Book, String>("title")
  private static let pages = Property<Book, Int>("pages")
  private static let isbn = Property<Book, String>("isbn")
  private let store: CountingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = CountingStore(InMemoryStore(model: try Shelf.model()), isRemote: true)
    container = try PersistentContainer(store: store, mergePolicy: .objectTrumps)
  }

  /// Inserts an author with books in another context, and returns the IDs of the books.
  private func fill(books: Int) async throws -> [ManagedObjectID] {
    let worker = try container.makeBackgroundContext()
    let ids = try await worker.perform { context in
      let author = try context.insert(Author.self)
      author.name = "Tove"
      return try (0..<books).map { number in
        let book = try context.insert(Book.self)
        (book.title, book.pages, book.author) = ("Book \(number)", number, author)
        return book.objectID
      }
    }
    try await worker.save()
    await container.coordinator.drain()
    return ids
  }

  private func book(_ id: ManagedObjectID) throws -> Book { try #require(context.object(with: id) as? Book) }

  @Test("A result with requests and a path of relationships comes without a wait of the main actor")
  func path() async throws {
    let ids = try await fill(books: 5)
    let context = context
    let frame = try book(ids[0])
    #expect(context.withoutWaiting { frame.title }.isEmpty)
    let before = store.counts
    let titles = try await context.whenAtHand {
      let found = try context.fetch(FetchRequest<Book>(where: Self.title == "Book 3"))
      return found.first?.author?.books.map(\.title).sorted()
    }
    #expect(titles == (0..<5).map { "Book \($0)" })
    // The request, the author, the members, and the other books.
    #expect((store.counts - before).reads <= 4)
    #expect((store.counts - before).mainReads == 0)
    // What a frame lacked is still wanted.
    #expect(context.hasMissingRows)
  }

  @Test("A change follows its reading, and is undone and redone, without a wait of the main actor")
  func change() async throws {
    let ids = try await fill(books: 5)
    let context = context
    context.undoHistory = UndoHistory()
    let before = store.counts
    try await context.whenAtHand {
      let books = try context.fetch(FetchRequest<Book>(where: Self.pages >= 3))
      let authors = Set(books.compactMap(\.author)).map(\.name)
      try context.readDuplicates(of: Self.isbn, ["1"])
      try context.requireAtHand()
      let new = try context.insert(Book.self)
      (new.isbn, new.title) = ("1", "By \(authors)")
      for book in books { context.delete(book) }
      try context.publish()
    }
    await container.coordinator.drain()
    #expect((store.counts - before).mainReads == 0)
    #expect(try context.count(FetchRequest<Book>(where: Self.title == "By [\"Tove\"]")) == 1)
    for isUndo in [true, false] {
      let later = store.counts
      try await context.whenAtHand {
        try isUndo ? context.readForUndo() : context.readForRedo()
        try context.requireAtHand()
        _ = isUndo ? context.undo() : context.redo()
        try context.publish()
      }
      await container.coordinator.drain()
      #expect((store.counts - later).mainReads == 0)
      if isUndo { #expect(try context.fetchIDs(FetchRequest<Book>()) == ids) }
    }
    #expect(try context.count(FetchRequest<Book>()) == 4)
  }

  @Test("A duplicate of a row that is not at hand is merged with it by the commit, without a wait")
  func duplicate() async throws {
    let context = context
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      let book = try context.insert(Book.self)
      (book.isbn, book.title, book.note) = ("1", "Comet", "kept")
    }
    try await worker.save()
    await container.coordinator.drain()
    for isAsked in [false, true] {
      let before = store.counts
      let book = try await context.whenAtHand {
        if isAsked { try context.readDuplicates(of: Self.isbn, ["1"]) }
        try context.requireAtHand()
        let book = try context.insert(Book.self)
        (book.isbn, book.title) = ("1", "Comet in Moominland")
        try context.publish()
        return book
      }
      await container.coordinator.drain()
      #expect((store.counts - before).mainReads == 0)
      #expect(try context.count(FetchRequest<Book>()) == 1)
      #expect(book.note == "kept")
    }
  }

  @Test("What another context changes between the reading and the change is read again")
  func changedBeforeTheChange() async throws {
    let ids = try await fill(books: 2)
    let (context, gate) = (context, Gate())
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    store.holdNextRows {
      signal.finish()
      gate.wait()
    }
    let change = Task {
      try await context.whenAtHand {
        let books = ids.compactMap { context.object(with: $0) as? Book }
        let titles = books.map(\.title)
        try context.requireAtHand()
        for (book, title) in zip(books, titles) { book.title = title + "!" }
      }
    }
    for await _ in started {}
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      (try context.existingObject(with: ids[0]) as? Book)?.title = "New"
    }
    try await worker.save()
    await container.coordinator.drain()
    gate.open()
    try await change.value
    #expect(try ids.map { try book($0).title } == ["New!", "Book 1!"])
    try context.save()
  }

  @Test("A save goes ahead after the detection of conflicts for an object that was not at hand")
  func conflictDetection() async throws {
    let ids = try await fill(books: 2)
    let context = context
    let guarded = try ids.map { try book($0) }
    try await context.whenAtHand {
      context.detectConflicts(for: guarded[0])
      try context.requireAtHand()
      try context.insert(Book.self).title = "New"
      try context.publish()
    }
    context.withoutWaiting { context.detectConflicts(for: guarded[1]) }
    #expect(context.hasMissingRows)
    try context.insert(Book.self).title = "Newer"
    try context.save()
    #expect(try context.count(FetchRequest<Book>()) == 4)
  }

  @Test("An error of the body counts when everything that it read was at hand")
  func errors() async throws {
    let ids = try await fill(books: 1)
    let book = try book(ids[0])
    struct WrongTitle: Error { let title: String }
    let error = await #expect(throws: WrongTitle.self) {
      try await context.whenAtHand { throw WrongTitle(title: book.title) }
    }
    #expect(error?.title == "Book 0")
    // Changes are permitted again.
    book.title = "changed"
    #expect(context.hasChanges)
  }
}
