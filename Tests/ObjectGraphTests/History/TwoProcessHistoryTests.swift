import Foundation
import ObjectGraph
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@Suite("The history of two processes", .timeLimit(.minutes(30)))
struct TwoProcessHistoryTests {
  /// The number of commits of each process.
  private static let commits = Seeds.areMany ? 50_000 : 5_000

  private static func store(_ path: String) throws -> SQLiteStore {
    try SQLiteStore(path: path, model: Shelf.model(), options: StoreOptions(keepsHistory: true))
  }

  /// Commits random changes of books of its own, one after the other.
  private static func edit(_ path: String, name: String, seed: UInt64, commits: Int) async throws {
    let container = try await MainActor.run { try PersistentContainer(store: store(path)) }
    let worker = try container.makeBackgroundContext(name: name)
    try await worker.perform { context in
      var random = SeededGenerator(seed: seed)
      var books: [Book] = []
      let authors = try (0..<5).map { _ in try context.insert(Author.self) }
      for number in 0..<commits {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: if let book = books.randomElement(using: &random) { book.title = "\(name) \(number)" }
        case 1: books.randomElement(using: &random)?.author = authors.randomElement(using: &random)
        case 2 where books.count > 20:
          context.delete(books.remove(at: Int.random(in: 0..<books.count, using: &random)))
        default:
          let book = try context.insert(Book.self)
          (book.isbn, book.author) = ("\(name) \(number)", authors.randomElement(using: &random))
          books.append(book)
        }
        try context.save()
      }
    }
  }

  /// A copy of the rows of a store, which follows its history.
  private struct Copy {
    var rows: [ManagedObjectID: Row] = [:]
    var token: PersistentHistoryToken?
    var transactions = 0

    /// Applies the transactions after the token, and returns `false` if there are none.
    mutating func follow(_ coordinator: PersistentStoreCoordinator, limit: Int) async throws -> Bool {
      var request = PersistentHistoryRequest.after(token)
      request.limit = limit
      let transactions = try await coordinator.history(request)
      for transaction in transactions {
        for change in transaction.changes {
          switch change.kind {
          case .insertion:
            let former = rows.updateValue(placeholder(change), forKey: change.objectID)
            #expect(former == nil)
          case .update: #expect(rows[change.objectID] != nil)
          case .deletion:
            let former = rows.removeValue(forKey: change.objectID)
            #expect(former != nil)
          }
        }
      }
      let changed = Set(transactions.flatMap(\.changes).map(\.objectID)).intersection(rows.keys)
      // Rows that were deleted meanwhile keep their last state until their deletion is reached.
      for row in try await coordinator.read({ try $0.rows(changed.sorted()) }) { rows[row.id] = row }
      token = transactions.last?.token ?? token
      self.transactions += transactions.count
      return !transactions.isEmpty
    }

    private func placeholder(_ change: PersistentHistoryChange) -> Row {
      Row(id: change.objectID, version: 0, values: [])
    }
  }

  /// The end of the commits of both processes.
  private final class End: Sendable {
    let isReached = Mutex(false)
  }

  /// Commits changes in this process and in another one at the same time.
  private static func editTwice(_ path: String, seed: UInt64, commits: Int, _ end: End) async throws {
    defer { end.isReached.withLock { $0 = true } }
    let here = Task { try await edit(path, name: "here", seed: seed, commits: commits) }
    await #expect(processExitsWith: .success) {
      [path = path as String, seed = seed as UInt64, commits = commits as Int] in
      try await Self.edit(path, name: "there", seed: seed &+ 1, commits: commits)
    }
    try await here.value
  }

  @Test(
    "Thousands of random commits of two processes, replayed from tokens, make a copy that equals the store")
  func replay() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shared.store")
    let coordinator = PersistentStoreCoordinator(store: try Self.store(path))
    let (seed, commits) = (Seeds.range(quick: 1, long: 1).lowerBound, Self.commits)
    var copy = Copy()
    let end = End()
    let editing = Task { try await Self.editTwice(path, seed: seed, commits: commits, end) }
    while !end.isReached.withLock({ $0 }) {
      if try await !copy.follow(coordinator, limit: 100) { try await Task.sleep(for: .milliseconds(5)) }
    }
    try await editing.value
    while try await copy.follow(coordinator, limit: 1_000) {}
    let stored = try await coordinator.read { reader in
      try coordinator.model.numbers.flatMap { try reader.fetch(StoreQuery(entity: $0)) }
    }
    #expect(copy.rows == Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) }), "seed \(seed)")
    let all = try await coordinator.history()
    #expect(all.map(\.number) == Array(1...Int64(all.count)) && all.count == copy.transactions)
    #expect(Set(all.map(\.context)) == ["here", "there"])
  }
}
