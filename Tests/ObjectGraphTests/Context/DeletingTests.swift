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

  @Test("A deleted object is no member of its relationships, whether or not their members were read")
  func deletedMember() async throws {
    let (library, author, books) = try await filled(.nullify)
    library.context.delete(books[0])
    #expect(!author.books.contains(books[0]) && author.books.contains(books[1]))
    library.context.processPendingChanges()
    #expect(!author.books.contains(books[0]) && author.hasFault(forRelationshipNamed: "books"))
    #expect(author.books.ids == [books[1].objectID] && !author.books.contains(books[0]))
    library.context.undo()
    #expect(author.books.contains(books[0]))
  }

  @Test(
    "After a save, a new object that was deleted has no context, until an undo restores it",
    arguments: [true, false], [true, false])
  func discarded(isChild: Bool, besideOthers: Bool) throws {
    let library = try Library()
    let context = isChild ? ManagedObjectContext(parent: library.context) : library.context
    context.undoHistory = UndoHistory()
    let book = try context.insert(Book.self)
    book.title = "Never"
    context.processPendingChanges()
    context.delete(book)
    context.processPendingChanges()
    #expect(book.isDeleted && !context.hasChanges)
    if besideOthers { _ = try context.insert(Book.self) }
    try context.save()
    #expect(book.managedObjectContext == nil && !book.hasChanges && book.isDeleted && book.title == "Never")
    #expect(!context.registeredObjects.contains(book))
    if besideOthers { context.undo() }
    context.undo()
    #expect(book.managedObjectContext === context && book.isInserted && !book.isDeleted)
    try context.save()
    #expect(try context.fetch(FetchRequest<Book>()).map(\.title) == ["Never"])
  }

  @Test("After a rollback, a new object that was deleted has no context")
  func discardedByRollback() throws {
    let library = try Library()
    let book = try library.book("Never")
    library.context.delete(book)
    library.context.processPendingChanges()
    library.context.rollback()
    #expect(book.managedObjectContext == nil && !book.hasChanges && book.isDeleted)
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
