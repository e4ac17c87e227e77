import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Merging what others saved")
struct MergingTests {
  @Test("An unsaved edit stays when a commit writes the row twice, first with the same value")
  func rowWrittenTwice() async throws {
    let library = try Library()
    let author = try library.author("Tove", key: "t")
    try library.context.save()
    let (worker, id) = (
      try library.container.makeBackgroundContext(mergePolicy: .objectTrumps), author.objectID
    )
    try await worker.perform { context in
      (try context.existingObject(with: id) as? Author)?.name = "Mine"
      // Is merged into the existing row, after that has been updated.
      let new = try context.insert(Author.self)
      (new.key, new.name) = ("t", "Other")
    }
    author.name = "Mine"
    try await worker.save()
    #expect(author.name == "Mine" && author.committedValues()["name"] == .string("Other"))
  }

  @Test("A refreshed fault reads members again that were read before its values")
  func membersOfFault() async throws {
    let library = try Library()
    let context = library.context
    let id = try library.author("Tove").objectID
    try context.save()
    context.automaticallyMergesChangesFromParent = false
    let author = try #require(context.object(with: id) as? Author)
    #expect(author.books.ids.isEmpty && author.isFault)
    try await library.container.performBackgroundTask { context in
      try context.insert(Book.self).author = context.existingObject(with: id) as? Author
    }
    #expect(author.books.ids.isEmpty)
    context.refreshAllObjects()
    #expect(author.books.ids.count == 1 && author.isFault)
  }

  @Test("A worker that merges shows what the main context and other workers commit, beneath its own changes")
  func workers() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    let (id, owner) = (book.objectID, author.objectID)
    let worker = try library.container.makeBackgroundContext()
    let reports = AsyncStream<ContextChanges>.makeStream()
    try await worker.perform { context in
      context.automaticallyMergesChangesFromParent = true
      let book = try #require(try context.existingObject(with: id) as? Book)
      book.title = "Worker"
      #expect((context.object(with: owner) as? Author)?.books.ids == [id])
      // The observation and the objects stay alive between the calls.
      context.processPendingChanges()
      Kept.observation = context.observe { reports.continuation.yield($0) }
      Kept.objects = [book, context.object(with: owner)]
    }
    book.pages = 7
    try library.book("Moon", by: author)
    try library.context.save()
    for await changes in reports.stream where changes.updated.contains(id) { break }
    await worker.perform { context in
      let book = context.object(with: id) as? Book
      #expect(book?.title == "Worker" && book?.pages == 7)
      #expect((context.object(with: owner) as? Author)?.books.count == 2)
    }
    let other = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    await other.perform { $0.delete($0.object(with: id)) }
    try await other.save()
    for await changes in reports.stream where changes.deleted.contains(id) { break }
    await worker.perform { context in
      #expect(!context.hasChanges)
      Kept.observation = nil
      Kept.objects = []
    }
  }

  /// Values that a worker's isolation keeps between two calls.
  private enum Kept {
    nonisolated(unsafe) static var observation: ContextObservation?  // used in one worker's isolation
    nonisolated(unsafe) static var objects: [ManagedObject] = []  // used in one worker's isolation
  }

  @Test("A main context that does not merge stays as it is, until it merges explicitly or refreshes")
  func explicitly() async throws {
    let library = try Library(policy: .objectTrumps)
    let (book, gone) = (try library.book("Comet"), try library.book("Moon"))
    try library.context.save()
    library.context.automaticallyMergesChangesFromParent = false
    book.note = "mine"
    let (id, other) = (book.objectID, gone.objectID)
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    var commits = library.container.coordinator.commits.makeAsyncIterator()
    try await worker.perform { context in
      context.transactionAuthor = "importer"
      (context.object(with: id) as? Book)?.title = "Theirs"
      context.delete(context.object(with: other))
      try context.insert(Book.self).title = "New"
    }
    try await worker.save()
    #expect(book.title == "Comet" && gone.managedObjectContext != nil)
    let report = try #require(await commits.next())
    #expect(report.author == "importer" && report.context == "worker")
    #expect(report.changes.updated == [id] && report.changes.deleted == [other])
    library.context.mergeChanges(from: report)
    #expect(book.title == "Theirs" && book.note == "mine" && gone.managedObjectContext == nil)
    await worker.perform { ($0.object(with: id) as? Book)?.pages = 9 }
    try await worker.save()
    library.context.mergeChanges(from: report)
    #expect(book.pages == 9, "an old report leads to the present state")
  }

  @Test("An old report of a deletion leaves an object whose row exists again, and edits of it")
  func reportOfUndoneDeletion() async throws {
    let library = try Library()
    let (book, author) = (try library.book("Comet"), try library.author("Tove"))
    try library.context.save()
    let (id, owner) = (book.objectID, author.objectID)
    var commits = library.container.coordinator.commits.makeAsyncIterator()
    library.context.delete(book)
    library.context.delete(author)
    try library.context.save()
    let report = try #require(await commits.next())
    library.context.undo()
    try library.context.save()
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      let book = try #require(try context.existingObject(with: id) as? Book)
      book.pages = 7
      book.author = context.object(with: owner) as? Author
      var changes: [ContextChanges] = []
      let observation = context.observe { changes.append($0) }
      context.processPendingChanges()
      changes = []
      context.mergeChanges(from: report)
      #expect(!book.isDeleted && book.pages == 7 && book.author?.name == "Tove")
      #expect(changes.allSatisfy { $0.deleted.isEmpty })
      try context.save()
      withExtendedLifetime(observation) {}
    }
    #expect(try await library.stored(Book.self, "pages") == [.integer(7)])
  }

  @Test("A change that is not committed yet does not keep an object whose row another context has deleted")
  func deletionBeneathPublishedChange() async throws {
    let library = try Library(policy: .objectTrumps)
    let context = library.context
    let book = try library.book("Comet")
    try context.save()
    context.automaticallyMergesChangesFromParent = false
    let worker = try library.container.makeBackgroundContext()
    var commits = library.container.coordinator.commits.makeAsyncIterator()
    let id = book.objectID
    await worker.perform { $0.delete($0.object(with: id)) }
    try await worker.save()
    let report = try #require(await commits.next())
    book.title = "Moon"
    // The outcome cannot reach the main actor before the merge.
    try context.publish()
    context.mergeChanges(from: report)
    #expect(book.isDeleted && context.registeredObject(for: id) == nil)
    await library.container.coordinator.drain()
    #expect(try context.count(FetchRequest<Book>()) == 0 && !context.hasChanges)
  }

  @Test("An undo of a reported deletion that is not committed yet keeps the object, with a change of it")
  func publishedUndoOfDeletion() async throws {
    let library = try Library()
    let context = library.context
    let book = try library.book("Comet")
    try context.save()
    let id = book.objectID
    var commits = library.container.coordinator.commits.makeAsyncIterator()
    context.delete(book)
    try context.save()
    let report = try #require(await commits.next())
    context.undo()
    try context.publish()
    book.title = "Moon"
    try context.publish()
    context.mergeChanges(from: report)
    #expect(!book.isDeleted && book.title == "Moon")
    await library.container.coordinator.drain()
    #expect(context.registeredObject(for: id) === book)
    #expect(try await library.stored(Book.self, "title").strings == ["Moon"])
  }

  @Test("Reported deletions of rows that a context does not know are merged without a reading")
  func unknownDeletions() async throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    let books = try (0..<3).map { _ in try context.insert(Book.self) }
    let ids = Set(books.map(\.objectID))
    try context.save()
    var commits = container.coordinator.commits.makeAsyncIterator()
    for book in books { context.delete(book) }
    try context.save()
    let report = try #require(await commits.next())
    let worker = try container.makeBackgroundContext()
    await worker.perform { context in
      var deleted: Set<ManagedObjectID> = []
      let observation = context.observe { deleted.formUnion($0.deleted) }
      let before = store.counts
      context.mergeChanges(from: report)
      #expect((store.counts - before).reads == 0 && deleted == ids)
      withExtendedLifetime(observation) {}
    }
  }

  @Test("Refreshing all objects shows what others saved, and keeps what was not saved")
  func refreshAll() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    let worker = try library.container.makeBackgroundContext()
    let id = book.objectID
    let other = try library.container.makeBackgroundContext(name: "other")
    try await worker.perform { context in
      let book = try #require(try context.existingObject(with: id) as? Book)
      book.note = "mine"
      try other.performAndWait { context in
        (context.object(with: id) as? Book)?.title = "Theirs"
        try context.save()
      }
      #expect(book.title == "Comet")
      context.refreshAllObjects()
      #expect(book.title == "Theirs" && book.note == "mine")
    }
  }

  @Test("Refreshing all objects reads those with changes in one go")
  func refreshManyChanged() throws {
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    let books = try (0..<20).map { _ in try context.insert(Book.self) }
    try context.save()
    for (number, book) in books.enumerated() where number > 4 { book.title = "Book \(number)" }
    context.processPendingChanges()
    let before = store.counts
    context.refreshAllObjects()
    #expect((store.counts - before).reads == 1)
    #expect(books.map(\.isFault) == (0..<20).map { $0 <= 4 })
    #expect(books.dropFirst(5).map(\.title) == (5..<20).map { "Book \($0)" })
  }

  @Test("A refreshed object whose row is gone goes too")
  func refreshDeleted() async throws {
    let library = try Library()
    let id = try library.book("Comet").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext()
    let other = try library.container.makeBackgroundContext(name: "other")
    try await worker.perform { context in
      let book = try #require(try context.existingObject(with: id) as? Book)
      book.title = "mine"
      try other.performAndWait { context in
        context.delete(context.object(with: id))
        try context.save()
      }
      context.refreshAllObjects()
      #expect(book.managedObjectContext == nil && !context.hasChanges)
    }
  }

  @Test("A busy worker that merges does not block other contexts")
  func busyWorker() async throws {
    let library = try Library()
    let (busy, other) = (
      try library.container.makeBackgroundContext(),
      try library.container.makeBackgroundContext(name: "other")
    )
    let (begun, done) = (AsyncStream<Void>.makeStream(), Gate())
    let work = Task {
      await busy.perform { context in
        context.automaticallyMergesChangesFromParent = true
        begun.continuation.finish()
        done.wait()
      }
    }
    for await _ in begun.stream {}
    try await other.perform { try $0.insert(Book.self).title = "Comet" }
    try await other.save()
    #expect(try library.context.count(FetchRequest<Book>()) == 1)
    done.open()
    await work.value
  }
}
