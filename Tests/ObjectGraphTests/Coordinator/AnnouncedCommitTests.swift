import ObjectGraph
import TestSupport
import Testing

@Suite("Commits that a store announces")
@MainActor
struct AnnouncedCommitTests {
  @Test("Each is merged although the store reports none when it is asked", .timeLimit(.minutes(10)))
  func merged() async throws {
    let rows = InMemoryStore(model: try Shelf.model())
    let store = AnnouncingStore(rows)
    let here = try PersistentContainer(store: store, followsExternalChanges: true)
    // The other program, of whose commits only the announcements say anything.
    let there = try PersistentContainer(store: rows)
    var commits = here.coordinator.commits.makeAsyncIterator()
    for number in 0..<3 {
      let book = try there.viewContext.insert(Book.self)
      book.title = "\(number)"
      try there.viewContext.save()
      store.announce([book.objectID])
      let report = await commits.next()
      #expect(report?.isExternal == true && report?.inserted.map(\.id) == [book.objectID])
    }
    await here.coordinator.drain()
    #expect(try here.viewContext.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).count == 3)
  }
}
