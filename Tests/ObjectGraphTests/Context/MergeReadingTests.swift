import ObjectGraph
import TestSupport
import Testing

/// Tests that count readings: each of them merges all unsaved changes, so that one for each object would take quadratic time.
@MainActor
@Suite("Readings of merges beside many unsaved changes")
struct MergeReadingTests {
  private static let count = 60

  @Test("Delete rules are applied at once to all objects of a deletion to which others have added references")
  func reappliedDeleteRules() async throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store, mergePolicy: .objectTrumps)
    let context = container.viewContext
    context.automaticallyMergesChangesFromParent = false
    let authors = try (0..<Self.count).map { _ in try context.insert(Author.self) }
    let books = try (0..<Self.count).map { _ in try context.insert(Book.self) }
    try context.save()
    let history = UndoHistory()
    context.undoHistory = history
    context.withUndoGroup(named: "Delete") { for author in authors { context.delete(author) } }
    let ids = zip(books, authors).map { ($0.objectID, $1.objectID) }
    let worker = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    var commits = container.coordinator.commits.makeAsyncIterator()
    try await worker.perform { context in
      for (book, author) in ids {
        (context.object(with: book) as? Book)?.author = context.object(with: author) as? Author
      }
      try context.save()
    }
    let report = try #require(await commits.next())
    let before = store.counts
    context.mergeChanges(from: report)
    // A few for all objects together.
    #expect((store.counts - before).reads < 15)
    #expect(books.allSatisfy { $0.author == nil } && history.undoNames == ["Delete"])
    context.undo()
    #expect(zip(books, authors).allSatisfy { $0.author === $1 })
    try context.save()
    #expect(try context.count(FetchRequest<Author>()) == Self.count)
  }
}
