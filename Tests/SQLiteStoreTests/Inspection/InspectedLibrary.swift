import Foundation
import ObjectGraph
import Synchronization
import TestSupport

@testable import SQLiteStore

/// A store of authors and books that is traced.
@MainActor
struct InspectedLibrary {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let container: PersistentContainer
  let log: Log
  var context: ManagedObjectContext { container.viewContext }

  /// The events of a trace.
  final class Log: Sendable {
    private let state = Mutex<[SQLTraceEvent]>([])
    var events: [SQLTraceEvent] { state.withLock { $0 } }
    func record(_ event: SQLTraceEvent) { state.withLock { $0.append(event) } }
  }

  init(includesValues: Bool = false) throws {
    folder = try TemporaryFolder()
    let log = Log()
    self.log = log
    store = try SQLiteStore(
      path: folder.path("shelf.sqlite"), model: Shelf.model(),
      trace: SQLTrace(includesValues: includesValues) { log.record($0) })
    container = try PersistentContainer(store: store)
    let author = try context.insert(Author.self)
    author.name = "Secret Author"
    for number in 1...3 {
      let book = try context.insert(Book.self)
      (book.title, book.pages, book.author) = ("Book \(number)", number * 100, author)
      book.isbn = "isbn \(number)"
    }
    try context.save()
  }
}
