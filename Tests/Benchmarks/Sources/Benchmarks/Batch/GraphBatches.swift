import FetchedResults
import Foundation
import ObjectGraph
import SQLiteStore

/// Batch requests on a store.
struct GraphBatches {
  private let coordinator: PersistentStoreCoordinator
  private let count: Int

  private let container: PersistentContainer?
  private let list: FetchedResultsController<PagePhoto>?

  /// Opens a store; if it is shown, the context of a container merges all changes, and a list may follow it.
  init(path: String, count: Int, isShown: Bool = false, isListed: Bool = false) throws {
    self.count = count
    let store = try SQLiteStore(path: path, model: PagePhoto.model())
    container = isShown ? try PersistentContainer(store: store) : nil
    coordinator = container?.coordinator ?? PersistentStoreCoordinator(store: store)
    list = try (isListed ? container : nil).map {
      let request = FetchRequest<PagePhoto>(order: [FetchOrder("title")])
      return try FetchedResultsController(request, context: $0.viewContext)
    }
    try list?.performFetch()
  }

  func insert() async throws {
    let properties = ["number", "title", "text", "tags", "uploaded", "views"]
    let request = BatchInsertRequest<PagePhoto>(properties: properties, count: count) { index in
      let facts = BatchFacts(index)
      return [
        .string(facts.number), .string(facts.title), .string(facts.text), .string(facts.tags),
        .date(Date(timeIntervalSinceReferenceDate: facts.uploaded)), .integer(Int64(index)),
      ]
    }
    try await check(coordinator.execute(request, durability: .normal))
  }

  func update() async throws {
    let set = PropertyAssignment<PagePhoto>(
      "views", to: .arithmetic(.add, .path("views"), .value(.integer(1))))
    let request = BatchUpdateRequest(FetchRequest(where: try FetchPredicate("views >= 0")), set: [set])
    try await check(coordinator.execute(request, durability: .normal))
  }

  func delete() async throws {
    let request = BatchDeleteRequest(
      FetchRequest<PagePhoto>(where: try FetchPredicate("views >= 0")))
    try await check(coordinator.execute(request, durability: .normal))
  }

  private func check(_ result: BatchResult) throws {
    guard result.count == count else { throw Refusal("a batch wrote \(result.count) of \(count) rows") }
  }
}
