import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Published saves that fail, with others behind them", .timeLimit(.minutes(10)))
struct FailedPublishingTests {
  private let store: FailingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = FailingStore(InMemoryStore(model: try Shelf.model()))
    container = try PersistentContainer(store: store)
  }

  /// Waits for published saves, all of which must fail.
  private func fail(_ saves: PendingSave...) async {
    for save in saves {
      await #expect(throws: StoreError.self) { try await save.committed() }
    }
    store.isFailing = false
  }

  private func storedBooks() async throws -> Int {
    let query = StoreQuery(entity: container.coordinator.model.number(of: Book.self))
    return try await container.coordinator.read { try $0.count(query) }
  }

  @Test("A deletion above a failed change of the same object stays a deletion, which the next save commits")
  func deletionAboveUpdate() async throws {
    let book = try context.insert(Book.self)
    book.title = "Comet"
    try context.save()
    store.isFailing = true
    book.title = "Moon"
    let first = try context.publish()
    context.delete(book)
    await fail(first, try context.publish())
    #expect(context.deletedObjects == [book] && context.updatedObjects.isEmpty)
    #expect(book.committedValues()["title"] == .string("Comet"))
    try context.save()
    #expect(try await storedBooks() == 0)
    #expect(try context.count(FetchRequest<Book>()) == 0)
  }

  @Test(
    "The last change of an object that nothing retains stays when it fails with the one before",
    arguments: [true, false])
  func changeAboveChange(isNew: Bool) async throws {
    let id = try context.insert(Book.self).objectID
    if !isNew { try context.save() }
    func rename(to title: String) throws -> PendingSave {
      try #require(context.object(with: id) as? Book).title = title
      return try context.publish()
    }
    store.isFailing = true
    let first = try rename(to: "Comet")
    await fail(first, try rename(to: "Moon"))
    func title() throws -> String? { try context.fetch(FetchRequest<Book>()).map(\.title).first }
    #expect(try title() == "Moon")
    try context.save()
    #expect(try title() == "Moon")
  }

  @Test(
    "Nothing is left of a new object that was deleted before its insertion and a change failed, published or not",
    arguments: [true, false])
  func deletionAboveInsertion(isPublished: Bool) async throws {
    store.isFailing = true
    let book = try context.insert(Book.self)
    let first = try context.publish()
    book.title = "Comet"
    let second = try context.publish()
    context.delete(book)
    let third = isPublished ? try context.publish() : nil
    await fail(first, second)
    if let third { await fail(third) }
    #expect(!context.hasChanges && book.isDeleted)
    #expect(try context.count(FetchRequest<Book>()) == 0)
    try context.save()
    #expect(try await storedBooks() == 0)
  }

  @Test("Deletions that failed with an undo between them are one deletion of the row in the store")
  func deletionAboveUndo() async throws {
    context.undoHistory = UndoHistory()
    let book = try context.insert(Book.self)
    book.title = "Comet"
    try context.save()
    let id = book.objectID
    store.isFailing = true
    context.delete(book)
    let first = try context.publish()
    context.undo()
    let second = try context.publish()
    context.delete(context.object(with: id))
    await fail(first, second, try context.publish())
    #expect(context.deletedObjects.map(\.objectID) == [id])
    try context.save()
    #expect(try await storedBooks() == 0)
  }

  @Test("A deletion that fails after it was undone and done again stays a deletion")
  func redoneDeletion() async throws {
    context.undoHistory = UndoHistory()
    let book = try context.insert(Book.self)
    try context.save()
    store.isFailing = true
    context.delete(book)
    let first = try context.publish()
    context.undo()
    context.redo()
    await fail(first)
    #expect(try context.count(FetchRequest<Book>()) == 0)
    try context.save()
    #expect(try await storedBooks() == 0)
  }

  @Test("A deletion that fails after its undo leaves an object that can be edited", arguments: [true, false])
  func undoOfDeletion(isPublished: Bool) async throws {
    context.undoHistory = UndoHistory()
    let book = try context.insert(Book.self)
    book.title = "Comet"
    try context.save()
    store.isFailing = true
    context.delete(book)
    let first = try context.publish()
    context.undo()
    if isPublished {
      let second = try context.publish()
      book.pages = 7
      await fail(first, second, try context.publish())
    } else {
      await fail(first)
    }
    #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
    book.title = "Moon"
    try context.save()
    #expect(try await storedBooks() == 1)
    context.reset()
    #expect(try context.fetch(FetchRequest<Book>()).map(\.title) == ["Moon"])
  }

  @Test(
    "A failed change that is published again at once is committed, although a later save of the object fails as well",
    arguments: [true, false])
  func retryBeforeLaterOutcome(isNew: Bool) async throws {
    let book = try context.insert(Book.self)
    if !isNew { try context.save() }
    store.isFailing = true
    book.title = "Comet"
    let first = try context.publish()
    let other = try context.insert(Book.self)
    (book.pages, other.title) = (7, "Moon")
    let second = try context.publish()
    var retries: [Result<PendingSave, any Error>] = []
    context.saveDidFail = { [store, context] _ in
      store.isFailing = false
      retries.append(Result { try context.publish() })
    }
    await fail(first, second)
    context.saveDidFail = nil
    #expect(retries.count == 2)
    for retry in retries { try await retry.get().committed() }
    #expect(!context.hasChanges)
    context.reset()
    let books = try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")]))
    #expect(books.map(\.title) == ["Comet", "Moon"] && books.map(\.pages) == [7, 0])
  }

  /// The first changes of an object, which are then undone and done again.
  enum Beginning: CaseIterable {
    case insertion
    case insertionAndDeletion
    case update
    case deletion
  }

  @Test(
    "A row is saved as the last undo or redo has left it, whichever of the published saves before it have failed",
    arguments: Beginning.allCases, [4, 5].flatMap { count in (0..<count).map { $0..<count } })
  func undoAndRedo(after beginning: Beginning, failing: Range<Int>) async throws {
    func titles() throws -> [String] { try context.fetch(FetchRequest<Book>()).map(\.title) }
    func insert() throws { try context.insert(Book.self).title = "Comet" }
    func rename() throws { try context.fetch(FetchRequest<Book>()).first?.title = "Moon" }
    func delete() throws { for book in try context.fetch(FetchRequest<Book>()) { context.delete(book) } }
    func undo() { context.undo() }
    func redo() { context.redo() }
    if beginning == .update || beginning == .deletion {
      try insert()
      try context.save()
    }
    context.undoHistory = UndoHistory()
    let steps: [@MainActor () throws -> Void] =
      switch beginning {
      case .insertion: [insert, undo, redo, undo, redo]
      case .insertionAndDeletion: [insert, delete, undo, redo, undo]
      case .update: [rename, undo, redo, undo, redo]
      case .deletion: [delete, undo, redo, undo, redo]
      }
    for number in 0..<failing.upperBound {
      if number == failing.lowerBound {
        await container.coordinator.drain()
        store.isFailing = true
      }
      try steps[number]()
      try context.publish()
    }
    let shown = try titles()
    await container.coordinator.drain()
    store.isFailing = false
    #expect(try titles() == shown)
    try context.save()
    #expect(try titles() == shown && !context.hasChanges)
    context.reset()
    #expect(try titles() == shown)
  }

  @Test(
    "A save that refers to a new object of a failed save fails with it, and keeps the reference",
    arguments: [MergePolicy.error, .objectTrumps], [true, false])
  func reference(_ policy: MergePolicy, isNew: Bool) async throws {
    context.mergePolicy = policy
    let old = try context.insert(Book.self)
    try context.save()
    store.failOnce()
    let author = try context.insert(Author.self)
    author.name = "Tove"
    let first = try context.publish()
    let book = try isNew ? context.insert(Book.self) : old
    book.author = author
    await fail(first, try context.publish())
    #expect(book.author === author && author.isInserted && book.hasChanges)
    try context.save()
    #expect(author.books.ids == [book.objectID])
    context.reset()
    let stored = try #require(try context.fetch(FetchRequest<Author>()).first)
    #expect(stored.name == "Tove" && stored.books.count == 1)
  }

  @Test(
    "A change or deletion after a failed save meets no conflict with values that the store does not hold exactly",
    arguments: [true, false])
  func inexactValues(deletes: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = FailingStore(try SQLiteStore(path: folder.path("cabinet.store"), model: Cabinet.model()))
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    let specimen = try context.insert(Specimen.self)
    let third = Decimal(1) / 3
    specimen.weight = third
    try context.save()
    let id = specimen.objectID
    let stored = try await container.coordinator.read { try $0.rows([id]).first }
    try #require(stored?.values.contains(.decimal(third)) == false)
    try #require(specimen.weight == third)
    store.failOnce()
    specimen.label = "Comet"
    #expect(throws: StoreError.self) { try context.save() }
    if deletes { context.delete(specimen) }
    try context.save()
    if !deletes {
      specimen.label = "Moon"
      try context.save()
    }
    context.reset()
    #expect(try context.fetch(FetchRequest<Specimen>()).map(\.label) == (deletes ? [] : ["Moon"]))
  }

  // MARK: What other contexts have read

  /// Publishes edits that will fail, lets another context read all books, and returns when the edits have failed.
  private func failAfterRead(
    of titles: [String], by reader: BackgroundContext, edits: () throws -> Void
  ) async throws {
    let gate = Gate()
    store.failOnce(behind: gate)
    try edits()
    let save = try context.publish()
    let read = try await reader.perform { context in
      context.retainsRegisteredObjects = true
      return try Self.titles(context)
    }
    gate.open()
    #expect(read == titles)
    await fail(save)
    context.rollback()
  }

  nonisolated private static func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  @Test(
    "A save that is based on a row of a failed save meets a conflict, although the row has that version by now",
    arguments: [MergePolicy.error, .objectTrumps], [true, false])
  func baseOfFailedSave(_ policy: MergePolicy, deletes: Bool) async throws {
    let book = try context.insert(Book.self)
    book.title = "first"
    try context.save()
    let id = book.objectID
    let reader = try container.makeBackgroundContext(mergePolicy: policy)
    try await failAfterRead(of: ["lost"], by: reader) { book.title = "lost" }
    try await container.makeBackgroundContext().performAndSave { context in
      try #require(context.object(with: id) as? Book).title = "theirs"
    }
    try await reader.perform { context in
      let book = try #require(context.object(with: id) as? Book)
      try #require(book.title == "lost")
      if deletes { context.delete(book) } else { book.pages = 7 }
    }
    if policy == .error {
      await #expect(throws: ConflictError.self) { try await reader.save() }
      try await reader.perform { context in
        context.rollback()
        let book = try #require(context.object(with: id) as? Book)
        context.refresh(book)
        #expect(book.title == "theirs")
        if deletes { context.delete(book) } else { book.pages = 7 }
      }
    }
    try await reader.save()
    await container.coordinator.drain()
    guard !deletes else {
      #expect(try await storedBooks() == 0)
      return
    }
    #expect(book.title == "theirs" && book.pages == 7)
    context.reset()
    let stored = try #require(try context.fetch(FetchRequest<Book>()).first)
    #expect(stored.title == "theirs" && stored.pages == 7)
  }

  @Test("A context that merges commits shows the stored rows again when a published save fails")
  func followingReader() async throws {
    let (changed, deleted) = (try context.insert(Book.self), try context.insert(Book.self))
    (changed.title, deleted.title) = ("changed", "deleted")
    try context.save()
    let ids = (changed: changed.objectID, deleted: deleted.objectID)
    var reports = container.coordinator.commits.makeAsyncIterator()
    let reader = try container.makeBackgroundContext()
    await reader.perform { $0.automaticallyMergesChangesFromParent = true }
    try await failAfterRead(of: ["lost", "new"], by: reader) {
      changed.title = "lost"
      context.delete(deleted)
      try context.insert(Book.self).title = "new"
    }
    try await until { try await reader.perform(Self.titles) == ["changed", "deleted"] }
    try await reader.perform { context in
      for book in try context.fetch(FetchRequest<Book>()) { book.pages = 7 }
    }
    try await reader.save()
    #expect(try context.fetch(FetchRequest<Book>()).map(\.pages) == [7, 7])
    let failed = try #require(await reports.next())
    #expect(failed.followsFailedSave && failed.deleted.count == 1)
    #expect(failed.inserted.map(\.id) == [ids.deleted] && failed.updated.map(\.row.id) == [ids.changed])
    let saved = try #require(await reports.next())
    #expect(!saved.followsFailedSave && saved.updated.count == 2)
  }

  @Test(
    "A context that merges commits shows the stored rows again if the main context of a failed save is gone")
  func followingReaderAlone() async throws {
    let store = FailingStore(InMemoryStore(model: try Shelf.model()))
    let reader: BackgroundContext
    weak var publisher: ManagedObjectContext?
    do {
      let container = try PersistentContainer(store: store)
      let context = container.viewContext
      publisher = context
      let book = try context.insert(Book.self)
      book.title = "changed"
      try context.save()
      reader = try container.makeBackgroundContext()
      await reader.perform { context in
        context.automaticallyMergesChangesFromParent = true
        context.retainsRegisteredObjects = true
      }
      let gate = Gate()
      store.failOnce(behind: gate)
      book.title = "lost"
      try context.insert(Book.self).title = "new"
      try context.publish()
      let read = try await reader.perform(Self.titles)
      try #require(read == ["lost", "new"])
      gate.open()
    }
    // No outcome has been delivered: that needs the main actor.
    try #require(publisher == nil)
    try await until { try await reader.perform(Self.titles) == ["changed"] }
  }
}
