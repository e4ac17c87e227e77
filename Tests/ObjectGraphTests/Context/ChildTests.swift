import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Children")
struct ChildTests {
  private func child(of library: Library) -> ManagedObjectContext {
    let child = ManagedObjectContext(parent: library.context)
    child.undoHistory = UndoHistory()
    return child
  }

  private func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  @Test("A child shows what its parent has not saved, under changes of its own that the parent does not see")
  func readsThroughTheParent() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let saved = try library.book("Comet", by: author)
    try library.context.save()
    saved.title = "Moon"
    try library.book("Sun", by: author)
    let child = child(of: library)
    let childBook = try #require(try child.existingObject(with: saved.objectID) as? Book)
    #expect(childBook !== saved && childBook.title == "Moon" && childBook.author?.books.count == 2)
    childBook.title = "Zodiac"
    try child.insert(Book.self).title = "Aurora"
    let byTove = FetchPredicate.comparison(.init("author.name", .equal, .value(.string("Tove"))))
    let request = FetchRequest<Book>(where: byTove, order: [FetchOrder("title")])
    #expect(try child.fetch(request).map(\.title) == ["Sun", "Zodiac"])
    #expect(try child.count(request) == 2)
    #expect(try titles(child) == ["Aurora", "Sun", "Zodiac"])
    #expect(try titles(library.context) == ["Moon", "Sun"])
  }

  @Test("A save makes the changes of a child changes of its parent, as one event that can be undone")
  func saves() async throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove")
    let (first, second) = (try library.book("Comet", by: author), try library.book("Moon", by: author))
    try library.context.save()
    let child = child(of: library)
    (child.object(with: first.objectID) as? Book)?.title = "Sun"
    child.delete(child.object(with: second.objectID))
    let new = try child.insert(Book.self)
    new.title = "Aurora"
    new.author = child.object(with: author.objectID) as? Author
    try child.save()
    #expect(!child.hasChanges && library.context.hasChanges)
    #expect(try titles(library.context) == ["Aurora", "Sun"])
    #expect(author.books.count == 2 && library.context.object(with: new.objectID).isInserted)
    #expect(try await library.stored(Book.self, "title").strings == ["Comet", "Moon"])
    library.context.undo()
    #expect(try titles(library.context) == ["Comet", "Moon"])
    library.context.redo()
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Aurora", "Sun"])
    new.pages = 9
    try child.save()
    try library.context.save()
    #expect(try await library.stored(Book.self, "pages") == [.integer(0), .integer(9)])
  }

  @Test("A parent who has an undo group open takes the save of a child into it, under its name")
  func savesIntoAnOpenGroup() throws {
    let library = try Library()
    let child = child(of: library)
    try library.context.withUndoGroup(named: "Edit") {
      try library.book("Comet")
      try child.insert(Book.self).title = "Moon"
      try child.save()
    }
    #expect(library.context.undo() == "Edit")
    #expect(try titles(library.context).isEmpty)
  }

  @Test("Contexts within contexts reach the store one save after the other", arguments: [1, 4])
  func depth(_ depth: Int) async throws {
    let library = try Library()
    var contexts = [library.context]
    for _ in 0..<depth { contexts.append(ManagedObjectContext(parent: contexts[contexts.count - 1])) }
    let innermost = contexts[depth]
    let book = try innermost.insert(Book.self)
    book.title = "Comet"
    for index in (1...depth).reversed() {
      #expect(try contexts[index - 1].existingObject(with: book.objectID) == nil)
      try contexts[index].save()
      #expect((try contexts[index - 1].existingObject(with: book.objectID) as? Book)?.title == "Comet")
      #expect(try titles(innermost) == ["Comet"])
    }
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Comet"])
  }

  @Test("The last save wins property by property, and what the parent deleted stays deleted")
  func lastSaveWins() throws {
    let library = try Library()
    let author = try library.author("Tove")
    let (both, deleted) = (try library.book("Comet"), try library.book("Moon"))
    let child = child(of: library)
    let childBook = try #require(try child.existingObject(with: both.objectID) as? Book)
    let gone = try #require(try child.existingObject(with: deleted.objectID) as? Book)
    (childBook.title, childBook.author) = ("Child", child.object(with: author.objectID) as? Author)
    gone.title = "Child"
    (both.title, both.pages) = ("Parent", 7)
    library.context.delete(deleted)
    library.context.delete(author)
    try child.save()
    #expect(both.title == "Child" && both.pages == 7 && both.author == nil)
    #expect(childBook.title == "Child" && childBook.pages == 7 && childBook.author == nil)
    #expect(try titles(library.context) == ["Child"])
    #expect(gone.managedObjectContext == nil)
  }

  @Test(
    "A deletion of a child obeys the delete rules for what came to the parent meanwhile",
    arguments: [
      DeleteRule.nullify, .cascade,
    ])
  func deleteRules(_ rule: DeleteRule) throws {
    let library = try Library(books: rule)
    let author = try library.author("Tove")
    let child = child(of: library)
    child.delete(child.object(with: author.objectID))
    child.processPendingChanges()
    let late = try library.book("Late", by: author)
    try child.save()
    #expect(late.isDeleted || late.managedObjectContext == nil || late.author == nil)
    #expect(try titles(library.context) == (rule == .cascade ? [] : ["Late"]))
  }

  @Test("What is not valid stays in the child")
  func validation() throws {
    let library = try Library()
    let child = child(of: library)
    let book = try child.insert(Book.self)
    book.setValue(.null, forKey: "title")
    #expect(throws: ValidationError.self) { try child.save() }
    #expect(child.hasChanges && !library.context.hasChanges)
  }

  @Test("A new object with the unique values of one of the parent becomes that one")
  func uniqueness() throws {
    let library = try Library(policy: .objectTrumps)
    let known = try library.author("Tove", key: "t")
    let child = child(of: library)
    let duplicate = try child.insert(Author.self)
    (duplicate.key, duplicate.name) = ("t", "Tove J.")
    let book = try child.insert(Book.self)
    book.author = duplicate
    try child.save()
    #expect(try library.context.count(FetchRequest<Author>()) == 1)
    #expect(known.name == "Tove J." && known.books.ids == [book.objectID])
    #expect(book.author?.objectID == known.objectID)
  }

  @Test("A child that merges shows the parent's changes beneath its own and reports them; another does not")
  func merging() throws {
    let library = try Library()
    let author = try library.author("Tove")
    let (book, other) = (try library.book("Comet", by: author), try library.book("Moon"))
    let (child, still) = (child(of: library), child(of: library))
    child.automaticallyMergesChangesFromParent = true
    #expect(child.automaticallyMergesChangesFromParent && !still.automaticallyMergesChangesFromParent)
    let childBook = try #require(try child.existingObject(with: book.objectID) as? Book)
    let stale = try #require(try still.existingObject(with: book.objectID) as? Book)
    #expect(childBook.author?.books.ids == [book.objectID])
    childBook.title = "Child"
    let log = Log()
    let observation = child.observe { log.changes.append($0) }
    child.processPendingChanges()
    log.changes.removeAll()
    (book.title, book.pages, other.author) = ("Parent", 7, author)
    library.context.processPendingChanges()
    #expect(childBook.title == "Child" && childBook.pages == 7 && stale.pages == 0)
    #expect(childBook.author?.books.count == 2)
    #expect(
      log.changes.reduce(into: []) { $0.formUnion($1.updated) } == [
        book.objectID, other.objectID, author.objectID,
      ])
    library.context.delete(other)
    library.context.processPendingChanges()
    #expect(childBook.author?.books.count == 1)
    still.refreshAllObjects()
    #expect(stale.pages == 7 && stale.title == "Parent")
    withExtendedLifetime(observation) {}
  }

  final class Log {
    var changes: [ContextChanges] = []
  }

  @Test("What a child reads while changes of its parent wait agrees with what it shows after their merge")
  func readingBeforeMerging() throws {
    let library = try Library(policy: .objectTrumps)
    let (first, second) = (try library.author("Tove"), try library.author("Astrid"))
    try library.context.save()
    let child = child(of: library)
    child.automaticallyMergesChangesFromParent = true
    let childFirst = try #require(try child.existingObject(with: first.objectID) as? Author)
    let childSecond = try #require(try child.existingObject(with: second.objectID) as? Author)
    let new = try child.insert(Book.self)
    (new.isbn, new.title, new.author) = ("1", "Child", childSecond)
    child.processPendingChanges()
    let book = try library.context.insert(Book.self)
    (book.isbn, book.title, book.author) = ("1", "Parent", first)
    #expect(childFirst.books.isEmpty)
    #expect(new.objectID == book.objectID && new.author === childSecond)
    #expect(childSecond.books.map(\.title) == ["Child"])
    let other = try library.context.insert(Book.self)
    (other.isbn, other.author) = ("2", first)
    let another = try child.insert(Book.self)
    (another.isbn, another.author) = ("2", childSecond)
    #expect(
      try child.fetch(FetchRequest<Book>(where: FetchPredicate("author == %@", first.objectID))).isEmpty)
    #expect(try child.count(FetchRequest<Book>()) == 2)
  }

  @Test("Undo in the parent reverts what a child saved, and the child follows")
  func undoInTheParent() throws {
    let library = try Library()
    let book = try library.book("Comet")
    let child = child(of: library)
    child.automaticallyMergesChangesFromParent = true
    let childBook = try #require(try child.existingObject(with: book.objectID) as? Book)
    childBook.title = "Child"
    let new = try child.insert(Book.self)
    try child.save()
    library.context.undo()
    library.context.processPendingChanges()
    #expect(book.title == "Comet" && childBook.title == "Comet" && new.managedObjectContext == nil)
    #expect(try child.count(FetchRequest<Book>()) == 1)
  }

  @Test("Undo in the child works across its save")
  func undoInTheChild() throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    let child = child(of: library)
    child.withUndoGroup(named: "Delete") { child.delete(child.object(with: author.objectID)) }
    try child.save()
    #expect(try titles(library.context).isEmpty)
    #expect(child.undo() == "Delete")
    try child.save()
    #expect(try titles(library.context) == ["Comet"])
    let back = try #require(try library.context.existingObject(with: book.objectID) as? Book)
    #expect(back.author?.objectID == author.objectID)
  }

  @Test("An object that an undo restores in the child and in the parent is there once")
  func undoInBoth() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    let id = book.objectID
    for isMerging in [true, false] {
      let child = child(of: library)
      child.automaticallyMergesChangesFromParent = isMerging
      child.delete(child.object(with: id))
      try child.save()
      library.context.undo()
      child.undo()
      library.context.processPendingChanges()
      let childBook = try #require(try child.existingObject(with: id) as? Book)
      childBook.title = "Child \(isMerging)"
      try child.save()
      let titles = try titles(library.context)
      #expect(titles == ["Child \(isMerging)"] && library.context.object(with: id).isUpdated)
      try library.context.save()
      #expect(try await library.stored(Book.self, "title").strings == ["Child \(isMerging)"])
    }
  }

  @Test("Rollback and reset of a child leave the parent alone")
  func rollback() throws {
    let library = try Library()
    let book = try library.book("Comet")
    let child = child(of: library)
    (child.object(with: book.objectID) as? Book)?.title = "Moon"
    try child.insert(Book.self).title = "Sun"
    child.rollback()
    #expect(!child.hasChanges)
    #expect(try titles(child) == ["Comet"])
    (child.object(with: book.objectID) as? Book)?.title = "Moon"
    child.reset()
    #expect(try titles(child) == ["Comet"])
    #expect(book.title == "Comet")
  }

  @Test("A worker has children too")
  func worker() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      let child = ManagedObjectContext(parent: context)
      try child.insert(Book.self).title = "Comet"
      try child.save()
    }
    try await worker.save()
    #expect(try titles(library.context) == ["Comet"])
  }
}
