import ObjectGraph
import TestSupport
import Testing

@Suite("Several requests at once")
@MainActor
struct SeveralRequestsTests {
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    container = try PersistentContainer(store: InMemoryStore(model: Shelf.model()))
    for number in 0..<6 {
      let author = try context.insert(Author.self)
      author.name = "author \(number)"
      let book = try context.insert(Book.self)
      (book.title, book.pages, book.author) = ("book \(number)", number, author)
    }
    try context.save()
  }

  private static let authors = FetchRequest<Author>(order: [FetchOrder("name", ascending: false)], limit: 3)
  private static let books = FetchRequest<Book>(order: [FetchOrder("pages")])

  private func expectEqualToSingleFetches() throws {
    let longBooks = FetchRequest<Book>(
      where: try FetchPredicate("pages > %@ AND author.name != %@", 2, "author 4"),
      order: [FetchOrder("title")])
    let objects = try context.fetch(Self.authors, Self.books, longBooks)
    #expect(try objects.0 == context.fetch(Self.authors))
    #expect(try objects.1 == context.fetch(Self.books))
    #expect(try objects.2 == context.fetch(longBooks))
    #expect(!objects.0.isEmpty && !objects.1.isEmpty && !objects.2.isEmpty)
    let values = try context.fetchValues(Self.authors, Self.books)
    #expect(try values.0.map(\.objectID) == context.fetchIDs(Self.authors))
    #expect(
      try values.1.map { $0[Property<Book, String>("title")] } == context.fetch(Self.books).map(\.title))
  }

  @Test("Each returns what it returns alone")
  func stored() throws { try expectEqualToSingleFetches() }

  @Test("Unsaved changes are considered in all of them")
  func unsaved() throws {
    let books = try context.fetch(Self.books)
    (books[0].pages, books[5].title) = (9, "another")
    context.delete(books[3])
    try context.insert(Author.self).name = "zoe"
    try #require(books[4].author).name = "renamed"
    let (authors, found) = try context.fetch(Self.authors, Self.books)
    #expect(authors.map(\.name) == ["zoe", "renamed", "author 5"])
    #expect(found.map(\.pages) == [1, 2, 4, 5, 9])
    try expectEqualToSingleFetches()
  }

  @Test("A request that does not fit its entity is refused")
  func wrongRequest() throws {
    let wrong = FetchRequest<Author>(order: [FetchOrder("pages")])
    #expect(throws: FetchError.self) { _ = try context.fetch(Self.books, wrong) }
  }
}
