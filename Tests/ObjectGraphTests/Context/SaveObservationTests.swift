import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Observing saves")
struct SaveObservationTests {
  private final class Log {
    var will: [ContextChanges] = []
    var did: [CommitReport] = []

    func note(_ save: ContextSave) {
      switch save {
      case .will(let changes): will.append(changes)
      case .did(let report): did.append(report)
      }
    }
  }

  @Test(
    "An observer is notified before and after a save of what it writes, with author and context",
    arguments: [true, false])
  func main(_ inChild: Bool) throws {
    let library = try Library()
    let (updated, deleted) = (try library.book("Comet"), try library.book("Moon"))
    try library.context.save()
    let context = inChild ? ManagedObjectContext(parent: library.context) : library.context
    (context.transactionAuthor, context.name) = ("Tove", "editor")
    let log = Log()
    let observation = context.observeSaves(log.note)
    try context.save()
    #expect(log.will.isEmpty && log.did.isEmpty, "there was nothing to save")
    let inserted = try context.insert(Book.self).objectID
    (context.object(with: updated.objectID) as? Book)?.title = "Sun"
    context.delete(context.object(with: deleted.objectID))
    try context.save()
    for changes in [try #require(log.will.first), try #require(log.did.first).changes] {
      #expect(changes.inserted == [inserted])
      #expect(changes.updated == [updated.objectID])
      #expect(changes.deleted == [deleted.objectID])
    }
    #expect(log.did.first?.author == "Tove" && log.did.first?.context == "editor")
    withExtendedLifetime(observation) {}
    (context.object(with: updated.objectID) as? Book)?.setValue(.null, forKey: "title")
    #expect(throws: ValidationError.self) { try context.save() }
    #expect(log.will.count == 2 && log.did.count == 1, "a save that fails has not been one")
  }

  @Test("What an observer changes before the save is saved with it")
  func changesBefore() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    let observation = library.context.observeSaves { save in
      if case .will = save { book.note = "saved" }
    }
    try library.context.save()
    #expect(try await library.stored(Book.self, "note").strings == ["saved"])
    withExtendedLifetime(observation) {}
  }

  @Test("A worker's observer is notified of what the store made of the changes")
  func worker() async throws {
    let library = try Library()
    let known = try library.book("Comet", isbn: "1").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let log = Log()
      let observation = context.observeSaves(log.note)
      let duplicate = try context.insert(Book.self)
      (duplicate.isbn, duplicate.title) = ("1", "Moon")
      let inserted = duplicate.objectID
      try context.save()
      #expect(log.will.first?.inserted == [inserted])
      #expect(log.did.first?.changes.inserted == [] && log.did.first?.changes.updated == [known])
      withExtendedLifetime(observation) {}
    }
  }

  @Test("The commits of a coordinator come in their order, from all contexts")
  func commits() async throws {
    let library = try Library()
    library.context.transactionAuthor = "person"
    let commits = library.container.coordinator.commits
    let worker = try library.container.makeBackgroundContext(name: "import")
    for _ in 0..<3 {
      try library.book("Comet")
      try library.context.save()
      try await worker.perform { try $0.insert(Book.self).title = "Moon" }
      try await worker.save()
    }
    var sources: [String?] = []
    for await report in commits {
      sources.append(report.author ?? report.context)
      if sources.count == 6 { break }
    }
    #expect(sources == ["person", "import", "person", "import", "person", "import"])
  }
}
