import ObjectGraph
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("Conflict rules")
struct ConflictRuleTests {
  /// The conflicts that a rule was called with.
  private final class Log: Sendable {
    let conflicts = Mutex<[MergeConflict]>([])

    func rule(_ body: @escaping @Sendable (MergeConflict) throws -> MergeConflict.Resolution) -> MergePolicy {
      .custom(
        ConflictRule("test") { conflict in
          self.conflicts.withLock { $0.append(conflict) }
          return try body(conflict)
        })
    }

    var only: MergeConflict? { conflicts.withLock { $0.count == 1 ? $0[0] : nil } }
  }

  private struct Refused: Error {}

  /// Returns a library with a book of 1 page that another context gave 5 pages and a worker changed by
  /// `change`.
  private func collide(
    _ policy: MergePolicy, _ change: @Sendable (Book, ManagedObjectContext) -> Void
  ) async throws -> (library: Library, book: ManagedObjectID) {
    let library = try Library()
    let book = try library.book("old")
    book.pages = 1
    try library.context.save()
    let id = book.objectID
    let worker = try library.container.makeBackgroundContext(mergePolicy: policy)
    try await worker.perform { context in
      let book = try #require(try context.existingObject(with: id) as? Book)
      change(book, context)
    }
    let otherWorker = try library.container.makeBackgroundContext()
    await otherWorker.perform { ($0.object(with: id) as? Book)?.pages = 5 }
    try await otherWorker.save()
    try await worker.save()
    return (library, id)
  }

  @Test("A rule sees the three sides of a conflict by name, and what it says is saved and shown")
  func values() async throws {
    let log = Log()
    let policy = log.rule { conflict in
      guard case .integer(let mine)? = conflict.unsaved?["pages"],
        case .integer(let theirs)? = conflict.stored?["pages"]
      else { return .store }
      return .values(["pages": .integer(mine + theirs), "title": conflict.unsaved?["title"] ?? .null])
    }
    let (library, id) = try await collide(policy) { book, _ in (book.title, book.pages) = ("mine", 3) }
    let conflict = try #require(log.only)
    #expect(conflict.kind == .changedMeanwhile && conflict.entity == "Book" && conflict.object == id)
    #expect(conflict.base?["pages"] == .integer(1) && conflict.base?["title"] == .string("old"))
    #expect(conflict.stored?["title"] == .string("old") && conflict.storedObject == id)
    let book = try #require(try library.context.existingObject(with: id) as? Book)
    #expect(book.pages == 8 && book.title == "mine")
    #expect(try await library.stored(Book.self, "pages") == [.integer(8)])
  }

  nonisolated static let sides: [(MergeConflict.Resolution, String, Int64)] = [
    (.store, "old", 5), (.object, "mine", 1), (.values(["title": .string("new")]), "new", 5),
  ]

  @Test("A rule can take one side, or name some properties", arguments: sides)
  func sides(_ resolution: MergeConflict.Resolution, _ title: String, _ pages: Int64) async throws {
    let (library, _) = try await collide(Log().rule { _ in resolution }) { book, _ in book.title = "mine" }
    #expect(try await library.stored(Book.self, "title").strings == [title])
    #expect(try await library.stored(Book.self, "pages") == [.integer(pages)])
  }

  @Test("What a rule throws is what the save throws, and the changes stay")
  func throwing() async throws {
    await #expect(throws: Refused.self) {
      _ = try await collide(Log().rule { _ in throw Refused() }) { book, _ in book.title = "mine" }
    }
  }

  @Test("A rule is asked whether to delete what was changed", arguments: [true, false])
  func deletion(_ deletes: Bool) async throws {
    let log = Log()
    let policy = log.rule { _ in deletes ? .object : .store }
    let (library, _) = try await collide(policy) { book, context in context.delete(book) }
    #expect(log.only?.kind == .deletedHere && log.only?.unsaved == nil)
    #expect(try await library.stored(Book.self, "pages") == (deletes ? [] : [.integer(5)]))
    #expect(try library.context.count(FetchRequest<Book>()) == (deletes ? 0 : 1))
  }

  @Test(
    "A rule decides which values a new object and the equal row in the store get",
    arguments: [true, false])
  func duplicate(_ isMain: Bool) async throws {
    let library = try Library()
    try library.book("first", isbn: "1").pages = 3
    try library.context.save()
    let log = Log()
    let policy = log.rule { .values(["title": $0.unsaved?["title"] ?? .null]) }
    if isMain {
      library.context.mergePolicy = policy
      try library.book("second", isbn: "1")
      try library.context.save()
    } else {
      let worker = try library.container.makeBackgroundContext(mergePolicy: policy)
      try await worker.perform { context in
        let book = try context.insert(Book.self)
        (book.title, book.isbn) = ("second", "1")
      }
      try await worker.save()
    }
    #expect(log.only?.kind == .notUnique(constraint: ["isbn"]) && log.only?.base == nil)
    #expect(try await library.stored(Book.self, "title").strings == ["second"])
    #expect(try await library.stored(Book.self, "pages") == [.integer(3)])
  }

  nonisolated static let renamings: [(MergeConflict.Resolution, [String])] = [
    (.store, ["first", "second"]), (.object, ["second"]),
    (.values(["isbn": .string("3")]), ["first", "second"]),
  ]

  @Test("A rule resolves an update of an object to the unique values of another", arguments: renamings)
  func renamed(_ resolution: MergeConflict.Resolution, _ titles: [String]) async throws {
    let library = try Library()
    try library.book("first", isbn: "1")
    let id = try library.book("second", isbn: "2").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: Log().rule { _ in resolution })
    await worker.perform { ($0.object(with: id) as? Book)?.isbn = "1" }
    try await worker.save()
    #expect(try await library.stored(Book.self, "title").strings == titles)
    await worker.perform { ($0.object(with: id) as? Book)?.isbn = "1" }
  }

  @Test("Values that resolve nothing are a conflict")
  func unresolved() async throws {
    let library = try Library()
    try library.book("first", isbn: "1")
    let id = try library.book("second", isbn: "2").objectID
    try library.context.save()
    let worker = try library.container.makeBackgroundContext(mergePolicy: Log().rule { _ in .values([:]) })
    await worker.perform { ($0.object(with: id) as? Book)?.isbn = "1" }
    await #expect(throws: ConflictError.self) { try await worker.save() }
  }

  @Test("A rule that gives a reference to an object of another store ends the program with a message")
  func foreignReference() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let id = try Library().author("Tove").objectID
      let rule = ConflictRule("foreign") { _ in .values(["author": .reference(id)]) }
      _ = try await ConflictRuleTests().collide(.custom(rule)) { book, _ in book.pages = 3 }
    }
    #expect(result?.said("a conflict rule gives a value for Book.author") == true)
    #expect(result?.said("belongs to another store") == true)
  }

  @Test("A rule that gives a reference to an object of another entity ends the program with a message")
  func referenceToOtherEntity() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let rule = ConflictRule("wrong") { .values(["author": .reference($0.object)]) }
      _ = try await ConflictRuleTests().collide(.custom(rule)) { book, _ in book.pages = 3 }
    }
    #expect(result?.said("gives an object of another entity for Book.author") == true)
  }

  @Test("Rules are equal to their copies only")
  func equality() {
    let (one, other) = (ConflictRule("a") { _ in .store }, ConflictRule("a") { _ in .store })
    let copy = one
    #expect(MergePolicy.custom(one) == .custom(copy) && MergePolicy.custom(one) != .custom(other))
    #expect(Set([MergePolicy.custom(one), .custom(copy), .error]).count == 2)
  }
}
