import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Saving")
struct SavingTests {
  @Test("What is saved is in the store, and seen at once by a fetch")
  func save() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    try library.book("Comet", by: author)
    let saving = try library.context.publish()
    #expect(!library.context.hasChanges)
    #expect(try library.context.fetch(FetchRequest<Book>()).map(\.title) == ["Comet"])
    try await saving.committed()
    #expect(try await library.stored(Book.self, "title").strings == ["Comet"])
    #expect(try library.context.fetch(FetchRequest<Book>()).first?.author === author)
  }

  @Test("A row is one object however often it is fetched, and keeps its ID")
  func identity() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    let id = book.objectID
    try library.context.save()
    #expect(book.objectID == id)
    #expect(try library.context.fetch(FetchRequest<Book>()).first === book)
    #expect(library.context.object(with: id) === book)
    #expect(try library.context.existingObject(with: id) === book)
  }

  @Test("A fetch considers changes that were not saved, with limit and offset")
  func fetchOverlaysChanges() async throws {
    let library = try Library()
    for title in ["b", "d", "f", "h"] { try library.book(title) }
    try library.context.save()
    try library.book("a")
    let books = try library.context.fetch(FetchRequest<Book>(order: [FetchOrder("title")]))
    books[2].title = "z"
    library.context.delete(books[4])
    func titles(limit: Int?, offset: Int) throws -> [String] {
      let request = FetchRequest<Book>(order: [FetchOrder("title")], limit: limit, offset: offset)
      #expect(try library.context.fetchIDs(request) == library.context.fetch(request).map(\.objectID))
      #expect(try library.context.count(request) == library.context.fetch(request).count)
      return try library.context.fetch(request).map(\.title)
    }
    #expect(try titles(limit: nil, offset: 0) == ["a", "b", "f", "z"])
    #expect(try titles(limit: 2, offset: 1) == ["b", "f"])
    #expect(try titles(limit: 5, offset: 3) == ["z"])
  }

  @Test("A fetch through a relationship considers changes of the other object")
  func fetchThroughRelationship() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    try library.book("Comet", by: author)
    try library.context.save()
    author.name = "Astrid"
    let byAstrid = FetchPredicate.comparison(.init("author.name", .equal, .value(.string("Astrid"))))
    #expect(try library.context.count(FetchRequest<Book>(where: byAstrid)) == 1)
  }

  @Test("A missing required value is named, and nothing is saved")
  func validation() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    book.setValue(.null, forKey: "title")
    let error = #expect(throws: ValidationError.self) { try library.context.save() }
    #expect(error?.description == "Book \(book.objectID) needs a value for title")
    #expect(book.isInserted)
    #expect(try await library.stored(Book.self, "title").isEmpty)
  }

  @Test("A change that was taken back leaves nothing to save")
  func noChange() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    book.title = "Moon"
    #expect(book.changedValues() == ["title": .string("Moon")])
    book.title = "Comet"
    try library.context.save()
    #expect(!library.context.hasChanges && !book.hasChanges)
    #expect(try library.context.row(for: book.objectID)?.version == 1)
  }

  @Test("Rollback gives up everything that was not saved")
  func rollback() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let kept = try library.book("Comet", by: author)
    let deleted = try library.book("Moon", by: author)
    try library.context.save()
    kept.title = "?"
    kept.author = nil
    library.context.delete(deleted)
    try library.book("Never")
    library.context.rollback()
    let titles = try library.context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
    #expect(titles == ["Comet", "Moon"])
    #expect(author.books.count == 2 && kept.author === author)
    #expect(!library.context.hasChanges)
  }

  @Test("A failed write leaves the changes in hand, and they can be saved when the cause is gone")
  func failedWrite() async throws {
    let library = try Library(policy: .error)
    let other = try library.container.makeBackgroundContext()
    let comet = try library.book("Comet", isbn: "1")
    try library.context.save()
    // A worker commits a book with the same ISBN before the main context can merge it.
    try await other.perform { context in
      let book = try context.insert(Book.self)
      book.isbn = "2"
      try context.save()
    }
    let id = comet.objectID
    try await other.perform { context in
      (try context.existingObject(with: id) as? Book)?.title = "Changed"
      try context.save()
    }
    comet.title = "Mine"
    let saving = try library.context.publish()
    await #expect(throws: ConflictError.self) { try await saving.committed() }
    #expect(comet.isUpdated && comet.title == "Mine")
    await library.container.coordinator.drain()
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["", "Mine"])
  }

  @Test("Discarding the changes of an object discards both sides of its one-to-one relationships")
  func discardedPair() async throws {
    let library = try Library()
    let (tove, astrid) = (try library.author("Tove"), try library.author("Astrid"))
    let (old, new) = (try library.context.insert(Portrait.self), try library.context.insert(Portrait.self))
    (tove.portrait, astrid.portrait) = (old, new)
    try library.context.save()
    tove.portrait = new
    library.context.processPendingChanges()
    library.context.refresh(tove, mergingChanges: false)
    #expect(tove.portrait === old && old.sitter === tove && new.sitter == nil && astrid.portrait == nil)
    try library.context.save()
    #expect(try await library.stored(Portrait.self, "sitter") == [.null, .reference(tove.objectID)])
    #expect(try await library.stored(Author.self, "portrait") == [.null, .reference(old.objectID)])
    library.context.undo()
    #expect(tove.portrait === old && old.sitter === tove && astrid.portrait === new && new.sitter === astrid)
    try library.context.save()
    #expect(try await Set(library.stored(Portrait.self, "sitter")).count == 2)
  }

  @Test("Discarding the changes of an object does not restore its references to deleted objects")
  func discardedReference() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    let (old, new) = (try library.context.insert(Portrait.self), try library.context.insert(Portrait.self))
    let sitter = try library.author("Astrid")
    sitter.portrait = old
    try library.context.save()
    book.title = "?"
    sitter.portrait = new
    library.context.delete(author)
    library.context.delete(old)
    library.context.processPendingChanges()
    for object in [book, sitter] as [ManagedObject] {
      library.context.refresh(object, mergingChanges: false)
    }
    #expect(book.title == "Comet" && book.author == nil && sitter.portrait == nil && new.sitter == nil)
    try library.context.save()
    #expect(try await library.stored(Book.self, "author") == [.null])
    #expect(try await library.stored(Author.self, "portrait") == [.null])
    library.context.undo()
    #expect(book.title == "Comet" && book.author === author)
    #expect(sitter.portrait === old && old.sitter === sitter && new.sitter == nil)
  }
}
