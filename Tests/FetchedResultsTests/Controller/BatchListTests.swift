import FetchedResults
import Foundation
@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Lists follow batches", .timeLimit(.minutes(10)))
struct BatchListTests {
  @Test("A list has the rows of the store after each batch", arguments: [0, 1_000])
  func follows(_ rowLimit: Int) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("shelf.sqlite"), model: Shelf.model())
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    let request = FetchRequest<Book>(
      where: try FetchPredicate("pages >= 5"), order: [FetchOrder("title"), FetchOrder("isbn")])
    let list = try FetchedResultsController(request, context: context)
    try list.performFetch()
    func check(_ count: Int) throws {
      let expected = try context.fetch(request)
      #expect(expected.count == count && list.count == count)
      #expect((0..<list.count).map { list.object(at: $0) } == expected)
      try list.checkInvariants()
    }
    var insert = BatchInsertRequest<Book>(count: 300) { index, book in
      book.set("isbn", to: .string("\(index)"))
      book.set("title", to: .string("title \(index % 7)"))
      book.set("pages", to: .integer(Int64(index % 10)))
    }
    insert.rowLimit = rowLimit
    try await context.execute(insert)
    try check(150)
    var update = BatchUpdateRequest(
      FetchRequest<Book>(where: try FetchPredicate("title == 'title 1'")),
      set: [.set("pages", to: .arithmetic(.add, .path("pages"), .value(.integer(2))))])
    update.rowLimit = rowLimit
    try await context.execute(update)
    try check(try context.count(request))
    var delete = BatchDeleteRequest(FetchRequest<Book>(where: try FetchPredicate("pages == 7")))
    delete.rowLimit = rowLimit
    let deleted = try await context.execute(delete).count
    #expect(deleted > 0)
    try check(list.count)
  }
}
