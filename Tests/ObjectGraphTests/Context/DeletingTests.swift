import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Deleting")
struct DeletingTests {
  private func filled(_ rule: DeleteRule) async throws -> (Library, Author, [Book]) {
    let library = try Library(books: rule)
    let author = try library.author("Tove")
    let books = try ["Comet", "Moon"].map { try library.book($0, by: author) }
    try library.context.save()
    return (library, author, books)
  }

  @Test("Nullify empties the references of the others")
  func nullify() async throws {
    let (library, author, books) = try await filled(.nullify)
    library.context.delete(author)
    try library.context.save()
    #expect(books.allSatisfy { $0.author == nil })
    #expect(try await library.stored(Book.self, "author") == [.null, .null])
  }

  @Test("Cascade deletes the others")
  func cascade() async throws {
    let (library, author, books) = try await filled(.cascade)
    library.context.delete(author)
    library.context.processPendingChanges()
    #expect(books.allSatisfy { $0.isDeleted })
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").isEmpty)
  }

  @Test("Deny refuses the save until the others are gone")
  func deny() async throws {
    let (library, author, books) = try await filled(.deny)
    library.context.delete(author)
    let error = #expect(throws: ValidationError.self) { try library.context.save() }
    #expect(error?.description == "Author \(author.objectID) cannot be deleted while it has 2 books")
    for book in books { library.context.delete(book) }
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").isEmpty)
  }

  @Test("No action leaves the others as they are")
  func noAction() async throws {
    let (library, author, _) = try await filled(.noAction)
    let id = author.objectID
    library.context.delete(author)
    try library.context.save()
    #expect(try await library.stored(Book.self, "author") == [.reference(id), .reference(id)])
  }

  @Test("A one-to-one relationship follows on both sides, and cascades")
  func oneToOne() async throws {
    let library = try Library()
    let (tove, astrid) = (try library.author("Tove"), try library.author("Astrid"))
    let portrait = try library.context.insert(Portrait.self)
    portrait.sitter = tove
    #expect(tove.portrait === portrait)
    astrid.portrait = portrait
    #expect(tove.portrait == nil && portrait.sitter === astrid)
    try library.context.save()
    library.context.delete(astrid)
    try library.context.save()
    #expect(try await library.stored(Portrait.self, "title").isEmpty)
  }

  @Test("Nothing of a deleted object's own is left with the objects it belonged to")
  func leavesTheOthers() async throws {
    let (library, author, books) = try await filled(.nullify)
    #expect(author.books.ids == Set(books.map(\.objectID)))
    library.context.delete(books[0])
    library.context.processPendingChanges()
    #expect(author.books.ids == [books[1].objectID] && author.books.count == 1)
  }

  @Test("An object deleted before it was ever saved leaves no trace")
  func deletedBeforeSaved() async throws {
    let library = try Library()
    library.context.delete(try library.book("Never"))
    try library.context.save()
    #expect(!library.context.hasChanges)
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
  }
}
