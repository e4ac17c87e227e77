import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Attributes that the next undo or redo sets", .timeLimit(.minutes(10)))
struct RestoredAttributesTests {
  private let library: Library
  private let title = Property<Book, String>("title")
  private let pages = Property<Book, Int>("pages")
  private let isbn = Property<Book, String?>("isbn")
  private var context: ManagedObjectContext { library.context }

  init() throws { library = try Library(policy: .objectTrumps) }

  /// Commits a change of a book in another context, which the main context merges.
  private func change(_ id: ManagedObjectID, _ edit: @escaping @Sendable (Book) -> Void) async throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.performAndSave { context in
      edit(try #require(try context.existingObject(with: id) as? Book))
    }
    await library.container.coordinator.drain()
  }

  @Test("Only what the group changed is set, also of an object that is not in use")
  func unusedObject() async throws {
    let id = try library.book("Comet").objectID
    try context.save()
    try context.withUndoGroup(named: "Rename") {
      try #require(context.object(with: id) as? Book).title = "Star"
      try context.save()
    }
    try await change(id) { $0.pages = 7 }
    try #require(context.registeredObject(for: id) == nil)
    let restored = try #require(context.attributesRestoredByUndo(of: Book.self).first)
    #expect(restored.objectID == id && restored[title] == "Comet" && restored[pages] == nil)
    #expect(context.registeredObject(for: id) == nil)
    #expect(context.undo() == "Rename")
    try context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Comet"])
    #expect(try await library.stored(Book.self, "pages") == [.integer(7)])
  }

  @Test("An attribute that becomes empty is set to nil, and a changed relationship alone lists no object")
  func emptyAttribute() throws {
    let author = try library.author("Tove")
    let (first, second) = (try library.book("Comet"), try library.book("Moon"))
    try context.save()
    context.withUndoGroup(named: "Edit") { (first.isbn, second.author) = ("1", author) }
    let list = context.attributesRestoredByUndo(of: Book.self)
    #expect(list.map(\.objectID) == [first.objectID])
    let restored = try #require(list.first)
    let value = try #require(restored[isbn])
    #expect(value == nil && restored[title] == nil)
    #expect(context.attributesRestoredByUndo(of: Author.self).isEmpty)
  }

  @Test("Objects of subclasses are listed with those of a class")
  func subclasses() throws {
    let container = try Gallery.container()
    let context = container.viewContext
    context.undoHistory = UndoHistory()
    let paintings = try context.fetch(FetchRequest<Gallery.Painting>())
    let painting = try #require(paintings.first { $0.title == "Sea" })
    context.withUndoGroup(named: "Rename") { painting.title = "Lake" }
    let works = context.attributesRestoredByUndo(of: Gallery.Work.self)
    #expect(works.map(\.objectID) == [painting.objectID])
    let title = try #require(works.first?[Gallery.Work.title])
    #expect(title == "Sea")
    #expect(context.attributesRestoredByUndo(of: Gallery.Painting.self).count == 1)
    #expect(context.attributesRestoredByUndo(of: ManagedObject.self).count == 1)
    #expect(context.attributesRestoredByUndo(of: Gallery.Painter.self).isEmpty)
  }

  @Test("Objects that were merged into one are listed once, with all that an undo sets there")
  func mergedObjects() async throws {
    let (book, merged) = (try library.book("Comet", isbn: "1"), try library.book("Moon", isbn: "2"))
    book.pages = 9
    try context.save()
    try context.withUndoGroup(named: "Edit") {
      (book.title, merged.pages, merged.isbn) = ("Star", 5, "3")
      try context.save()
    }
    let id = book.objectID
    try await change(id) { $0.isbn = "3" }
    try #require(try context.fetch(FetchRequest<Book>()).map(\.objectID) == [id])
    let list = context.attributesRestoredByUndo(of: Book.self)
    #expect(list.map(\.objectID) == [id])
    let restored = try #require(list.first)
    #expect(restored[title] == "Comet" && restored[pages] == 0)
    // The unique value of a merged object stays.
    #expect(restored[isbn] == nil)
    context.undo()
    let shown = try #require(try context.existingObject(with: id) as? Book)
    #expect(shown.title == "Comet" && shown.pages == 0 && shown.isbn == "3")
  }

  @Test("An open event is the next change to undo, and ends what can be redone")
  func openEvent() throws {
    let book = try library.book("Comet")
    try context.save()
    context.withUndoGroup(named: "Rename") { book.title = "Star" }
    context.undo()
    #expect(context.attributesRestoredByRedo(of: Book.self).compactMap { $0[title] } == ["Star"])
    book.pages = 3
    #expect(context.attributesRestoredByRedo(of: Book.self).isEmpty)
    let restored = try #require(context.attributesRestoredByUndo(of: Book.self).first)
    #expect(restored[pages] == 0 && restored[title] == nil)
    let inserted = try library.book("Moon").objectID
    #expect(context.idsDeletedByUndo() == [inserted])
    context.undo()
    #expect(context.idsDeletedByUndo().isEmpty && context.idsDeletedByRedo().isEmpty)
    context.undo()
    #expect(book.pages == 0 && book.title == "Comet")
  }
}
