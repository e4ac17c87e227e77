import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Saving and publishing in the main context", .timeLimit(.minutes(10)))
struct PublishingTests {
  /// Returns the titles that are in the store now, read without a context.
  private func storedTitles(_ library: Library) throws -> [String] {
    let model = library.context.model
    let number = model.number(of: Book.self)
    let slot = try #require(model.entity(numbered: number)?.slot(of: "title"))
    let reader = try library.container.coordinator.store.makeReader()
    let rows = try reader.fetch(StoreQuery(entity: number, order: [FetchOrder("title")]))
    return rows.map { $0.values[slot] }.strings
  }

  /// Commits another title of a book while the main actor is blocked, so that the main context cannot merge
  /// it first.
  private func overtake(_ id: ManagedObjectID, _ library: Library) throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try worker.performAndWait { context in
      (try context.existingObject(with: id) as? Book)?.title = "Other"
      try context.save()
    }
  }

  @Test("A save has reached the store when it returns", arguments: [false, true])
  func save(inMemory: Bool) throws {
    let library = try Library(inMemory: inMemory)
    for number in 0..<20 {
      try library.book("\(number + 10)")
      try library.context.save()
      #expect(try storedTitles(library).count == number + 1)
    }
  }

  @Test("A save returns after everything that was published before, also if nothing else changed")
  func saveAfterPublishing() throws {
    let library = try Library()
    for number in 0..<5 {
      try library.book("\(number)")
      try library.context.publish()
    }
    try library.context.save()
    #expect(try storedTitles(library) == ["0", "1", "2", "3", "4"])
  }

  @Test("A child's save is in the store when its parent has been saved")
  func child() throws {
    let library = try Library()
    let child = ManagedObjectContext(parent: library.context)
    try child.insert(Book.self).title = "Comet"
    try child.save()
    #expect(try storedTitles(library).isEmpty)
    try library.context.save()
    #expect(try storedTitles(library) == ["Comet"])
  }

  @Test("Published changes are seen by all contexts before they are committed")
  func publish() async throws {
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
    let pending = try library.context.publish()
    #expect(!library.context.hasChanges)
    let worker = try library.container.makeBackgroundContext()
    #expect(try await worker.perform { try $0.count(FetchRequest<Book>()) } == 2)
    #expect(try storedTitles(library) == ["Comet"])
    gate.open()
    try await pending.committed()
    #expect(try storedTitles(library) == ["Comet", "Moon"])
    try await saving.value
  }

  @Test("A save that fails throws, and its changes are unsaved again in the same objects")
  func failure() throws {
    let library = try Library(policy: .error)
    let (comet, moon) = (try library.book("Comet"), try library.book("Moon"))
    try library.context.save()
    var failures = 0
    library.context.saveDidFail = { _ in failures += 1 }
    try overtake(comet.objectID, library)
    comet.title = "Mine"
    library.context.delete(moon)
    let new = try library.book("New")
    #expect(throws: ConflictError.self) { try library.context.save() }
    #expect(comet.isUpdated && moon.isDeleted && new.isInserted && failures == 0)
    #expect(moon.managedObjectContext === library.context)
    #expect(try storedTitles(library) == ["Moon", "Other"])
    library.context.rollback()
    #expect(comet.title == "Other" && moon.title == "Moon" && !moon.isDeleted)
    comet.title = "Mine"
    library.context.delete(moon)
    try library.context.save()
    #expect(try storedTitles(library) == ["Mine"])
  }

  @Test("A guard stays until a save succeeds")
  func failureWithGuard() throws {
    let library = try Library(policy: .error)
    let comet = try library.book("Comet")
    try library.context.save()
    try overtake(comet.objectID, library)
    library.context.detectConflicts(for: comet)
    try library.book("New")
    #expect(throws: ConflictError.self) { try library.context.save() }
    #expect(throws: ConflictError.self) { try library.context.save() }
    #expect(try storedTitles(library) == ["Other"])
  }

  @Test("A save reports a published save that failed before it, and saves those changes too")
  func publishedFailure() async throws {
    let library = try Library(policy: .error)
    let comet = try library.book("Comet")
    try library.context.save()
    var failures = 0
    library.context.saveDidFail = { _ in failures += 1 }
    try overtake(comet.objectID, library)
    comet.title = "Mine"
    let pending = try library.context.publish()
    try library.book("New")
    // By then, the main context has merged the other context's commit beneath its own change.
    try library.context.save()
    #expect(failures == 1)
    await #expect(throws: ConflictError.self) { try await pending.committed() }
    #expect(try storedTitles(library) == ["Mine", "New"])
  }

  @Test("An observer that saves while a save merges other commits does not disturb it")
  func saveWithinSave() throws {
    let library = try Library(policy: .objectTrumps)
    let comet = try library.book("Comet")
    let context = library.context
    try context.save()
    try overtake(comet.objectID, library)
    var saves = 0
    let observation = context.observe { changes in
      guard changes.updated.contains(comet.objectID), saves < 3 else { return }
      saves += 1
      comet.pages = saves
      #expect(throws: Never.self) { try context.save() }
    }
    comet.note = "mine"
    try library.book("New")
    try context.save()
    context.processPendingChanges()
    #expect(saves == 3 && comet.title == "Other" && comet.note == "mine" && comet.pages == 3)
    try context.save()
    #expect(try storedTitles(library) == ["New", "Other"])
    withExtendedLifetime(observation) {}
  }

  @Test("A commit of another context that came before a save does not change what is shown after it")
  func orderOfCommits() async throws {
    let library = try Library(policy: .objectTrumps)
    let authors = try ["a", "b", "c"].map { try library.author($0) }
    try library.book("Comet", by: authors[0])
    try library.context.save()
    let id = try #require(authors[0].books.ids.first)
    #expect(authors.map(\.books.count) == [1, 0, 0])
    let (worker, second) = (try library.container.makeBackgroundContext(), authors[1].objectID)
    try worker.performAndWait { context in
      (try context.existingObject(with: id) as? Book)?.author = context.object(with: second) as? Author
      try context.save()
    }
    (library.context.object(with: id) as? Book)?.author = authors[2]
    try library.context.save()
    #expect(authors.map(\.books.count) == [0, 0, 1])
    await library.container.coordinator.drain()
    #expect(authors.map(\.books.count) == [0, 0, 1])
  }

  @Test("An edit on top of a published save stays, although other contexts committed the row twice before it")
  func editAboveCommits() async throws {
    let library = try Library(policy: .objectTrumps)
    let comet = try library.book("Comet")
    let context = library.context
    try context.save()
    let id = comet.objectID
    let worker = try library.container.makeBackgroundContext()
    // The main actor is blocked, so the main context merges both commits after the next lines.
    for note in ["one", "two"] {
      try worker.performAndWait { context in
        (try context.existingObject(with: id) as? Book)?.note = note
        try context.save()
      }
    }
    comet.title = "Moon"
    try context.publish()
    comet.title = "Comet"
    await library.container.coordinator.drain()
    #expect(comet.title == "Comet" && comet.note == "two")
    #expect(comet.changedValues()["title"] == .string("Comet"))
    try context.save()
    #expect(try storedTitles(library) == ["Comet"])
  }
}
