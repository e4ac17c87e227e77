import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Rows of a failed save that cannot be read when it fails", .timeLimit(.minutes(10)))
struct UnreadableTakenBackTests {
  private let store: FailingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = FailingStore(InMemoryStore(model: try Shelf.model()))
    container = try PersistentContainer(store: store)
  }

  nonisolated private static func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  @Test("Other contexts and streams get them with the next commit, before it")
  func announcedLater() async throws {
    let book = try context.insert(Book.self)
    book.title = "stored"
    try context.save()
    var reports = container.coordinator.commits.makeAsyncIterator()
    let reader = try container.makeBackgroundContext()
    let gate = Gate()
    store.failOnce(behind: gate)
    book.title = "lost"
    let save = try context.publish()
    let read = try await reader.perform { context in
      context.automaticallyMergesChangesFromParent = true
      context.retainsRegisteredObjects = true
      return try Self.titles(context)
    }
    #expect(read == ["lost"])
    store.isUnreadable = true
    gate.open()
    await #expect(throws: StoreError.self) { try await save.committed() }
    await container.coordinator.drain()
    context.rollback()
    store.isUnreadable = false
    try context.insert(Book.self).title = "unrelated"
    try context.save()
    let failed = try #require(await reports.next())
    #expect(failed.followsFailedSave && failed.updated.map(\.row.id) == [book.objectID])
    let saved = try #require(await reports.next())
    #expect(!saved.followsFailedSave && saved.inserted.count == 1)
    try await until { try await reader.perform(Self.titles) == ["stored", "unrelated"] }
  }
}
