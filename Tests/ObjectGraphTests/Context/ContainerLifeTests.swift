import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("The life of a container", .timeLimit(.minutes(10)))
@MainActor
struct ContainerLifeTests {
  /// A store that ends a stream when it is deinitialized.
  private final class TellingStore: PersistentStore {
    private let store: InMemoryStore
    private let isGone: AsyncStream<Void>.Continuation

    init(_ store: InMemoryStore, _ isGone: AsyncStream<Void>.Continuation) {
      (self.store, self.isGone) = (store, isGone)
    }

    var model: ManagedObjectModel { store.model }
    var identifier: UUID { store.identifier }
    func makeReader() throws -> any StoreReader { store.makeReader() }
    func makeWriter() throws -> any StoreWriter { store.makeWriter() }

    deinit { isGone.finish() }
  }

  @Test("A container that is no longer used is released, with its contexts and its store")
  func goes() async throws {
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    do {
      let container = try PersistentContainer(
        store: TellingStore(InMemoryStore(model: try Shelf.model()), continuation))
      try container.viewContext.insert(Book.self).title = "Emma"
      try container.viewContext.save()
      try await container.performBackgroundTask { try $0.insert(Book.self).title = "Persuasion" }
      #expect(try container.viewContext.count(FetchRequest<Book>()) == 2)
    }
    for await _ in gone {}
  }

  @Test("The sequences of a coordinator end with it")
  func sequences() async throws {
    let folder = try TemporaryFolder()
    let commits: AsyncStream<CommitReport>
    let states: AsyncStream<FollowingState>
    do {
      let store = try SQLiteStore(path: folder.path("shelf.store"), model: Shelf.model())
      let container = try PersistentContainer(store: store, followsExternalChanges: true)
      commits = container.coordinator.commits
      states = container.coordinator.followingStates
      try container.viewContext.insert(Book.self).title = "Emma"
      try container.viewContext.save()
    }
    var count = 0
    for await _ in commits { count += 1 }
    #expect(count == 1)
    for await _ in states {}
  }

  @Test("The states of a coordinator that is closed end")
  func closing() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("shelf.store"), model: Shelf.model())
    let container = try PersistentContainer(store: store, followsExternalChanges: true)
    let states = container.coordinator.followingStates
    await container.coordinator.close()
    for await _ in states {}
    for await _ in container.coordinator.followingStates {}
  }

  @Test("Unused objects are released, unless the context retains its registered objects")
  func retention() async throws {
    let library = try Library()
    let (context, ids) = (
      library.context, [try library.book("Emma").objectID, try library.book("Lodore").objectID]
    )
    try context.save()
    #expect(context.registeredObjects.isEmpty)
    context.retainsRegisteredObjects = true
    _ = try context.fetch(FetchRequest<Book>())
    #expect(Set(context.registeredObjects.map(\.objectID)) == Set(ids))
    context.delete(context.object(with: ids[0]))
    try context.save()
    #expect(context.registeredObjects.map(\.objectID) == [ids[1]])
    context.retainsRegisteredObjects = false
    #expect(context.registeredObjects.isEmpty)
  }

  @Test("A background task is saved when it is done, and not when it throws")
  func backgroundTask() async throws {
    let container = try PersistentContainer(store: InMemoryStore(model: try Shelf.model()))
    let count = try await container.performBackgroundTask { context in
      try context.insert(Book.self).title = "Emma"
      return try context.count(FetchRequest<Book>())
    }
    #expect(count == 1)
    #expect(try container.viewContext.fetch(FetchRequest<Book>()).map(\.title) == ["Emma"])
    await #expect(throws: CancellationError.self) {
      try await container.performBackgroundTask { context in
        try context.insert(Book.self).title = "Persuasion"
        throw CancellationError()
      }
    }
    #expect(try container.viewContext.count(FetchRequest<Book>()) == 1)
  }
}
