import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Outcomes of published saves whose context is gone", .timeLimit(.minutes(10)))
struct DiscardedOutcomeTests {
  /// The only reference to a main context.
  private final class Owner {
    var context: ManagedObjectContext?

    init(_ context: ManagedObjectContext) { self.context = context }
  }

  nonisolated private static func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  @Test("A save that was published after a failure stays visible when another save of its rows fails")
  func laterSave() async throws {
    let store = FailingStore(InMemoryStore(model: try Shelf.model()))
    let owner: Owner
    let reader: BackgroundContext
    let (book, other): (Book, Book)
    do {
      // It is released while no save is published, for which it would wait.
      let container = try PersistentContainer(store: store)
      owner = Owner(container.viewContext)
      reader = try container.makeBackgroundContext()
      (book, other) = (
        try container.viewContext.insert(Book.self), try container.viewContext.insert(Book.self)
      )
      (book.title, other.title) = ("stored", "other")
      try container.viewContext.save()
    }
    let (first, last) = (Gate(), Gate())
    defer { last.open() }
    store.failOnce(behind: first)
    book.title = "first"
    try owner.context?.publish()
    (book.title, other.title) = ("second", "lost")
    let second = try #require(try owner.context?.publish())
    var third: PendingSave?
    owner.context?.saveDidFail = { _ in
      store.failOnce(behind: last)
      book.title = "third"
      third = try? owner.context?.publish()
      owner.context = nil
    }
    first.open()
    await #expect(throws: StoreError.self) { try await second.committed() }
    let later = try #require(third)
    try #require(owner.context == nil)
    #expect(try await reader.perform(Self.titles) == ["other", "third"])
    last.open()
    await #expect(throws: StoreError.self) { try await later.committed() }
    #expect(try await reader.perform(Self.titles) == ["other", "stored"])
  }
}
