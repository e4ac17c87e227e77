import Foundation
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("Published saves when a container goes or the program ends", .timeLimit(.minutes(10)))
@MainActor
struct EndOfProgramTests {
  /// The number of saves that are published in a row, so that most of them are pending at exit.
  nonisolated static let saves = 40

  nonisolated private static func store(_ path: String) throws -> SQLiteStore {
    try SQLiteStore(path: path, model: Shelf.model())
  }

  private static func publish(in container: PersistentContainer) throws {
    for number in 0..<saves {
      try container.viewContext.insert(Book.self).title = "\(number)"
      try container.viewContext.publish()
    }
  }

  private static func count(_ path: String) throws -> Int {
    let store = try store(path)
    return try store.makeReader().count(StoreQuery(entity: store.model.number(of: Book.self)))
  }

  @Test("A container that goes has written what was published")
  func container() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shelf.store")
    do { try Self.publish(in: PersistentContainer(store: Self.store(path))) }
    #expect(try Self.count(path) == Self.saves)
  }

  @Test("A program that ends right after publishing has written everything", arguments: 0..<10)
  func exit(_ run: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shelf.store")
    await #expect(processExitsWith: .success) {
      [path = path as String, byExit = run.isMultiple(of: 2) as Bool] in
      try await MainActor.run {
        let container = try PersistentContainer(store: Self.store(path))
        try Self.publish(in: container)
        // Retained, so that the container is never deinitialized. Without `byExit`, the program ends at the
        // end of main.
        _ = Unmanaged.passRetained(container)
        if byExit { Foundation.exit(0) }
      }
    }
    #expect(try Self.count(path) == Self.saves)
  }

  @Test("A program that cannot write before the time limit says what is lost")
  func limit() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (gate, entered) = (Gate(), AsyncStream<Void>.makeStream())
      let rule = ConflictRule("endless") { _ in
        entered.continuation.finish()
        gate.wait()
        return .store
      }
      let container = try await PersistentContainer(
        store: InMemoryStore(model: Shelf.model()), mergePolicy: .objectTrumps)
      try await container.performBackgroundTask { try $0.insert(Book.self).isbn = "1" }
      let busy = try container.makeBackgroundContext(mergePolicy: .custom(rule))
      try await busy.perform { try $0.insert(Book.self).isbn = "1" }
      Task { try await busy.save() }
      for await _ in entered.stream {}
      try await container.perform { context in
        try context.insert(Book.self).title = "Comet"
        try context.publish()
      }
      ExitGuard.shared.waitForCommits(atMost: .milliseconds(10))
      _exit(0)
    }
    #expect(result?.said("2 saves have not reached the store InMemoryStore") == true)
  }

  @Test("Draining returns when the writer has committed, and not before")
  func drain() async throws {
    let library = try Library()
    let (gate, entered) = (Gate(), AsyncStream<Void>.makeStream())
    let rule = ConflictRule("slow") { _ in
      entered.continuation.finish()
      gate.wait()
      return .store
    }
    try library.book("Comet", isbn: "1")
    try library.context.save()
    let busy = try library.container.makeBackgroundContext(mergePolicy: .custom(rule))
    try await busy.perform { try $0.insert(Book.self).isbn = "1" }
    let saving = Task { try await busy.save() }
    for await _ in entered.stream {}
    try library.book("Moon")
    try library.context.publish()
    let isOpen = Mutex(false)
    let coordinator = library.container.coordinator
    async let wasOpen = Task {
      await coordinator.drain()
      return isOpen.withLock { $0 }
    }.value
    for _ in 0..<1_000 { await Task.yield() }
    isOpen.withLock { $0 = true }
    gate.open()
    #expect(await wasOpen)
    #expect(
      try await coordinator.read { try $0.count(StoreQuery(entity: coordinator.model.number(of: Book.self))) }
        == 2)
    try await saving.value
  }

  @Test("A main context works on when its container has gone")
  func contextWithoutContainer() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shelf.store")
    let context = try PersistentContainer(store: Self.store(path)).viewContext
    let book = try context.insert(Book.self)
    book.title = "Comet"
    try context.save()
    let worker = try BackgroundContext(coordinator: context.coordinator)
    let id = book.objectID
    try await worker.perform { (try $0.existingObject(with: id) as? Book)?.title = "Moon" }
    try await worker.save()
    #expect(book.title == "Moon")
    book.title = "Sun"
    try await context.publish().committed()
    #expect(try await worker.perform { try $0.fetch(FetchRequest<Book>()).first?.title } == "Sun")
  }

  @Test("A published save ends when its context has gone, and other contexts read the store")
  func pendingWithoutContext() async throws {
    let store = InMemoryStore(model: try Shelf.model())
    var (pending, worker): (PendingSave?, BackgroundContext?)
    do {
      let container = try PersistentContainer(store: store)
      try container.viewContext.insert(Book.self).title = "Comet"
      pending = try container.viewContext.publish()
      worker = try container.makeBackgroundContext()
    }
    try await pending?.committed()
    let other = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
    try await other.perform { context in
      try context.fetch(FetchRequest<Book>()).first?.title = "Moon"
      try context.save()
    }
    #expect(try await worker?.perform { try $0.fetch(FetchRequest<Book>()).first?.title } == "Moon")
  }
}
