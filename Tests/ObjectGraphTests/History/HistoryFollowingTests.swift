import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Following another program by the history")
struct HistoryFollowingTests {
  private typealias Pair = ExternalChangeTests.Pair

  private func book(_ title: String, by author: Author?, in context: ManagedObjectContext) throws -> Book {
    let book = try context.insert(Book.self)
    (book.title, book.author) = (title, author)
    return book
  }

  @Test(
    "Several commits between two looks are one report, and a row that came and went is deleted in the next")
  func combined() async throws {
    let pair = try Pair(Shelf.model(), sharing: .history)
    var reports = pair.here.coordinator.commits.makeAsyncIterator()
    let context = pair.there.viewContext
    let (kept, gone) = try await pair.withoutLooks {
      let kept = try book("kept", by: nil, in: context)
      let gone = try book("gone", by: nil, in: context)
      try context.save()
      kept.title = "changed"
      context.delete(gone)
      try context.save()
      return (kept, gone)
    }
    try await pair.here.coordinator.mergeExternalChanges()
    let report = try #require(await reports.next())
    #expect(report.isExternal && report.inserted.map(\.id) == [kept.objectID])
    #expect(report.updated.isEmpty && report.deleted.isEmpty && !report.isReload)
    // A reader may have read it in between.
    let next = try #require(await reports.next())
    #expect(next.inserted.isEmpty && next.deleted.map(\.id) == [gone.objectID] && !next.isReload)
  }

  @Test("A history that was purged before it was read makes everything that is shown be read again")
  func purged() async throws {
    let pair = try Pair(Shelf.model(), sharing: .history)
    let context = pair.there.viewContext
    let author = try context.insert(Author.self)
    let books = try ["a", "b", "c"].map { try book($0, by: author, in: context) }
    try await pair.save()
    let here = pair.here.viewContext
    let shown = try books.map { try #require(here.object(with: $0.objectID) as? Book) }
    let owner = try #require(here.object(with: author.objectID) as? Author)
    #expect(shown.map(\.title) == ["a", "b", "c"] && owner.books.count == 3)
    shown[1].note = "mine"
    var changes: [ContextChanges] = []
    let observation = here.observe { changes.append($0) }
    try await pair.withoutLooks {
      books[0].title = "A"
      books[1].pages = 3
      context.delete(books[2])
      _ = try book("d", by: author, in: context)
      try context.save()
      try await pair.there.coordinator.purgeHistory(before: .distantFuture)
    }
    try await pair.here.coordinator.mergeExternalChanges()
    #expect(changes.contains { $0.isReload })
    #expect(shown[0].title == "A" && shown[1].pages == 3 && shown[1].note == "mine")
    #expect(shown[2].managedObjectContext == nil)
    #expect(Set(owner.books.map(\.title)) == ["A", "b", "d"])
    // From here on, the history is complete again.
    changes = []
    books[0].title = "AA"
    try await pair.save()
    #expect(shown[0].title == "AA" && changes.allSatisfy { !$0.isReload })
    withExtendedLifetime(observation) {}
  }
}
