import ListChanges
import SQLiteStore
import TestSupport
import Testing

@testable import FetchedResults
@testable import ObjectGraph

@MainActor
@Suite("Lists that are read again", .timeLimit(.minutes(10)))
struct ReloadingTests {
  private let folder: TemporaryFolder
  private let container: PersistentContainer
  private let list: FetchedResultsController<Book>
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      store: SQLiteStore(path: folder.path("shelf.sqlite"), model: Shelf.model()))
    list = try FetchedResultsController(
      FetchRequest(order: [FetchOrder("title"), FetchOrder("isbn")]), context: container.viewContext)
    var insert = BatchInsertRequest<Book>(count: 300) { index, book in
      book.set("isbn", to: .string("\(index)"))
      book.set("title", to: .string("title \(index % 7)"))
    }
    insert.rowLimit = 0
    try context.executeAndWait(insert)
  }

  /// Deletes some books in a batch whose rows are not known.
  private var deletion: BatchDeleteRequest<Book> {
    get throws {
      var delete = BatchDeleteRequest(FetchRequest<Book>(where: try FetchPredicate("title == 'title 1'")))
      delete.rowLimit = 0
      return delete
    }
  }

  private func checkAll() throws {
    #expect((0..<list.count).map { list.object(at: $0) } == (try context.fetch(list.request)))
    try list.checkInvariants()
  }

  @Test("The main context does not wait for the reading, and every observer is notified")
  func inBackground() async throws {
    try list.performFetch()
    var received: [[SectionedChanges]] = [[], []]
    list.onChange = {
      MainActor.preconditionIsolated()
      received[0].append($0)
    }
    let observation = list.observe { received[1].append($0) }
    var iterator = list.changes.makeAsyncIterator()
    try context.executeAndWait(deletion)
    #expect(list.count == 300)
    let changes = try #require(await iterator.next(isolation: #isolation))
    #expect(changes.deletedRows.count == 43 && list.count == 257)
    try checkAll()
    #expect(received == [[changes], [changes]])
    withExtendedLifetime(observation) {}
  }

  @Test("A list is up to date when a batch ends that is waited for")
  func awaited() async throws {
    try await list.load()
    try await context.execute(deletion)
    #expect(list.count == 257)
    try checkAll()
  }

  @Test("A list is read again although its readings are canceled")
  func canceled() async throws {
    try await list.load()
    var iterator = list.changes.makeAsyncIterator()
    try context.executeAndWait(deletion)
    list.cancelFetch()
    let loading = Task { try await list.load() }
    await Task.yield()
    list.cancelFetch()
    try await loading.value
    while list.count != 257 {
      guard await iterator.next(isolation: #isolation) != nil else { throw CancellationError() }
    }
    try checkAll()
  }

  @Test("A fetch after the batch makes the other reading superfluous")
  func superseded() async throws {
    try await list.load()
    var received: [SectionedChanges] = []
    list.onChange = { received.append($0) }
    try context.executeAndWait(deletion)
    try list.performFetch()
    #expect(list.count == 257)
    // Its delivery comes after the reading that was planned.
    try await context.execute(BatchUpdateRequest<Book>(set: [.set("pages", to: .value(.integer(1)))]))
    #expect(received.allSatisfy { $0.deletedRows.isEmpty && !$0.isReload })
    try checkAll()
  }

  @Test("A list of a background context is up to date at once")
  func background() async throws {
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      context.automaticallyMergesChangesFromParent = true
      let list = try FetchedResultsController(
        FetchRequest<Book>(order: [FetchOrder("isbn")]), context: context)
      var received: [SectionedChanges] = []
      let observation = list.observe { received.append($0) }
      try list.performFetch()
      var delete = BatchDeleteRequest(FetchRequest<Book>())
      delete.rowLimit = 0
      try context.executeAndWait(delete)
      #expect(list.count == 0 && received.last?.deletedRows.count == 300)
      withExtendedLifetime(observation) {}
    }
  }

  @Test("A list of a background context reports each difference once, whatever was not processed before")
  func canceledInBackground() async throws {
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      context.automaticallyMergesChangesFromParent = true
      let list = try FetchedResultsController(
        FetchRequest<Book>(order: [FetchOrder("isbn")]), context: context)
      try list.performFetch()
      let first = list.object(at: 0)
      // An object that is kept would report its deletion itself.
      let deleted = list.object(at: 299).isbn ?? ""
      var (deletions, depth) = (0, 0)
      let observation = list.observe {
        depth += 1
        #expect(depth == 1, "a callback was called within another")
        deletions += $0.deletedRows.count
        depth -= 1
      }
      // As while a fetch is in flight.
      list.changedWhileReading = []
      var delete = BatchDeleteRequest(
        FetchRequest<Book>(where: .comparison(.init("isbn", .equal, .value(.string(deleted))))))
      delete.rowLimit = 0
      try context.executeAndWait(delete)
      #expect(list.count == 300)
      first.pages = 9
      list.cancelFetch()
      #expect(list.count == 299 && deletions == 1)
      try list.checkInvariants()
      withExtendedLifetime(observation) {}
    }
  }

  @Test("All objects in use have their present values after a batch, however many there are")
  func objects() async throws {
    let books = try context.fetch(list.request)
    var update = BatchUpdateRequest<Book>(set: [.set("pages", to: .value(.integer(7)))])
    update.rowLimit = 0
    try await context.execute(update)
    #expect(books.count == 300 && books.allSatisfy { $0.pages == 7 })
    update = BatchUpdateRequest<Book>(set: [.set("pages", to: .value(.integer(8)))])
    update.rowLimit = 0
    try context.executeAndWait(update)
    #expect(books.allSatisfy { $0.pages == 8 })
  }
}
