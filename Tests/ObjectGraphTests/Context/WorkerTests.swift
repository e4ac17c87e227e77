import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Workers")
struct WorkerTests {
  /// A recorder of all changes that an observer of the main context receives.
  final class Log {
    var changes: [ContextChanges] = []
  }

  @Test("A worker's save arrives in the main context, which notifies its observers")
  func arrives() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    try library.context.save()
    #expect(author.books.ids.isEmpty)
    let log = Log()
    let observation = library.context.observe { log.changes.append($0) }
    let worker = try library.container.makeBackgroundContext()
    let id = author.objectID
    let book = try await worker.perform { context in
      let book = try context.insert(Book.self)
      book.title = "Comet"
      book.author = context.object(with: id) as? Author
      return book.objectID
    }
    #expect(try library.context.count(FetchRequest<Book>()) == 0)
    try await worker.save()
    #expect(log.changes.map(\.inserted) == [[book]])
    #expect(log.changes.map(\.updated) == [[id]])
    #expect(author.books.ids == [book])
    withExtendedLifetime(observation) {}
  }

  @Test("An import reaches the main context in slices, each book once")
  func slices() async throws {
    let library = try Library()
    let log = Log()
    let observation = library.context.observe { log.changes.append($0) }
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      for number in 0..<2_000 { try context.insert(Book.self).title = "\(number)" }
    }
    try await worker.save()
    #expect(log.changes.count > 3)
    #expect(log.changes.reduce(0) { $0 + $1.inserted.count } == 2_000)
    #expect(try library.context.count(FetchRequest<Book>()) == 2_000)
    withExtendedLifetime(observation) {}
  }

  @Test("Unsaved changes of the main context stay on top of what a worker saved")
  func mergesBeneathChanges() async throws {
    let library = try Library(policy: .objectTrumps)
    let book = try library.book("Comet")
    try library.context.save()
    book.title = "Mine"
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let id = book.objectID
    await worker.perform { context in
      let book = context.object(with: id) as? Book
      book?.title = "Theirs"
      book?.pages = 9
    }
    try await worker.save()
    #expect(book.title == "Mine" && book.pages == 9)
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Mine"])
    #expect(try await library.stored(Book.self, "pages") == [.integer(9)])
  }

  struct Case: Sendable {
    var policy: MergePolicy
    var title: String
    var pages: Int
    var note: String?
  }

  nonisolated static let conflicts = [
    Case(policy: .storeTrumps, title: "theirs", pages: 5, note: "mine"),
    Case(policy: .objectTrumps, title: "mine", pages: 5, note: "mine"),
    Case(policy: .overwrite, title: "mine", pages: 0, note: "mine"),
    Case(policy: .rollback, title: "theirs", pages: 5, note: nil),
  ]

  @Test("Two writers of one row are resolved by the merge policy", arguments: conflicts)
  func conflict(_ expected: Case) async throws {
    let library = try Library()
    let id = try library.book("old").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: expected.policy)
    let otherWorker = try library.container.makeBackgroundContext()
    await worker.perform { context in
      let book = context.object(with: id) as? Book
      book?.title = "mine"
      book?.note = "mine"
    }
    try await otherWorker.perform { context in
      let book = context.object(with: id) as? Book
      book?.title = "theirs"
      book?.pages = 5
      try context.save()
    }
    try await worker.save()
    let book = try #require(try library.context.existingObject(with: id) as? Book)
    #expect(book.title == expected.title && book.pages == expected.pages && book.note == expected.note)
    #expect(try await library.stored(Book.self, "title").strings == [expected.title])
    #expect(try await library.stored(Book.self, "pages") == [.integer(Int64(expected.pages))])
  }

  @Test("The policy error throws, and the worker keeps its changes")
  func conflictError() async throws {
    let library = try Library()
    let id = try library.book("old").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .error)
    let otherWorker = try library.container.makeBackgroundContext()
    await worker.perform { ($0.object(with: id) as? Book)?.title = "mine" }
    try await otherWorker.perform { context in
      (context.object(with: id) as? Book)?.title = "theirs"
      try context.save()
    }
    await #expect(throws: ConflictError.self) { try await worker.save() }
    #expect(await worker.perform { $0.hasChanges })
    #expect(try await library.stored(Book.self, "title").strings == ["theirs"])
  }

  nonisolated static let duplicates = [
    Case(policy: .storeTrumps, title: "first", pages: 1, note: nil),
    Case(policy: .objectTrumps, title: "second", pages: 1, note: "new"),
    Case(policy: .overwrite, title: "second", pages: 0, note: "new"),
    Case(policy: .rollback, title: "first", pages: 1, note: nil),
  ]

  @Test("A new object that is there already becomes that row, references included", arguments: duplicates)
  func duplicate(_ expected: Case) async throws {
    let library = try Library()
    let known = try library.author("Tove", key: "t")
    let first = try library.book("first", isbn: "1", by: known)
    first.pages = 1
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: expected.policy)
    try await worker.perform { context in
      let author = try context.insert(Author.self)
      (author.key, author.name) = ("t", "Tove")
      let again = try context.insert(Book.self)
      (again.isbn, again.title, again.note, again.author) = ("1", "second", "new", author)
      let other = try context.insert(Book.self)
      (other.isbn, other.title, other.author) = ("2", "other", author)
    }
    let log = Log()
    let observation = library.context.observe { log.changes.append($0) }
    try await worker.save()
    #expect(first.title == expected.title && first.pages == expected.pages && first.note == expected.note)
    #expect(known.books.count == 2)
    #expect(try library.context.count(FetchRequest<Author>()) == 1)
    #expect(log.changes.reduce(0) { $0 + $1.inserted.count } == 1)
    #expect(try await library.stored(Author.self, "key").strings == ["t"])
    withExtendedLifetime(observation) {}
  }

  @Test("A new object of the main context merges before anybody sees it twice")
  func duplicateOnMain() async throws {
    let library = try Library(policy: .objectTrumps)
    let known = try library.author("Tove", key: "t")
    try library.context.save()
    let log = Log()
    let observation = library.context.observe { log.changes.append($0) }
    let duplicate = try library.author("Tove J.", key: "t")
    try library.book("Comet", by: duplicate)
    try library.context.save()
    #expect(try library.context.count(FetchRequest<Author>()) == 1)
    #expect(known.name == "Tove J." && known.books.count == 1)
    #expect(!log.changes.contains { $0.inserted.contains(duplicate.objectID) })
    withExtendedLifetime(observation) {}
  }

  @Test("Two workers that make the same object at once leave one")
  func race() async throws {
    let library = try Library()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let worker = try library.container.makeBackgroundContext(
            mergePolicy: .objectTrumps, name: "worker \(number)")
          for round in 0..<25 {
            try await worker.perform { context in
              let author = try context.insert(Author.self)
              (author.key, author.name) = ("\(round)", "Author \(round)")
              let book = try context.insert(Book.self)
              (book.title, book.author) = ("\(number) \(round)", author)
            }
            try await worker.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try library.context.count(FetchRequest<Author>()) == 25)
    let books = try library.context.fetch(FetchRequest<Book>())
    #expect(books.count == 100)
    #expect(books.allSatisfy { $0.author?.name == "Author " + ($0.title.split(separator: " ").last ?? "") })
    #expect(try await library.stored(Author.self, "key").count == 25)
  }

  @Test("A batched fetch reads the values of a batch in one go")
  func batches() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      for number in 0..<250 { try context.insert(Book.self).pages = number }
      try context.save()
      context.reset()
      let books = try context.fetchBatches(FetchRequest<Book>(order: [FetchOrder("pages")]), size: 100)
      let first = books[0]
      #expect(context.registeredObjects.count == 100 && !first.isFault)
      #expect(books.map(\.pages) == Array(0..<250))
      #expect(context.registeredObjects.count <= 101)
    }
  }

  @Test("A batched fetch reads what a relationship leads to with the batch, if it is asked to")
  func prefetching() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      for number in 0..<60 {
        let author = try context.insert(Author.self)
        author.name = "\(number)"
        try context.insert(Book.self).author = author
      }
      try context.save()
      context.reset()
      let books = try context.fetchBatches(
        FetchRequest<Book>(), size: 20, prefetching: ["author"])
      _ = books[0]
      let authors = context.registeredObjects.compactMap { $0 as? Author }
      #expect(authors.count == 20 && authors.allSatisfy { !$0.isFault })
      #expect(Set(books.compactMap { $0.author?.name }) == Set((0..<60).map(String.init)))
      for name in ["title", "nothing"] {
        #expect(throws: FetchError.unknownProperty(entity: "Book", name: name, path: name)) {
          _ = try context.fetchBatches(FetchRequest<Book>(), prefetching: [name])
        }
      }
    }
  }

  @Test("Of two saves on their way that fail, nothing is left that looks as if it had been saved")
  func twoFailures() async throws {
    let library = try Library()
    let book = try library.book("first")
    try library.context.save()
    library.context.automaticallyMergesChangesFromParent = false
    let (id, worker) = (book.objectID, try library.container.makeBackgroundContext())
    try await worker.perform { context in
      (try context.existingObject(with: id) as? Book)?.title = "worker's"
      try context.save()
    }
    book.title = "second"
    let second = try library.context.publish()
    book.title = "third"
    let third = try library.context.publish()
    await #expect(throws: ConflictError.self) { try await second.committed() }
    await #expect(throws: ConflictError.self) { try await third.committed() }
    #expect(book.title == "third" && book.hasChanges)
    library.context.rollback()
    #expect(book.title == "first")
    library.context.refresh(book)
    #expect(book.title == "worker's")
  }
}
