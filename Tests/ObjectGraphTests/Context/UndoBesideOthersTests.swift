import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Undo beside the commits of other contexts", .timeLimit(.minutes(10)))
struct UndoBesideOthersTests {
  private let library: Library
  private let author: Author
  private let book: Book
  private var context: ManagedObjectContext { library.context }

  init() throws {
    library = try Library(policy: .objectTrumps)
    author = try library.author("Tove")
    book = try library.book("Comet")
    try library.context.save()
    library.context.undoHistory?.removeAll()
  }

  /// Commits another title of a book in another context.
  private func rename(_ id: ManagedObjectID) throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try worker.performAndWait { context in
      (try context.existingObject(with: id) as? Book)?.title = "Other"
      try context.save()
    }
  }

  @Test("Undoing a group that was open during a merge leaves what others changed")
  func openGroup() async throws {
    context.beginUndoGroup("Drag")
    book.pages = 2
    try rename(book.objectID)
    await library.container.coordinator.drain()
    #expect(book.title == "Other")
    book.pages = 3
    context.endUndoGroup()
    context.undo()
    #expect(book.title == "Other" && book.pages == 0 && !book.hasPersistentChangedValues)
    context.redo()
    #expect(book.title == "Other" && book.pages == 3)
  }

  @Test(
    "Undoing a group that saved leaves what others changed before and after the save",
    arguments: [true, false])
  func savingGroup(savesFirst: Bool) throws {
    context.automaticallyMergesChangesFromParent = !savesFirst
    try context.withUndoGroup(named: "Edit") {
      book.pages = 2
      if savesFirst { try context.save() }
      // The main actor is blocked, so that the save merges this commit, or the fetch reads it.
      try rename(book.objectID)
      if !savesFirst { try context.save() }
      #expect(try context.fetch(FetchRequest<Book>()).map(\.title) == ["Other"])
    }
    context.undo()
    try context.save()
    context.reset()
    let stored = try #require(try context.fetch(FetchRequest<Book>()).first)
    #expect(stored.title == "Other" && stored.pages == 0)
  }

  @Test(
    "Undoing a group leaves what others changed in an object that was released meanwhile, or is a fault",
    arguments: [true, false])
  func groupWithoutValues(isFault: Bool) async throws {
    let id = try library.book("Moon").objectID
    try context.save()
    context.beginUndoGroup("Edit")
    (try context.existingObject(with: id) as? Book)?.pages = 2
    try context.save()
    #expect(context.registeredObject(for: id) == nil)
    let fault = isFault ? context.object(with: id) : nil
    try rename(id)
    await library.container.coordinator.drain()
    context.endUndoGroup()
    context.undo()
    try context.save()
    context.reset()
    let stored = try #require(try context.existingObject(with: id) as? Book)
    #expect(stored.title == "Other" && stored.pages == 0)
    withExtendedLifetime(fault) {}
  }

  @Test("Undoing a group leaves what others changed in an object whose own changes were given up")
  func groupWithoutChanges() async throws {
    let book = try library.book("Moon")
    let id = book.objectID
    try context.save()
    context.undoHistory?.removeAll()
    context.beginUndoGroup("Edit")
    book.pages = 2
    context.refresh(book, mergingChanges: false)
    try rename(id)
    await library.container.coordinator.drain()
    context.endUndoGroup()
    context.undo()
    try context.save()
    context.reset()
    let stored = try #require(try context.existingObject(with: id) as? Book)
    #expect(stored.title == "Other" && stored.pages == 0)
  }

  @Test(
    "Undoing a group leaves what other programs changed in an object that was released meanwhile",
    arguments: ExternalChangeTests.Sharing.allCases)
  func groupBesideOtherProgram(sharing: ExternalChangeTests.Sharing) async throws {
    let pair = try ExternalChangeTests.Pair(Shelf.model(), policy: .objectTrumps, sharing: sharing)
    let context = pair.here.viewContext
    let id = try context.insert(Book.self).objectID
    (context.object(with: id) as? Book)?.title = "Moon"
    try context.save()
    context.beginUndoGroup("Edit")
    (try context.existingObject(with: id) as? Book)?.note = "Read"
    try context.save()
    #expect(context.registeredObject(for: id) == nil)
    try await pair.there.coordinator.mergeExternalChanges()
    (try pair.there.viewContext.existingObject(with: id) as? Book)?.title = "Other"
    try await pair.save()
    context.endUndoGroup()
    context.undo()
    try context.save()
    context.reset()
    let stored = try #require(try context.existingObject(with: id) as? Book)
    #expect(stored.title == "Other" && stored.note == nil)
  }

  @Test("Undoing a deletion restores what its group changed in an object that others let it delete")
  func deletionOfChangedObject() async throws {
    let library = try Library(books: .cascade, policy: .objectTrumps)
    let context = library.context
    let (author, book) = (try library.author("Tove"), try library.book("Comet"))
    try context.save()
    context.withUndoGroup(named: "Delete") {
      book.title = "Moon"
      context.delete(author)
    }
    let (owner, id) = (author.objectID, book.objectID)
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let author = try context.existingObject(with: owner) as? Author
      (try context.existingObject(with: id) as? Book)?.author = author
      try context.save()
    }
    await library.container.coordinator.drain()
    #expect(book.isDeleted)
    context.undo()
    #expect(book.title == "Comet" && book.author === author)
    try context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Comet"])
    #expect(try await library.stored(Book.self, "author") == [.reference(owner)])
  }

  @Test("Redoing an insertion restores the row as others have changed it")
  func redoOfInsertion() async throws {
    let new = try library.book("Moon")
    try context.save()
    let id = new.objectID
    context.undo()
    #expect(new.isDeleted)
    try rename(id)
    await library.container.coordinator.drain()
    context.redo()
    #expect(new.title == "Other" && !new.hasChanges)
  }

  @Test("Redoing an insertion restores references that others have added since")
  func redoOfReferredInsertion() async throws {
    let new = try library.author("New")
    try context.save()
    let (id, owner) = (book.objectID, new.objectID)
    context.undo()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let author = try context.existingObject(with: owner) as? Author
      (try context.existingObject(with: id) as? Book)?.author = author
      try context.save()
    }
    await library.container.coordinator.drain()
    #expect(book.author == nil)
    context.redo()
    #expect(book.author === new && new.books.ids == [id])
    try context.save()
    #expect(try await library.stored(Book.self, "author") == [.reference(owner)])
  }
}
