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
}
