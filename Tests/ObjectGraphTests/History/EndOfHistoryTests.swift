import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("The end of a history", .timeLimit(.minutes(10)))
struct EndOfHistoryTests {
  @Test(
    "A history that is ended is gone, and nothing is recorded any more", arguments: Notebook.Kind.allCases)
  func ended(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let note = try notebook.context.insert(Note.self)
    try notebook.context.save()
    try await notebook.coordinator.endHistory()
    let error = PersistentHistoryError.notKept(store: notebook.coordinator.store.identifier)
    await #expect(throws: error) { try await notebook.coordinator.history() }
    #expect(try await notebook.coordinator.historyToken() == nil)
    note.text = "later"
    try notebook.context.save()
    await #expect(throws: error) { try await notebook.coordinator.endHistory() }
    await #expect(throws: error) { try await notebook.coordinator.purgeHistory(before: .now) }
  }

  @Test("A file whose history was ended begins another one with the option, and earlier tokens have expired")
  func again() async throws {
    let folder = try TemporaryFolder()
    func commit(_ store: SQLiteStore) throws -> PersistentStoreCoordinator {
      let container = try PersistentContainer(store: store)
      _ = try container.viewContext.insert(Note.self)
      try container.viewContext.save()
      return container.coordinator
    }
    let first = try commit(Notebook.store(folder))
    let token = try #require(await first.historyToken())
    try await first.endHistory()
    let without = try Notebook.store(folder, keepsHistory: false)
    let reading = try commit(without)
    #expect(try await reading.historyToken() == nil)
    #expect(try without.check().isSound)
    let store = try Notebook.store(folder)
    let second = try commit(store)
    await #expect(throws: PersistentHistoryError.expired(token: token)) {
      try await second.history(.after(token))
    }
    #expect(try await second.history().map(\.number) == [2])
    #expect(try store.check().isSound)
  }

  @Test("A program that follows the store goes on following it after the end of the history")
  func followed() async throws {
    let pair = try ExternalChangeTests.Pair(Shelf.model(), sharing: .history)
    let (here, context) = (pair.here.viewContext, pair.there.viewContext)
    let author = try context.insert(Author.self)
    let book = try context.insert(Book.self)
    book.title = "a"
    try await pair.save()
    let shown = try #require(here.existingObject(with: book.objectID) as? Book)
    let owner = try #require(here.existingObject(with: author.objectID) as? Author)
    #expect(owner.books.isEmpty)
    book.title = "b"
    try context.save()
    try await pair.there.coordinator.endHistory()
    book.author = author
    try await pair.save()
    #expect(shown.title == "b" && owner.books.map(\.title) == ["b"])
    // From here on, versions are compared, without a reload.
    var changes: [ContextChanges] = []
    let observation = here.observe { changes.append($0) }
    shown.pages = 5
    try here.save()
    context.refresh(book, mergingChanges: false)
    try await pair.there.coordinator.mergeExternalChanges()
    book.author = nil
    let second = try context.insert(Book.self)
    second.author = author
    try await pair.save()
    #expect(owner.books.map(\.objectID) == [second.objectID] && shown.author == nil)
    // The owner of a row that is read and deleted between two looks may have changed in between as well.
    try await pair.here.coordinator.mergeExternalChanges()
    context.delete(second)
    try await pair.save()
    #expect(owner.books.isEmpty && changes.allSatisfy { !$0.isReload })
    withExtendedLifetime(observation) {}
  }
}
