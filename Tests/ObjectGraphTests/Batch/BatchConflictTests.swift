import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Unique values in batch insertions")
struct BatchConflictTests {
  private struct Refused: Error {}

  private let folder: TemporaryFolder
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      store: SQLiteStore(path: folder.path("shelf.sqlite"), model: Shelf.model()))
    let book = try context.insert(Book.self)
    (book.isbn, book.title, book.pages) = ("1", "old", 5)
    try context.save()
  }

  /// A new book for each ISBN.
  private func insertion(_ numbers: [String]) -> BatchInsertRequest<Book> {
    BatchInsertRequest<Book>(count: numbers.count) { index, book in
      book.set("isbn", to: .string(numbers[index]))
      book.set("title", to: .string("new"))
      book.set("pages", to: .integer(3))
    }
  }

  private func stored() throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("isbn")])).map { "\($0.title) \($0.pages)" }
  }

  @Test("A rule decides about rows that another row in the store or in the batch equals")
  func rule() async throws {
    context.mergePolicy = .custom(
      ConflictRule("sum") { conflict in
        guard case .integer(let new)? = conflict.unsaved?["pages"],
          case .integer(let stored)? = conflict.stored?["pages"]
        else { return .store }
        return .values(["pages": .integer(new + stored)])
      })
    let book = try #require(try context.fetch(FetchRequest<Book>()).first)
    try await context.execute(insertion(["1", "2", "2", "1"]))
    #expect(try stored() == ["old 11", "new 6"])
    #expect(book.pages == 11)
  }

  @Test("A rule that throws refuses the whole batch")
  func refusal() async throws {
    context.mergePolicy = .custom(ConflictRule("refuse") { _ in throw Refused() })
    await #expect(throws: Refused.self) { try await context.execute(insertion(["2", "3", "1"])) }
    #expect(try stored() == ["old 5"])
    try await context.execute(insertion(["2", "3"]))
    #expect(try stored() == ["old 5", "new 3", "new 3"])
  }
}
