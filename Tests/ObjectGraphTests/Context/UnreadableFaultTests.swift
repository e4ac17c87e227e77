import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Changes of faults that cannot be read")
struct UnreadableFaultTests {
  private let store: CountingStore
  private let container: PersistentContainer
  private let (book, author): (ManagedObjectID, ManagedObjectID)
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = CountingStore(InMemoryStore(model: try Shelf.model()))
    container = try PersistentContainer(store: store)
    let context = container.viewContext
    let (book, author) = (try context.insert(Book.self), try context.insert(Author.self))
    book.title = "Comet"
    try context.save()
    (self.book, self.author) = (book.objectID, author.objectID)
    context.reset()
  }

  private func storedTitles() throws -> [String] {
    context.reset()
    return try context.fetch(FetchRequest<Book>()).map(\.title)
  }

  /// Checks that a change is lost while the store cannot be read, that the next save says so, and that the same change is
  /// saved afterwards.
  private func lose(_ change: (Book) -> Void) throws {
    let fault = try #require(context.object(with: book) as? Book)
    store.isFailing = true
    change(fault)
    store.isFailing = false
    #expect(fault.isFault && !fault.isDeleted && !context.hasChanges)
    #expect(throws: StoreError.self) { try context.save() }
    #expect(!fault.isDeleted && fault.title == "Comet")
    change(fault)
    try context.save()
  }

  @Test("The save after a deletion that was lost throws the reason")
  func deletion() throws {
    try lose { context.delete($0) }
    #expect(try storedTitles().isEmpty)
  }

  @Test("The save after an edit that was lost throws the reason")
  func edit() throws {
    try lose { $0.title = "Moon" }
    #expect(try storedTitles() == ["Moon"])
  }

  @Test("The save after a guard that was lost throws the reason")
  func conflictDetection() throws {
    try lose { context.detectConflicts(for: $0) }
  }

  @Test("The save after a reference that was lost throws the reason")
  func reference() throws {
    let owner = try #require(try context.existingObject(with: author) as? Author)
    #expect(owner.books.isEmpty)
    try lose { $0.author = owner }
    #expect(owner.books.ids == [book])
  }

  @Test("A publication after a change that was lost throws the reason, and a rollback forgets it")
  func publication() throws {
    let fault = context.object(with: book)
    for undoes in [false, true] {
      store.isFailing = true
      context.delete(fault)
      store.isFailing = false
      if undoes { context.rollback() } else { #expect(throws: StoreError.self) { try context.publish() } }
      try context.publish()
    }
    #expect(try storedTitles() == ["Comet"])
  }

  @Test("A save throws the reason for a change that an observer of the save lost, and saves nothing")
  func changeDuringSave() throws {
    let owner = try #require(try context.existingObject(with: author) as? Author)
    let fault = try #require(context.object(with: book) as? Book)
    let observation = context.observeSaves { save in
      if case .will = save { fault.title = "Moon" }
    }
    owner.name = "Tove"
    store.isFailing = true
    #expect(throws: StoreError.self) { try context.save() }
    store.isFailing = false
    #expect(owner.hasChanges && fault.isFault)
    try context.save()
    #expect(try storedTitles() == ["Moon"])
    withExtendedLifetime(observation) {}
  }

  @Test("A child keeps its conflict detection when its parent cannot read a row that it saves")
  func conflictDetectionOfChild() throws {
    let original = try #require(try context.existingObject(with: author) as? Author)
    let child = ManagedObjectContext(parent: context)
    child.detectConflicts(for: try #require(try child.existingObject(with: author)))
    let copy = try #require(try child.existingObject(with: book) as? Book)
    copy.title = "Moon"
    child.processPendingChanges()
    store.isFailing = true
    #expect(throws: StoreError.self) { try child.save() }
    store.isFailing = false
    original.name = "Other"
    #expect(throws: ConflictError.self) { try child.save() }
    original.name = ""
    try child.save()
    original.name = "Other"
    copy.title = "Sun"
    try child.save()
  }

  @Test("A child keeps its changes of rows that its parent cannot read", arguments: [true, false])
  func child(deletes: Bool) throws {
    let child = ManagedObjectContext(parent: context)
    let copy = try #require(try child.existingObject(with: book) as? Book)
    if deletes { child.delete(copy) } else { copy.title = "Moon" }
    child.processPendingChanges()
    store.isFailing = true
    #expect(throws: StoreError.self) { try child.save() }
    #expect(copy.isDeleted == deletes && copy.isUpdated == !deletes && !context.hasChanges)
    store.isFailing = false
    try child.save()
    #expect(!child.hasChanges && context.hasChanges)
    try context.save()
    #expect(try storedTitles() == (deletes ? [] : ["Moon"]))
  }
}
