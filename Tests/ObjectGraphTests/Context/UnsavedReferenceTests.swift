import TestSupport
import Testing

@testable import ObjectGraph

@MainActor
@Suite("Unsaved references to rows that others delete", .timeLimit(.minutes(60)))
struct UnsavedReferenceTests {
  static var seeds: Range<UInt64> { Seeds.range(quick: 12, long: 500) }

  private let library: Library
  private let authors: [Author]
  private let worker: BackgroundContext
  private var context: ManagedObjectContext { library.context }

  init() throws {
    (library, authors, worker) = try Self.open(inMemory: false)
  }

  /// Makes a library with authors, and a context that changes them beside its main context.
  private static func open(inMemory: Bool) throws -> (Library, [Author], BackgroundContext) {
    let library = try Library(policy: .objectTrumps, inMemory: inMemory)
    let authors = try (0..<6).map { try library.author("\($0)") }
    try library.context.save()
    return (library, authors, try library.container.makeBackgroundContext(mergePolicy: .objectTrumps))
  }

  private nonisolated static func delete(_ ids: [ManagedObjectID], in worker: BackgroundContext) async throws
  {
    try await worker.perform { context in
      for id in ids { if let object = try? context.existingObject(with: id) { context.delete(object) } }
      try context.save()
    }
  }

  private nonisolated static func refer(
    _ id: ManagedObjectID, to author: ManagedObjectID, in worker: BackgroundContext
  ) async throws {
    try await worker.perform { context in
      let author = try? context.existingObject(with: author) as? Author
      (try? context.existingObject(with: id) as? Book)?.author = author
      try context.save()
    }
  }

  @Test("They are emptied, also those that were made after the deletion of another row")
  func emptied() async throws {
    let books = try ["Comet", "Moon"].map { try library.book($0) }
    try context.save()
    books[0].title = "Unsaved"
    books[1].author = authors[1]
    try await Self.delete([authors[0].objectID], in: worker)
    await library.container.coordinator.drain()
    books[1].author = authors[2]
    let new = try library.book("New", by: authors[3])
    try await Self.refer(books[0].objectID, to: authors[1].objectID, in: worker)
    await library.container.coordinator.drain()
    #expect(books[0].author === authors[1] && books[0].title == "Unsaved")
    try await Self.delete(authors[1...3].map(\.objectID), in: worker)
    await library.container.coordinator.drain()
    #expect(books[0].author == nil && books[1].author == nil && new.author == nil)
    try context.save()
    #expect(try await library.stored(Book.self, "author") == [.null, .null, .null])
  }

  @Test("A search for them finds what a look at all unsaved objects finds, after any change")
  func search() async throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let (library, authors, worker) = try Self.open(inMemory: !seed.isMultiple(of: 4))
      let context = library.context
      var books = try (0..<12).map { try library.book("\($0)") }
      try context.save()
      for step in 0..<40 {
        let book = try #require(books.randomElement(using: &random))
        let author = try #require(authors.randomElement(using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2: book.author = author
        case 3, 4: books.append(try library.book("new", by: author))
        case 5: context.delete(book)
        case 6: book.title += "."
        case 7: context.undo()
        case 8: if step.isMultiple(of: 3) { context.rollback() }
        case 9, 10: try await Self.refer(book.objectID, to: author.objectID, in: worker)
        default: if step > 10 { try await Self.delete([author.objectID], in: worker) }
        }
        await library.container.coordinator.drain()
        for id in authors.map(\.objectID) {
          let found = context.unsaved.referrers(to: id).map(\.objectID)
          let expected = context.unsaved.all.filter { !$0.slots(referringTo: id).isEmpty }
          try #require(found == expected.map(\.objectID).sorted(), "seed \(seed), step \(step)")
        }
      }
    }
  }
}
