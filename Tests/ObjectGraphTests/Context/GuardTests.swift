import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Guarded objects and rows that are gone")
struct GuardTests {
  /// Guards a book in a worker while another context changes or deletes it, and saves the worker.
  ///
  /// - Returns: The library, and the title of the book in the worker, or nil if the book was deleted.
  private func save(_ policy: MergePolicy, deletes: Bool = false) async throws -> (Library, String?) {
    let library = try Library()
    let read = try library.book("read").objectID
    let changed = try library.book("changed").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: policy)
    let otherWorker = try library.container.makeBackgroundContext(name: "other")
    let title = try await worker.perform { context in
      let book = try #require(try context.existingObject(with: read) as? Book)
      (context.object(with: changed) as? Book)?.pages = 7
      context.detectConflicts(for: book)
      try otherWorker.performAndWait { context in
        if deletes {
          context.delete(context.object(with: read))
        } else {
          (context.object(with: read) as? Book)?.title = "theirs"
        }
        try context.save()
      }
      try context.save()
      return book.managedObjectContext == nil ? nil : book.title
    }
    return (library, title)
  }

  @Test("A save fails when a guarded object was changed or deleted meanwhile", arguments: [true, false])
  func fails(_ deletes: Bool) async throws {
    await #expect(throws: ConflictError.self) { _ = try await save(.error, deletes: deletes) }
  }

  @Test("A merge policy takes the store's side of a guarded object")
  func merges() async throws {
    let (library, title) = try await save(.objectTrumps)
    #expect(title == "theirs")
    #expect(try await library.stored(Book.self, "pages") == [.integer(7), .integer(0)].reversed())
    #expect(try await save(.objectTrumps, deletes: true).1 == nil)
  }

  @Test("A guard ends with the save, and a guarded object that did not change is no conflict")
  func ends() async throws {
    let library = try Library()
    let (guarded, other) = (try library.book("a"), try library.book("b"))
    try library.context.save()
    library.context.automaticallyMergesChangesFromParent = false
    library.context.detectConflicts(for: guarded)
    other.pages = 1
    try library.context.save()
    let worker = try library.container.makeBackgroundContext()
    let id = guarded.objectID
    await worker.perform { ($0.object(with: id) as? Book)?.pages = 9 }
    try await worker.save()
    other.pages = 2
    try library.context.save()
    library.context.detectConflicts(for: guarded)
    other.pages = 3
    let saving = try library.context.publish()
    await #expect(throws: ConflictError.self) { try await saving.committed() }
  }

  @Test("A child's guard compares with its parent")
  func child() throws {
    let library = try Library()
    let book = try library.book("Comet")
    let child = ManagedObjectContext(parent: library.context)
    let childBook = try #require(try child.existingObject(with: book.objectID) as? Book)
    child.detectConflicts(for: childBook)
    try child.insert(Book.self).title = "Moon"
    book.title = "Sun"
    #expect(throws: ConflictError.self) { try child.save() }
    child.mergePolicy = .objectTrumps
    try child.save()
    #expect(childBook.title == "Sun")
  }

  @Test(
    "A fault whose row is gone counts as deleted and has the values of a new object",
    arguments: [true, false])
  func inaccessible(_ deletes: Bool) async throws {
    let library = try Library()
    library.context.shouldDeleteInaccessibleFaults = deletes
    let id = ManagedObjectID(
      entity: library.context.model.number(of: Book.self), key: 4711, in: library.context.coordinator.identity
    )
    let book = try #require(library.context.object(with: id) as? Book)
    #expect(book.isFault && !book.isDeleted)
    #expect(book.title.isEmpty && book.author == nil && book.isDeleted == deletes)
    book.title = "lost"
    library.context.delete(book)
    try library.context.save()
    #expect(!library.context.hasChanges)
    #expect(try await library.stored(Book.self, "title").isEmpty)
  }

  @Test("A fault that was thought gone is there when its row comes back")
  func comesBack() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    let (id, owner) = (book.objectID, author.objectID)
    let child = ManagedObjectContext(parent: library.context)
    child.automaticallyMergesChangesFromParent = true
    let fault = child.object(with: id)
    library.context.withUndoGroup(named: "Delete") { library.context.delete(book) }
    #expect((fault as? Book)?.title == "" && fault.isDeleted)
    library.context.undo()
    library.context.processPendingChanges()
    #expect(try (child.existingObject(with: id) as? Book)?.title == "Comet")
    #expect((child.object(with: owner) as? Author)?.books.ids == [id])
  }

  @Test("Delete rules can wait for the save")
  func propagation() throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    library.context.propagatesDeletesAtEndOfEvent = false
    library.context.delete(author)
    library.context.processPendingChanges()
    #expect(author.isDeleted && !book.isDeleted)
    library.context.undo()
    try library.context.save()
    #expect(!author.isDeleted && author.books.count == 1 && !book.isDeleted)
    library.context.delete(author)
    try library.context.save()
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
  }

  @Test("IDs that were reserved are there without waiting")
  func reserve() async throws {
    let library = try Library()
    try await library.container.coordinator.reserveIDs(for: Book.self, count: 5_000)
    let gate = Gate()
    let entered = AsyncStream<Void>.makeStream()
    let rule = ConflictRule("slow") { _ in
      entered.continuation.finish()
      gate.wait()
      return .store
    }
    _ = try library.author("Tove", key: "t")
    try library.context.save()
    let busy = try library.container.makeBackgroundContext(mergePolicy: .custom(rule))
    try await busy.perform { try $0.insert(Author.self).key = "t" }
    let saving = Task { try await busy.save() }
    for await _ in entered.stream {}
    for _ in 0..<5_000 { try library.context.insert(Book.self).pages = 1 }
    gate.open()
    try await saving.value
  }
}
