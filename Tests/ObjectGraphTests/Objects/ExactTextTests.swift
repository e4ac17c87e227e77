import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Texts that are equal as strings, and differ in their Unicode scalars.
@MainActor
@Suite("Texts that only look the same")
struct ExactTextTests {
  private static let (one, two) = ("\u{E9}", "e\u{301}")
  private let folder: TemporaryFolder
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      store: SQLiteStore(path: folder.path("shelf.sqlite"), model: Shelf.model()))
  }

  @Test("are different values")
  func values() {
    let values: [PropertyValue] = [.string(Self.one), .string(Self.two), .string(Self.two), .string("")]
    #expect(Set(values).count == 3)
    #expect(values[0] != values[1] && values[1] == values[2] && values[3] == .string(""))
  }

  @Test("replace each other")
  func edits() throws {
    let book = try context.insert(Book.self)
    (book.isbn, book.title) = ("1", Self.two)
    try context.save()
    book.title = Self.one
    #expect(context.hasChanges && book.hasPersistentChangedValues)
    try context.save()
    context.refresh(book, mergingChanges: false)
    #expect(Array(book.title.unicodeScalars) == Array(Self.one.unicodeScalars))
  }

  @Test("are no duplicates in unique attributes")
  func uniqueness() async throws {
    let mine = try context.insert(Book.self)
    mine.isbn = Self.one
    let worker = try container.makeBackgroundContext()
    let other = Self.two
    try await worker.perform { context in
      try context.insert(Book.self).isbn = other
      try context.save()
    }
    try context.save()
    #expect(try context.count(FetchRequest<Book>()) == 2 && mine.managedObjectContext === context)
  }
}
