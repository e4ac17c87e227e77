import FetchedResults
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A list of the members of a to-many relationship")
struct MembersTests {
  private let store: CountingStore
  private let container: PersistentContainer

  init() throws {
    store = CountingStore(InMemoryStore(model: try Bookshop.model()))
    container = try PersistentContainer(store: store)
  }

  /// Saves volumes with a topic in another context.
  private func save(_ numbers: Range<Int>) async throws {
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      let topic = try context.fetch(FetchRequest<Topic>()).first ?? context.insert(Topic.self)
      topic.name = "sea"
      for number in numbers {
        let volume = try context.insert(Volume.self)
        volume.name = "\(number)"
        volume.tags.insert(topic)
      }
    }
    try await worker.save()
  }

  @Test("reads few rows for new members, however many it has")
  func reads() async throws {
    try await save(0..<5)
    let request = FetchRequest<Item>(
      where: .comparison(.init("tags.name", .equal, .value(.string("sea")), quantifier: .any)),
      order: [FetchOrder("name")])
    let list = try FetchedResultsController(request, context: container.viewContext)
    try list.performFetch()
    var costs: [CountingStore.Counts] = []
    for (first, count) in [(1_000, 5), (2_000, 500), (3_000, 5)] {
      let before = store.counts
      try await save(first..<first + count)
      costs.append(store.counts - before)
    }
    #expect(list.count == 515)
    // To evaluate each member would take a read for each.
    #expect(costs[0].mainReads < 20 && costs[1].mainReads < 500 && costs[2].mainReads < 20, "\(costs)")
    try list.checkInvariants()
  }
}
