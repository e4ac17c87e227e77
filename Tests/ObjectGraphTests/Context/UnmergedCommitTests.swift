import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Commits that the main context has not merged yet", .timeLimit(.minutes(10)))
struct UnmergedCommitTests {
  private let library: Library
  private let (old, new): (Author, Author)
  private let book: Book

  init() throws {
    library = try Library(policy: .objectTrumps)
    (old, new) = (try library.author("old", key: "a"), try library.author("new", key: "b"))
    book = try library.book("Comet", by: old)
    try library.context.save()
    library.context.undoHistory?.removeAll()
  }

  /// Commits a duplicate of the unique key of an author, into which the store merges the author.
  ///
  /// The main actor is blocked, so that the main context merges the commit later.
  private func mergeAuthors() throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let id = new.objectID
    try worker.performAndWait { context in
      (try context.existingObject(with: id) as? Author)?.key = "a"
      try context.save()
    }
  }

  private func deleteAuthor() throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let id = old.objectID
    try worker.performAndWait { context in
      context.delete(context.object(with: id))
      try context.save()
    }
  }

  @Test("A reference that was removed above a published save stays removed when its destination is merged")
  func removedReference() async throws {
    try mergeAuthors()
    book.title = "Moon"
    try library.context.publish()
    book.author = nil
    await library.container.coordinator.drain()
    #expect(book.author == nil && book.changedValues()["author"] == .null)
    try library.context.save()
    #expect(try await library.stored(Book.self, "author") == [.null])
  }

  @Test("A published object refers to the row that its destination was merged into, and never to none")
  func publishedReference() async throws {
    var shown: [Author?] = []
    let book = book
    let observation = library.context.observe { _ in shown.append(book.author) }
    try mergeAuthors()
    book.title = "Moon"
    try library.context.publish()
    await library.container.coordinator.drain()
    #expect(!shown.isEmpty && !shown.contains(nil) && book.author?.objectID == new.objectID)
    #expect(book.changedValues().isEmpty)
    #expect(try await library.stored(Book.self, "author") == [.reference(new.objectID)])
    withExtendedLifetime(observation) {}
  }

  @Test("An undo changes no reference that its group did not change")
  func undoBesideReference() async throws {
    book.title = "Moon"
    library.context.processPendingChanges()
    library.context.refresh(old)
    try mergeAuthors()
    library.context.undo()
    #expect(book.title == "Comet" && book.changedValues()["author"] == nil)
    await library.container.coordinator.drain()
    #expect(book.author?.objectID == new.objectID && book.changedValues().isEmpty)
  }

  @Test("An undo restores a reference to the row that its destination is merged into afterwards")
  func undoOfReference() async throws {
    book.author = nil
    library.context.processPendingChanges()
    try mergeAuthors()
    library.context.undo()
    await library.container.coordinator.drain()
    #expect(book.author?.objectID == new.objectID)
  }

  @Test("An undo restores no reference to a row that is deleted")
  func undoOfReferenceToDeletedRow() async throws {
    book.author = nil
    library.context.processPendingChanges()
    try deleteAuthor()
    library.context.undo()
    await library.container.coordinator.drain()
    #expect(book.author == nil && book.value(forKey: "author") == .null)
    try library.context.save()
    #expect(try await library.stored(Book.self, "author") == [.null])
  }
}
