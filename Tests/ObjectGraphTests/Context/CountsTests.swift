import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("The numbers of objects of several queries")
struct CountsTests {
  @Test("Each query is counted with the changes of the context", arguments: StoreKind.allCases)
  func unsaved(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.open(in: folder, model: Shelf.model())
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    var authors: [Author] = []
    for (name, books) in [("Ann", 2), ("Bob", 0), ("Cid", 3)] {
      let author = try context.insert(Author.self)
      author.name = name
      for number in 0..<books {
        let book = try context.insert(Book.self)
        (book.title, book.author) = ("\(name) \(number)", author)
      }
      authors.append(author)
    }
    try context.save()
    let queries = try authors.map {
      FetchRequest<Book>(where: try FetchPredicate("author == %@", $0.objectID))
        .query(in: container.coordinator.model)
    }
    #expect(try context.makeReader().counts(queries) == [2, 0, 3])
    #expect(try store.makeReader().counts(queries) == [2, 0, 3])
    let book = try context.insert(Book.self)
    (book.title, book.author) = ("new", authors[1])
    #expect(try context.makeReader().counts(queries) == [2, 1, 3])
    #expect(try store.makeReader().counts(queries) == [2, 0, 3])
    #expect(try context.makeReader().counts([]) == [])
  }

  @Test("Queries are counted in one go, also with changes of the context")
  func oneReading() throws {
    let folder = try TemporaryFolder()
    let store = CountingStore(try StoreKind.sqlite.open(in: folder, model: Shelf.model()))
    let context = try PersistentContainer(store: store).viewContext
    var books: [Book] = []
    for number in 0..<6 {
      let book = try context.insert(Book.self)
      book.title = "\(number)"
      books.append(book)
    }
    try context.save()
    try context.insert(Book.self).title = "3"
    context.delete(books[0])
    books[1].title = "2"
    let requests = try (0..<6).map { FetchRequest<Book>(where: try FetchPredicate("title == %@", "\($0)")) }
    context.processPendingChanges()
    let reader = context.makeReader()
    let before = store.counts
    #expect(try reader.counts(requests.map { $0.query(in: store.model) }) == [0, 0, 2, 2, 1, 1])
    #expect((store.counts - before).reads == 1)
  }

  @Test("A count with a limit and an offset is that of the objects", arguments: StoreKind.allCases)
  func windows(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let context = try PersistentContainer(store: try kind.open(in: folder, model: Shelf.model())).viewContext
    var books: [Book] = []
    for number in 0..<4 {
      let book = try context.insert(Book.self)
      book.title = number == 3 ? "b" : "a"
      books.append(book)
    }
    try context.save()
    try context.insert(Book.self).title = "a"
    context.delete(books[0])
    books[3].title = "a"
    books[1].title = "b"
    for limit in [nil, 0, 1, 2, 3, 5] {
      for offset in 0..<5 {
        var request = FetchRequest<Book>(where: try FetchPredicate("title == %@", "a"), limit: limit)
        request.offset = offset
        let expected = max(0, min(limit ?? .max, 3 - offset))
        #expect(
          try context.count(request) == expected, "limit \(String(describing: limit)), offset \(offset)")
        #expect(try context.fetch(request).count == expected)
      }
    }
  }
}
