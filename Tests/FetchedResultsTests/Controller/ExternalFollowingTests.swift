import FetchedResults
import ListChanges
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("A list beside another program")
@MainActor
struct ExternalFollowingTests {
  @Test("Insertions, updates and deletions by another program are reported as changes of those rows")
  func rows() async throws {
    let folder = try TemporaryFolder()
    func container() throws -> PersistentContainer {
      try PersistentContainer(
        store: SQLiteStore(path: folder.path("shared.sqlite"), model: Shelf.model()),
        followsExternalChanges: true)
    }
    let (here, there) = (try container(), try container())
    let books = try (0..<200).map { number in
      let book = try there.viewContext.insert(Book.self)
      book.title = "\(1_000 + number)"
      return book
    }
    func save() async throws {
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
    }
    try await save()
    let list = try FetchedResultsController(
      FetchRequest<Book>(order: [FetchOrder("title")]), context: here.viewContext)
    try await list.load()
    var received: [SectionedChanges] = []
    list.onChange = { received.append($0) }
    func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

    books[50].pages = 7
    try await save()
    #expect(received == [SectionedChanges(updatedRows: [.init(old: path(50), new: path(50))])])
    received = []
    books[10].title = "1150.5"
    try await save()
    let move = SectionedChanges.Move(old: path(10), new: path(150), contentChanged: true)
    #expect(received == [SectionedChanges(movedRows: [move])])
    received = []
    there.viewContext.delete(books[20])
    try there.viewContext.insert(Book.self).title = "0"
    try await save()
    // Deletions follow insertions, in reports of their own.
    #expect(received.flatMap(\.insertedRows) == [path(0)])
    #expect(received.flatMap(\.deletedRows).count == 1)
    #expect(received.allSatisfy { $0.movedRows.isEmpty && $0.updatedRows.isEmpty })
    #expect(list.count == 200)
    #expect(list.object(at: 0).title == "0" && list.object(at: 199).title == "1199")
  }
}
