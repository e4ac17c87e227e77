import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Undo")
struct UndoTests {
  @Test("A deletion is undone exactly, relationships included, also after the save")
  func undoDeletion() async throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove", key: "t")
    let book = try library.book("Comet", isbn: "1", by: author)
    try library.context.save()
    let ids = (author.objectID, book.objectID)
    library.context.withUndoGroup(named: "Delete Tove") { library.context.delete(author) }
    try library.context.save()
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
    #expect(library.context.undo() == "Delete Tove")
    try library.context.save()
    let back = try #require(try library.context.existingObject(with: ids.0) as? Author)
    #expect(back.name == "Tove" && back.key == "t" && back.books.ids == [ids.1])
    #expect(try await library.stored(Book.self, "title").strings == ["Comet"])
    #expect(try await library.stored(Book.self, "author") == [.reference(ids.0)])
    #expect(library.context.redo() == "Delete Tove")
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").isEmpty)
    library.context.undo()
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").strings == ["Tove"])
  }

  @Test("Undo without a save in between takes the change back")
  func undoUnsaved() async throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    library.context.withUndoGroup(named: "Rename") { book.title = "Moon" }
    library.context.withUndoGroup(named: "Delete") { library.context.delete(book) }
    #expect(library.context.undo() == "Delete")
    #expect(!book.isDeleted && book.title == "Moon")
    #expect(library.context.undo() == "Rename")
    #expect(book.title == "Comet")
    try library.context.save()
    #expect(try library.context.row(for: book.objectID)?.version == 1)
  }

  @Test("An undo history says what is in progress")
  func progress() throws {
    let library = try Library()
    let history = try #require(library.context.undoHistory)
    library.context.withUndoGroup(named: "Add") { _ = try? library.book("Comet") }
    var seen: [[Bool]] = []
    func look() { seen.append([history.isUndoing, history.isRedoing]) }
    look()
    library.context.undo { look() }
    library.context.redo { look() }
    look()
    #expect(seen == [[false, false], [true, false], [false, true], [false, false]])
  }

  @Test("Undoing an insertion removes the object, redoing restores it under its ID")
  func undoInsertion() async throws {
    let library = try Library()
    let id = try library.context.withUndoGroup(named: "Add") { try library.book("Comet").objectID }
    library.context.undo()
    #expect(try library.context.existingObject(with: id) == nil)
    library.context.redo()
    try library.context.save()
    #expect((try library.context.existingObject(with: id) as? Book)?.title == "Comet")
  }

  @Test(
    "Further changes of an undo or redo, with fetches and delete rules between them, are reverted with it")
  func furtherChanges() async throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove", key: "t")
    let old = try library.book("Comet", isbn: "1", by: author)
    try library.context.save()
    let id = try library.context.withUndoGroup(named: "Add") { try library.book("Moon").objectID }
    library.context.withUndoGroup(named: "Rename") { old.title = "Star" }
    let title = Property<Book, String>("title")
    let undone = library.context.attributesRestoredByUndo(of: Book.self)
    #expect(library.context.idsDeletedByUndo().isEmpty && undone.map(\.objectID) == [old.objectID])
    #expect(undone.compactMap { $0[title] } == ["Comet"])
    library.context.undo()
    #expect(library.context.idsDeletedByUndo() == [id] && library.context.idsDeletedByRedo().isEmpty)
    #expect(library.context.attributesRestoredByUndo(of: Book.self).isEmpty)
    #expect(library.context.attributesRestoredByRedo(of: Book.self).compactMap { $0[title] } == ["Star"])
    var (books, names): (Int?, [String]?)
    let name = try library.context.undo {
      books = try library.context.count(FetchRequest<Book>())
      author.name = "T. J."
      names = try library.context.fetch(FetchRequest<Author>()).map(\.name)
      library.context.delete(author)
    }
    #expect(books == 1 && names == ["T. J."])
    #expect(name == "Add")
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
    #expect(library.context.undoHistory?.undoNames == [nil] && library.context.undoHistory?.redoName == "Add")
    #expect(library.context.redo() == "Add")
    #expect(author.name == "Tove" && old.title == "Comet" && author.books.ids == [old.objectID])
    #expect(try library.context.count(FetchRequest<Book>()) == 2)
    #expect(library.context.redo() == "Rename")
    #expect(old.title == "Star")
  }

  @Test("Further changes of an undo that throws stay, and are reverted with it")
  func throwingChanges() throws {
    let library = try Library()
    let book = try library.book("Comet")
    let other = try library.book("Moon")
    try library.context.save()
    library.context.withUndoGroup(named: "Rename") { book.title = "Star" }
    #expect(throws: CancellationError.self) {
      try library.context.undo {
        other.title = "Sun"
        throw CancellationError()
      }
    }
    #expect(book.title == "Comet" && other.title == "Sun")
    #expect(library.context.redo() == "Rename")
    #expect(book.title == "Star" && other.title == "Moon")
    var calls = 0
    library.context.redo { calls += 1 }
    #expect(calls == 0)
  }

  private struct Failure: Error {}

  @Test("A whole group that throws is taken back although nothing is kept for undo")
  func wholeGroupWithoutLevels() throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    library.context.undoHistory?.levels = 0
    #expect(throws: Failure.self) {
      try library.context.withWholeUndoGroup(named: "Third") {
        book.title = "Mars"
        throw Failure()
      }
    }
    #expect(book.title == "Comet" && library.context.undoHistory?.canRedo == false)
  }

  @Test("A whole group that throws is taken back, and leaves what could be undone and redone before")
  func wholeGroup() throws {
    let library = try Library(books: .cascade)
    let context = library.context
    let author = try library.author("Tove", key: "t")
    let book = try library.book("Comet", by: author)
    try context.save()
    context.undoHistory?.removeAll()
    context.withUndoGroup(named: "First") { book.title = "Moon" }
    context.withUndoGroup(named: "Second") { book.title = "Sun" }
    context.undo()
    let recorded = context.undoHistory?.recordedGroups
    func fails(_ changes: () throws -> Void) {
      #expect(throws: Failure.self) {
        try context.withWholeUndoGroup(named: "Third") {
          try changes()
          throw Failure()
        }
      }
      #expect(book.title == "Moon" && author.books.ids == [book.objectID])
      #expect(!book.isDeleted && !author.isDeleted)
      #expect(context.undoHistory?.undoNames == ["First"])
      #expect(context.undoHistory?.redoNames == ["Second"])
      #expect(context.undoHistory?.recordedGroups == recorded)
    }
    fails {}
    fails { book.title = "Mars" }
    fails {
      try library.book("Venus", by: author)
      context.delete(author)
      // A fetch ends the event within the group.
      #expect(try context.count(FetchRequest<Book>()) == 0)
    }
    #expect(try context.fetch(FetchRequest<Book>()).map(\.title) == ["Moon"])
    context.withWholeUndoGroup(named: "Third") { book.title = "Mars" }
    #expect(context.undoHistory?.recordedGroups == recorded.map { $0 + 1 })
    #expect(context.undo() == "Third" && book.title == "Moon")
  }

  @Test("A new change forgets what could be redone, and the oldest groups go first")
  func limits() throws {
    let library = try Library()
    library.context.undoHistory = UndoHistory(levels: 3)
    let book = try library.book("0")
    for number in 1...5 { library.context.withUndoGroup(named: "\(number)") { book.title = "\(number)" } }
    #expect([5, 4, 3].map(String.init) == (0..<3).compactMap { _ in library.context.undo() })
    #expect(library.context.undo() == nil && book.title == "2")
    library.context.redo()
    library.context.withUndoGroup(named: "new") { book.title = "new" }
    #expect(library.context.redo() == nil)
  }

  @Test("Undo leaves alone what others changed in between")
  func undoKeepsOthers() async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("Comet")
    try library.context.save()
    library.context.withUndoGroup(named: "Rename") { book.title = "Moon" }
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let id = book.objectID
    await worker.perform { ($0.object(with: id) as? Book)?.pages = 7 }
    try await worker.save()
    #expect(book.pages == 7)
    library.context.undo()
    try library.context.save()
    #expect(book.title == "Comet" && book.pages == 7)
    #expect(try await library.stored(Book.self, "pages") == [.integer(7)])
  }

  @Test("A group goes on over several events, and groups within it belong to it")
  func groups() throws {
    let library = try Library()
    let history = try #require(library.context.undoHistory)
    library.context.beginUndoGroup("Import")
    try library.book("Comet")
    library.context.processPendingChanges()
    library.context.beginUndoGroup("Inner")
    #expect(history.groupingLevel == 2)
    try library.book("Moon")
    library.context.endUndoGroup()
    library.context.processPendingChanges()
    #expect(!history.canUndo)
    library.context.endUndoGroup()
    #expect(history.undoName == "Import" && history.groupingLevel == 0)
    #expect(library.context.undo() == "Import")
    #expect(try library.context.count(FetchRequest<Book>()) == 0 && !history.canUndo)
  }

  @Test("A group is named while it is recorded, or afterwards")
  func names() throws {
    let library = try Library()
    let history = try #require(library.context.undoHistory)
    let book = try library.book("Comet")
    library.context.setUndoName("Add")
    library.context.processPendingChanges()
    #expect(history.undoName == "Add")
    library.context.setUndoName("Add a book")
    book.title = "Moon"
    library.context.processPendingChanges()
    #expect(history.undoName == nil)
    #expect(history.undoNames == [nil, "Add a book"])
    library.context.undo()
    #expect(library.context.undo() == "Add a book")
    #expect(history.undoNames == [] && history.redoNames == ["Add a book", nil])
  }

  @Test("What is not recorded is not undone")
  func withoutUndo() throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove")
    let (book, other) = (try library.book("Comet"), try library.book("Moon", by: author))
    try library.context.save()
    library.context.undoHistory?.removeAll()
    book.title = "Sun"
    library.context.withoutUndo {
      book.pages = 7
      library.context.delete(author)
    }
    #expect(other.isDeleted)
    library.context.processPendingChanges()
    library.context.undo()
    #expect(book.title == "Comet" && book.pages == 7 && author.isDeleted)
    #expect(library.context.undoHistory?.canUndo == false)
  }

  @Test("An object that is refreshed in a group that has saved can be undone")
  func refreshInGroup() throws {
    let library = try Library()
    let book = try library.book("Comet")
    try library.context.save()
    try library.context.withUndoGroup(named: "Rename") {
      book.title = "Moon"
      try library.context.save()
      library.context.refresh(book)
    }
    library.context.undo()
    #expect(book.title == "Comet" && book.isUpdated)
    try library.context.save()
  }

  @Test("A history that is set has no part of the event before")
  func replacedHistory() throws {
    let library = try Library()
    let (book, former) = (try library.book("0"), library.context.undoHistory)
    try library.context.save()
    book.title = "1"
    library.context.undoHistory = nil
    #expect(former?.undoNames.count == 2)
    book.title = "2"
    library.context.undoHistory = UndoHistory()
    book.title = "3"
    library.context.undo()
    #expect(book.title == "2" && library.context.undoHistory?.canUndo == false)
    library.context.beginUndoGroup()
    book.title = "4"
    library.context.undoHistory = UndoHistory()
    book.title = "5"
    library.context.undo()
    #expect(book.title == "4")
  }

  @Test("A history that is replaced within a group has no open group when it is set again")
  func historyReplacedInGroup() throws {
    let library = try Library()
    let (context, book) = (library.context, try library.book("0"))
    try context.save()
    let former = try #require(context.undoHistory)
    context.withUndoGroup(named: "Rename") {
      book.title = "1"
      context.undoHistory = UndoHistory()
      book.title = "2"
    }
    context.undo()
    #expect(book.title == "1" && former.groupingLevel == 0)
    context.undoHistory = former
    #expect(throws: Failure.self) {
      try context.withWholeUndoGroup(named: "Rename") {
        book.title = "2"
        context.undoHistory = UndoHistory()
        book.title = "3"
        throw Failure()
      }
    }
    context.undo()
    #expect(book.title == "2" && former.groupingLevel == 0)
    context.undoHistory = former
    book.title = "4"
    context.undo { context.undoHistory = nil }
    #expect(book.title == "2" && former.groupingLevel == 0)
    context.undoHistory = former
    book.title = "5"
    context.undo()
    #expect(book.title == "2")
  }

  @Test("Fewer levels forget at once, and the observer of the undo history is notified")
  func levelsAndObserver() throws {
    let library = try Library()
    let history = try #require(library.context.undoHistory)
    var names: [String?] = []
    history.didChange = { names.append(history.undoName) }
    let book = try library.book("0")
    for number in 1...3 { library.context.withUndoGroup(named: "\(number)") { book.title = "\(number)" } }
    #expect(names.last == "3")
    history.levels = 2
    #expect(library.context.undo() == "3" && library.context.undo() == "2" && !history.canUndo)
    #expect(names.last == .some(nil) && history.redoName == "2")
  }

  @Test("Undo within a group traps, as does an end without a beginning, and both say why")
  func traps() async {
    let within = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let library = try Library()
        library.context.beginUndoGroup()
        library.context.undo()
      }
    }
    #expect(within?.said("end the group first") == true)
    let unbegun = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run { try Library().context.endUndoGroup() }
    }
    #expect(unbegun?.said("endUndoGroup() without a group") == true)
  }
}
