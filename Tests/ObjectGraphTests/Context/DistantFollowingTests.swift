import TestSupport
import Testing

@testable import ObjectGraph

@MainActor
@Suite("Children in isolations of their own that follow their parents", .timeLimit(.minutes(10)))
struct DistantFollowingTests {
  private nonisolated static func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  /// Lets a child merge the changes of its parent, and fetches all books in it.
  private func following(_ child: BackgroundContext) async throws -> BackgroundContext {
    try await child.perform { context in
      context.automaticallyMergesChangesFromParent = true
      context.retainsRegisteredObjects = true
      _ = try Self.titles(context)
    }
    return child
  }

  /// Waits until a context shows books of these titles, in its registered objects and in a fetch.
  private nonisolated func expect(_ titles: [String], in child: BackgroundContext) async throws {
    while true {
      let shown = try await child.perform { context in
        let books = context.registeredObjects.compactMap { $0 as? Book }.filter { !$0.isDeleted }
        return (objects: books.map(\.title).sorted(), fetched: try Self.titles(context))
      }
      if shown.objects == titles, shown.fetched == titles { return }
      await Task.yield()
    }
  }

  @Test("Changes of the main context reach the child, unsaved, saved and committed by others")
  func mainContext() async throws {
    let library = try Library()
    let (comet, moon) = (try library.book("Comet"), try library.book("Moon"))
    try library.context.save()
    let child = try await following(library.container.makeChild())
    #expect(await child.perform { $0.automaticallyMergesChangesFromParent })
    comet.title = "Sun"
    try await expect(["Moon", "Sun"], in: child)
    library.context.delete(moon)
    try library.book("Aurora")
    try await expect(["Aurora", "Sun"], in: child)
    try library.context.save()
    let (worker, id) = (try library.container.makeBackgroundContext(), comet.objectID)
    await worker.perform { ($0.object(with: id) as? Book)?.title = "Star" }
    try await worker.save()
    try await expect(["Aurora", "Star"], in: child)
    comet.title = "Dust"
    try await expect(["Aurora", "Dust"], in: child)
    library.context.rollback()
    try await expect(["Aurora", "Star"], in: child)
    try library.book("Never")
    try await expect(["Aurora", "Never", "Star"], in: child)
    library.context.reset()
    try await expect(["Aurora", "Star"], in: child)
  }

  @Test("Changes that reach the child while the store cannot be read follow later")
  func failure() async throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    let books = try ["Comet", "Moon"].map { title in
      let book = try context.insert(Book.self)
      book.title = title
      return book
    }
    try context.save()
    books[0].title = "Unsaved"
    let worker = try container.makeBackgroundContext()
    let id = books[1].objectID
    await worker.perform { context in
      context.retainsRegisteredObjects = true
      #expect((context.object(with: id) as? Book)?.title == "Moon")
    }
    let child = try await following(container.makeChild())
    let changes = await child.perform { $0.changes }
    store.isFailing = true
    context.rollback()
    await worker.perform { ($0.object(with: id) as? Book)?.title = "Sun" }
    try await worker.save()
    await #expect(throws: StoreError.self) { try await child.refresh() }
    store.isFailing = false
    let new = try context.insert(Book.self)
    new.title = "Star"
    context.processPendingChanges()
    var seen: Set<ManagedObjectID> = []
    for await change in changes {
      seen.formUnion(change.inserted.union(change.updated))
      if seen.isSuperset(of: [id, new.objectID]) { break }
    }
    try await expect(["Comet", "Star", "Sun"], in: child)
  }

  @Test("Changes of a worker reach its child, and the child of that")
  func background() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .storeTrumps)
    let id = try await worker.perform { context in
      context.retainsRegisteredObjects = true
      let book = try context.insert(Book.self)
      book.title = "Comet"
      return book.objectID
    }
    let child = try await following(worker.makeChild(name: "child"))
    let grandchild = try await following(child.makeChild(name: "grandchild"))
    await worker.perform { ($0.object(with: id) as? Book)?.title = "Moon" }
    try await expect(["Moon"], in: child)
    try await expect(["Moon"], in: grandchild)
    try await worker.save()
    // The merge policy keeps the title that the main context has saved.
    await library.container.coordinator.drain()
    (try library.context.existingObject(with: id) as? Book)?.title = "Sun"
    try library.context.save()
    await worker.perform { ($0.object(with: id) as? Book)?.title = "Star" }
    try await expect(["Star"], in: grandchild)
    try await worker.save()
    try await expect(["Sun"], in: child)
    try await expect(["Sun"], in: grandchild)
  }

  @Test("Members of relationships follow, and unsaved changes of the child stay on top")
  func unsavedChanges() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    let child = try await following(library.container.makeChild())
    let (id, owner) = (book.objectID, author.objectID)
    await child.perform { context in
      (context.object(with: id) as? Book)?.title = "Mine"
      #expect((context.object(with: owner) as? Author)?.books.count == 1)
    }
    book.title = "Yours"
    book.pages = 9
    try library.book("Other", by: author)
    try await expect(["Mine", "Other"], in: child)
    await child.perform { context in
      #expect((context.object(with: id) as? Book)?.pages == 9)
      #expect((context.object(with: owner) as? Author)?.books.ids.count == 2)
    }
    try await child.save()
    #expect(book.title == "Mine" && book.pages == 9)
  }

  @Test("Nothing is lost when the parent changes while the child saves, and values arrive in their order")
  func whileSaving() async throws {
    let library = try Library()
    let (book, other) = (try library.book("Comet"), try library.book("Moon"))
    let child = try await following(library.container.makeChild())
    let (id, otherID) = (book.objectID, other.objectID)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    await child.perform { context in
      let observation = context.observe { [weak context] _ in
        guard let book = context?.object(with: id) as? Book else { return }
        continuation.yield(book.pages)
        if book.pages == 200 { continuation.finish() }
      }
      // Retained for as long as the test runs.
      _ = Unmanaged.passRetained(observation)
    }
    let saves = Task {
      for number in 1...40 {
        await child.perform { ($0.object(with: otherID) as? Book)?.note = "\(number)" }
        try await child.save()
      }
    }
    for number in 1...200 {
      book.pages = number
      library.context.processPendingChanges()
      if number.isMultiple(of: 3) { await Task.yield() }
      if number.isMultiple(of: 50) { try library.context.publish() }
    }
    var pages: [Int] = []
    for await number in stream { pages.append(number) }
    #expect(pages == pages.sorted() && pages.last == 200)
    try await saves.value
    #expect(other.note == "40" && book.pages == 200)
  }

  @Test("A parent does not wait for a child that is busy, which then shows the last state at once")
  func busyChild() async throws {
    let library = try Library()
    let book = try library.book("0")
    let child = try await following(library.container.makeChild())
    let (gate, entered) = (Gate(), AsyncStream<Void>.makeStream())
    let busy = Task {
      await child.perform { _ in
        entered.continuation.finish()
        gate.wait()
      }
    }
    for await _ in entered.stream {}
    for number in 1...100 {
      book.title = "\(number)"
      library.context.processPendingChanges()
      await Task.yield()
    }
    gate.open()
    await busy.value
    try await expect(["100"], in: child)
  }

  @Test("A child that is gone is not kept by its parent")
  func gone() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    var child: BackgroundContext? = try await following(library.container.makeChild())
    weak let weakChild = child
    book.title = "Moon"
    if let child { try await expect(["Moon"], in: child) }
    child = nil
    try await until { weakChild == nil }
    book.title = "Sun"
    library.context.processPendingChanges()
    #expect(!library.context.children.hasDistant)
  }
}
