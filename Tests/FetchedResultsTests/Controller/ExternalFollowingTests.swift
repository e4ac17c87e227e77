import Foundation
import FetchedResults
import ListChanges
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("A list beside another program")
@MainActor
struct ExternalFollowingTests {
  /// Opens a store twice, as two programs do, in a folder that must be kept.
  private func programs(keepsHistory: Bool) throws -> (
    folder: TemporaryFolder, here: PersistentContainer, there: PersistentContainer
  ) {
    let folder = try TemporaryFolder()
    func open() throws -> PersistentContainer {
      try PersistentContainer(
        store: SQLiteStore(
          path: folder.path("shared.sqlite"), model: Shelf.model(),
          options: StoreOptions(keepsHistory: keepsHistory)),
        followsExternalChanges: true)
    }
    return (folder, try open(), try open())
  }

  @Test(
    "Insertions, updates and deletions by another program are reported as changes of those rows",
    arguments: [false, true])
  func rows(keepsHistory: Bool) async throws {
    let (folder, here, there) = try programs(keepsHistory: keepsHistory)
    defer { withExtendedLifetime(folder) {} }
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

  @Test(
    "A list that read a change which was taken back before it was merged follows the row",
    arguments: [false, true])
  func takenBack(keepsHistory: Bool) async throws {
    let (folder, here, there) = try programs(keepsHistory: keepsHistory)
    defer { withExtendedLifetime(folder) {} }
    let book = try there.viewContext.insert(Book.self)
    book.title = "Sea"
    try there.viewContext.save()
    try await here.coordinator.mergeExternalChanges()
    // The object is in use, with the title that it will have again.
    let known = try #require(try here.viewContext.fetch(FetchRequest<Book>()).first)
    #expect(known.title == "Sea")
    // Only the store has the other title when the list is read.
    book.title = "Dusk"
    try there.viewContext.save()
    let list = try FetchedResultsController(
      FetchRequest<Book>(where: FetchPredicate("title == %@", "Dusk")), context: here.viewContext)
    try await list.load()
    var received: [SectionedChanges] = []
    list.onChange = { received.append($0) }
    book.title = "Sea"
    try there.viewContext.save()
    try await here.coordinator.mergeExternalChanges()
    #expect(list.count == 0)
    #expect(received.flatMap(\.deletedRows).count == 1)
    #expect(known.title == "Sea")
    try list.checkInvariants()
  }

  @Test(
    "Rows that came and went between two looks leave the lists and members that were read in between",
    arguments: [false, true])
  func cameAndWent(keepsHistory: Bool) async throws {
    let (folder, here, there) = try programs(keepsHistory: keepsHistory)
    defer { withExtendedLifetime(folder) {} }
    let author = try there.viewContext.insert(Author.self)
    let book = try there.viewContext.insert(Book.self)
    try there.viewContext.save()
    let list = try FetchedResultsController(FetchRequest<Book>(), context: here.viewContext)
    // The first time, nothing has been compared before; later, the last state is known.
    for round in 0..<3 {
      let guest = try there.viewContext.insert(Book.self)
      guest.author = author
      try there.viewContext.save()
      try await list.load()
      #expect(list.count == 2)
      let owner = try #require(try here.viewContext.fetch(FetchRequest<Author>()).first)
      here.viewContext.refresh(owner, mergingChanges: false)
      #expect(owner.books.count == 1)
      there.viewContext.delete(guest)
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
      #expect((0..<list.count).map { list.object(at: $0).objectID } == [book.objectID], "round \(round)")
      #expect(owner.books.isEmpty, "round \(round)")
      try list.checkInvariants()
    }
  }

  @Test(
    "A list that read an older state than an object follows the row",
    arguments: [false, true])
  func newerObject(keepsHistory: Bool) async throws {
    let (folder, here, there) = try programs(keepsHistory: keepsHistory)
    defer { withExtendedLifetime(folder) {} }
    let books = try ["a", "b", "c"].map { title in
      let book = try there.viewContext.insert(Book.self)
      book.title = title
      return book
    }
    try there.viewContext.save()
    try await here.coordinator.mergeExternalChanges()
    let list = try FetchedResultsController(
      FetchRequest<Book>(order: [FetchOrder("title")]), context: here.viewContext)
    try await list.load()
    #expect(here.viewContext.registeredObjects.isEmpty)
    books[0].title = "d"
    try there.viewContext.save()
    // Reads the new title before the commit is merged.
    let known = try here.viewContext.fetch(FetchRequest<Book>(order: [FetchOrder("title")]))
    #expect(known.map(\.title) == ["b", "c", "d"])
    try await here.coordinator.mergeExternalChanges()
    #expect((0..<3).map { list.object(at: $0).title } == ["b", "c", "d"])
    try list.checkInvariants()
  }

  @Test("A list reports the differences if the changes of another program cannot be read from its history")
  func reload() async throws {
    let (folder, here, there) = try programs(keepsHistory: true)
    defer { withExtendedLifetime(folder) {} }
    let books = try (0..<5).map { number in
      let book = try there.viewContext.insert(Book.self)
      book.title = "\(number)"
      return book
    }
    try there.viewContext.save()
    try await here.coordinator.mergeExternalChanges()
    let list = try FetchedResultsController(
      FetchRequest<Book>(order: [FetchOrder("title")]), context: here.viewContext)
    try await list.load()
    var received: [SectionedChanges] = []
    list.onChange = { received.append($0) }
    there.viewContext.delete(books[1])
    books[0].title = "9"
    try there.viewContext.insert(Book.self).title = "2.5"
    try there.viewContext.save()
    try await there.coordinator.purgeHistory(before: .distantFuture)
    try await here.coordinator.mergeExternalChanges()
    #expect((0..<list.count).map { list.object(at: $0).title } == ["2", "2.5", "3", "4", "9"])
    #expect(received.count == 1 && received.allSatisfy { !$0.isReload })
    #expect(received.flatMap(\.deletedRows).count == 1 && received.flatMap(\.insertedRows).count == 1)
    #expect(received.flatMap(\.movedRows).count == 1)
    try list.checkInvariants()
  }
}
