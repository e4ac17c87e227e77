import ObjectGraph
import TestSupport
import Testing

/// Tests of new objects that the merge policy merges into existing rows: a context has one object per row.
@MainActor
@Suite("New objects that become existing rows")
struct MergedObjectTests {
  /// Continues to use an object that was merged into the row `id`, as the code that inserted it would.
  private nonisolated func goOn(
    with object: Book, as id: ManagedObjectID, in context: ManagedObjectContext, title: String
  ) throws {
    #expect(object.objectID == id && object.title == title && !object.hasChanges && !object.isInserted)
    #expect(object.managedObjectContext === context && !object.isDeleted)
    let shown = try #require(
      try context.fetch(FetchRequest<Book>(where: .comparison(.init("isbn", .equal, .value(.string("1"))))))
        .first)
    #expect(shown == object && shown.hashValue == object.hashValue && shown.objectID == object.objectID)
    #expect(context.object(with: id) === shown && context.registeredObject(for: id) === shown)
    object.title = "gone on"
    #expect(
      shown.title == "gone on" && shown.isUpdated && object.isUpdated && context.updatedObjects == [shown])
    let author = try context.insert(Author.self)
    author.books.insert(object)
    #expect(author.books.contains(object) && author.books.contains(shown) && shown.author === author)
    object.author = nil
    #expect(author.books.isEmpty)
    object.author = author
    #expect(author.books.objects == [shown] && author.books.ids == [id])
    #expect(object.value(forKeyPath: "author.books.@count") == .integer(1))
  }

  private func stored(_ library: Library) async throws -> [String] {
    try await library.stored(Book.self, "title").strings
  }

  @Test("In the main context the inserted object goes on as the row", arguments: [true, false])
  func main(_ otherIsUsed: Bool) async throws {
    let library = try Library(policy: .objectTrumps)
    var former: Book? = try library.book("first", isbn: "1")
    let id = try #require(former?.objectID)
    try library.context.save()
    if !otherIsUsed { former = nil }
    let inserted = try library.book("second", isbn: "1")
    let old = inserted.objectID
    try library.context.save()
    #expect(
      library.context.object(with: old) == inserted && library.context.registeredObject(for: old) == inserted)
    #expect(try library.context.existingObject(with: old) == inserted)
    try goOn(with: inserted, as: id, in: library.context, title: "second")
    if let former { #expect(former.title == "gone on") }
    try library.context.save()
    #expect(try await stored(library) == ["gone on"])
    library.context.delete(inserted)
    try library.context.save()
    #expect(inserted.isDeleted && inserted.title == "gone on" && former?.isDeleted ?? true)
    inserted.title = "lost"
    #expect(try await stored(library).isEmpty && !library.context.hasChanges)
  }

  @Test("In a worker the inserted object goes on as the row", arguments: [true, false])
  func worker(_ otherIsUsed: Bool) async throws {
    let library = try Library(policy: .objectTrumps)
    let id = try library.book("first", isbn: "1").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let former = otherIsUsed ? try context.existingObject(with: id) as? Book : nil
      let author = try context.insert(Author.self)
      let inserted = try context.insert(Book.self)
      (inserted.isbn, inserted.title, inserted.author) = ("1", "second", author)
      #expect(author.books.objects == [inserted])
      try context.save()
      #expect(author.books.ids == [id] && author.books.objects == [inserted] && inserted.author === author)
      try self.goOn(with: inserted, as: id, in: context, title: "second")
      try context.save()
      if let former { #expect(former === context.object(with: id) && former.title == "gone on") }
      context.reset()
      #expect(inserted.title == "gone on" && inserted.managedObjectContext == nil)
    }
    #expect(try await stored(library) == ["gone on"])
  }

  @Test("In a child the inserted object goes on as the row of the parent", arguments: [true, false])
  func child(_ isDistant: Bool) async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("first", isbn: "1")
    let id = book.objectID
    let use = { @Sendable (context: ManagedObjectContext) in
      let inserted = try context.insert(Book.self)
      (inserted.isbn, inserted.title) = ("1", "second")
      try context.save()
      try self.goOn(with: inserted, as: id, in: context, title: "second")
      try context.save()
    }
    if isDistant {
      let child = try await library.container.makeChild(mergePolicy: .objectTrumps)
      try await child.perform(use)
      try await child.save()
    } else {
      try use(ManagedObjectContext(parent: library.context))
    }
    #expect(book.title == "gone on" && book.author != nil)
    try library.context.save()
    #expect(try await stored(library) == ["gone on"])
  }

  @Test("A child's object follows when the parent finds that its row is the same as another one")
  func childOfMerged() async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("first", isbn: "1")
    try library.context.save()
    let inserted = try library.book("second")
    let child = ManagedObjectContext(parent: library.context)
    let copy = try #require(child.object(with: inserted.objectID) as? Book)
    copy.note = "child"
    inserted.isbn = "1"
    try library.context.save()
    #expect(copy.objectID == book.objectID && copy.note == "child" && copy.title == "second")
    try child.save()
    #expect(book.note == "child" && inserted.note == "child")
    try library.context.save()
    #expect(try await library.stored(Book.self, "note").strings == ["child"])
  }

  @Test(
    "A row that another context committed first becomes the row of the equal new object",
    arguments: [true, false])
  func committedElsewhere(_ holds: Bool) async throws {
    let library = try Library(policy: .objectTrumps)
    let inserted = try library.book("main", isbn: "1")
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      let book = try context.insert(Book.self)
      (book.isbn, book.pages) = ("1", 7)
    }
    try await worker.save()
    #expect(!inserted.isInserted && inserted.isUpdated && inserted.pages == 7 && inserted.title == "main")
    inserted.note = "set"
    try library.context.save()
    #expect(try await library.stored(Book.self, "note").strings == ["set"])
    #expect(try await stored(library) == ["main"])
  }

  nonisolated static let unresolving: [MergePolicy] = [
    .error, .custom(ConflictRule("refuses") { _ in throw CancellationError() }),
  ]

  @Test(
    "A new object stays beside an equal row of another context, and the save throws, if the policy resolves nothing",
    arguments: unresolving)
  func unresolved(_ policy: MergePolicy) async throws {
    let library = try Library(policy: policy)
    let inserted = try library.author("Tove", key: "t")
    let book = try library.book("Comet", by: inserted)
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { try $0.insert(Author.self).key = "t" }
    try await worker.save()
    await library.container.coordinator.drain()
    #expect(try library.context.count(FetchRequest<Author>()) == 2)
    #expect(throws: (any Error).self) { try library.context.save() }
    #expect(inserted.isInserted && inserted.name == "Tove" && inserted.books.objects == [book])
    inserted.key = "other"
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").strings == ["", "Tove"])
    #expect(try await library.stored(Book.self, "author") == [.reference(inserted.objectID)])
  }

  @Test("A new object of a child stays beside an equal one of its parent if the policy resolves nothing")
  func unresolvedInChild() throws {
    let library = try Library()
    let child = ManagedObjectContext(parent: library.context)
    child.automaticallyMergesChangesFromParent = true
    let inserted = try child.insert(Author.self)
    (inserted.key, inserted.name) = ("t", "child")
    try library.author("parent", key: "t")
    library.context.processPendingChanges()
    #expect(try child.count(FetchRequest<Author>()) == 2)
    #expect(throws: ConflictError.self) { try child.save() }
    #expect(inserted.isInserted && inserted.name == "child")
  }

  /// Blocks the writer while the main context continues.
  private func hold(_ library: Library) async throws -> (gate: Gate, saving: Task<Void, any Error>) {
    let (gate, entered) = (Gate(), AsyncStream<Void>.makeStream())
    let rule = ConflictRule("slow") { _ in
      entered.continuation.finish()
      gate.wait()
      return .object
    }
    try library.author("held", key: "held")
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .custom(rule), name: "holder")
    let saving = Task {
      try await worker.perform { context in
        let book = try context.insert(Book.self)
        (book.isbn, book.title, book.pages) = ("1", "worker", 7)
        try context.insert(Author.self).key = "held"
        try context.save()
      }
    }
    for await _ in entered.stream {}
    return (gate, saving)
  }

  @Test("Saves that were made before the writer merged the new object reach the row that remains")
  func onTheWay() async throws {
    let library = try Library(policy: .objectTrumps)
    let (gate, holding) = try await hold(library)
    let inserted = try library.book("main", isbn: "1")
    try library.context.publish()
    inserted.note = "second save"
    let author = try library.author("Tove")
    try library.context.publish()
    inserted.author = author
    let saving = try library.context.publish()
    inserted.title = "unsaved"
    gate.open()
    try await holding.value
    try await saving.committed()
    #expect(try library.context.count(FetchRequest<Book>()) == 1)
    #expect(inserted.title == "unsaved" && inserted.note == "second save" && inserted.pages == 7)
    #expect(inserted.author === author && author.books.objects == [inserted])
    #expect(try library.context.fetch(FetchRequest<Book>()) == [inserted] && inserted.isUpdated)
    try library.context.save()
    #expect(try await stored(library) == ["unsaved"])
    #expect(try await library.stored(Book.self, "note").strings == ["second save"])
    #expect(try await library.stored(Book.self, "author") == [.reference(author.objectID)])
  }

  @Test(
    "A deletion before the writer merged the new object deletes the row that remains",
    arguments: [true, false])
  func deletedOnTheWay(_ isSaved: Bool) async throws {
    let library = try Library(policy: .objectTrumps)
    let (gate, holding) = try await hold(library)
    let inserted = try library.book("main", isbn: "1")
    var saving = try library.context.publish()
    library.context.delete(inserted)
    if isSaved { saving = try library.context.publish() }
    gate.open()
    try await holding.value
    try await saving.committed()
    #expect(inserted.isDeleted && inserted.title == "main" || !isSaved)
    try library.context.save()
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
    #expect(try await stored(library).isEmpty)
  }

  @Test(
    "Undo of what was changed before the merge applies to the row that remains, and leaves the row itself")
  func undo() async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("first", isbn: "1")
    try library.context.save()
    library.context.undoHistory?.removeAll()
    let inserted = try library.context.withUndoGroup(named: "Insert") { try library.book("second") }
    library.context.withUndoGroup(named: "Rename") { inserted.title = "renamed" }
    library.context.withUndoGroup(named: "Number") { inserted.isbn = "1" }
    try library.context.save()
    #expect(book.title == "renamed" && inserted.title == "renamed")
    library.context.withUndoGroup(named: "Go on") { inserted.title = "gone on" }
    library.context.undo()
    #expect(book.title == "renamed")
    for _ in 0..<3 { library.context.undo() }
    #expect(!book.isDeleted && book.isbn == "1" && inserted == book)
    try library.context.save()
    #expect(try await stored(library).count == 1)
  }

  @Test("Observers and sequences of the inserted object follow the row")
  func observation() async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("first", isbn: "1")
    try library.context.save()
    let inserted = try library.book("second", isbn: "1")
    var titles = inserted.values(of: \.title).makeAsyncIterator()
    var changes = inserted.changes.makeAsyncIterator()
    #expect(await titles.next() == "second")
    try library.context.save()
    book.title = "third"
    library.context.processPendingChanges()
    #expect(await titles.next() == "third")
    #expect(await changes.next()?.isDeleted == false)
    library.context.delete(inserted)
    library.context.processPendingChanges()
    #expect(await titles.next() == nil)
  }

  @Test("An updated row that replaces another one becomes the row of its object in every context")
  func replaced() async throws {
    let library = try Library(policy: .objectTrumps)
    let (book, other) = (try library.book("stays"), try library.book("replaced", isbn: "1"))
    try library.context.save()
    let (id, replaced) = (book.objectID, other.objectID)
    other.note = "unsaved"
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let other = try #require(try context.existingObject(with: replaced) as? Book)
      (context.object(with: id) as? Book)?.isbn = "1"
      try context.save()
      #expect(other.objectID == id && other.title == "stays")
      other.pages = 3
      try context.save()
    }
    await library.container.coordinator.drain()
    try await worker.save()
    #expect(other == book && other.title == "stays" && book.note == "unsaved" && book.pages == 3)
    other.title = "set"
    try library.context.save()
    #expect(try await stored(library) == ["set"])
    #expect(try await library.stored(Book.self, "note").strings == ["unsaved"])
  }

  @Test(
    "Many-to-many and ordered relationships of the inserted object are those of the row",
    arguments: [true, false])
  func members(_ isWorker: Bool) async throws {
    let shop = try Shop(policy: .objectTrumps)
    let (former, rack, topic) = (try shop.volume("first", code: "1"), try shop.rack("a"), try shop.tag("t"))
    let ids = (former.objectID, rack.objectID, topic.objectID)
    try shop.context.save()
    let merge = { @Sendable (context: ManagedObjectContext) in
      let rack = try #require(context.object(with: ids.1) as? Rack)
      let topic = try #require(context.object(with: ids.2) as? Topic)
      #expect(rack.items.count == 1 && topic.items.ids.isEmpty)
      let inserted = try context.insert(Volume.self)
      (inserted.name, inserted.code) = ("second", "1")
      inserted.tags.insert(topic)
      rack.items.insert(inserted, at: 0)
      try context.save()
      #expect(inserted.objectID == ids.0 && topic.items.ids == [ids.0] && topic.items.contains(inserted))
      #expect(inserted.tags.objects == [topic] && inserted.rack === rack)
      #expect(rack.items.contains(inserted) && rack.items.count == 2)
      rack.items.move(inserted, to: 1)
      topic.items.remove(inserted)
      try context.save()
      #expect(rack.items.names == ["a", "second"] && inserted.tags.isEmpty)
    }
    if isWorker {
      try await shop.container.makeBackgroundContext(mergePolicy: .objectTrumps).perform(merge)
    } else {
      try merge(shop.context)
    }
    let found = try await shop.reopened { context in
      try context.fetch(FetchRequest<Rack>()).map { $0.items.names }
        + context.fetch(FetchRequest<Topic>()).map { $0.items.names }
    }
    #expect(found == [["a", "second"], []])
  }
}
