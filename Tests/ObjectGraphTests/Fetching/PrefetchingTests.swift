import ObjectGraph
import TestSupport
import Testing

@Suite("Relationships that are read with a batch")
@MainActor
struct PrefetchingTests {
  private let store: CountingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() async throws {
    store = CountingStore(InMemoryStore(model: try Bookshop.model()))
    container = try PersistentContainer(store: store)
    try await container.performBackgroundTask { context in
      for number in 0..<12 {
        let rack = try context.insert(Rack.self)
        rack.label = "\(number)"
        // The last rack is empty.
        for place in 0..<(11 - number) {
          let item: Item =
            try place.isMultiple(of: 2) ? context.insert(Volume.self) : context.insert(Puzzle.self)
          item.name = "\(number).\(place)"
          rack.items.append(item)
          let topic = try context.insert(Topic.self)
          topic.name = "about \(item.name)"
          item.tags.insert(topic)
        }
      }
    }
  }

  private func racks(size: Int, _ paths: String...) throws -> FetchedBatches<Rack> {
    try context.fetchBatches(FetchRequest<Rack>(order: [FetchOrder("label")]), size: size, prefetching: paths)
  }

  @Test("Members and what they lead to are read once for each relationship, and not again when they are used")
  func toMany() throws {
    let racks = try racks(size: 12, "items.tags")
    let before = store.counts.reads
    let first = racks[0]
    // One read each for racks, items, join rows of items and topics, and topics.
    #expect(store.counts.reads - before == 4)
    #expect(first.items.names == (0..<11).map { "0.\($0)" })
    for rack in racks {
      #expect(rack.items.count == rack.items.map(\.name).count)
      for item in rack.items { #expect(item.tags.compactMap(\.name) == ["about \(item.name)"]) }
    }
    #expect(racks.reduce(0) { $0 + $1.items.count } == 66)
    #expect(store.counts.reads - before == 4)
  }

  @Test("Of a batch, only the members of its objects are held")
  func batches() throws {
    let racks = try racks(size: 3, "items")
    let name = racks[0].items.first?.name
    #expect(name == "0.0")
    let held = context.registeredObjects.filter { $0 is Item }.count
    #expect(held == racks.prefix(3).reduce(0) { $0 + $1.items.count })
    #expect(racks[11].items.names.isEmpty == (racks[11].label == "11"))
  }

  @Test("What is changed and not saved is seen")
  func pending() throws {
    let all = try context.fetch(FetchRequest<Rack>(order: [FetchOrder("label")]))
    let item = try context.insert(Volume.self)
    item.name = "new"
    all[0].items.insert(item, at: 1)
    let moved = try #require(all[1].items.first)
    all[2].items.append(moved)
    let read = try racks(size: 12, "items")
    #expect(read[0].items.names.prefix(3) == ["0.0", "new", "0.1"])
    #expect(!read[1].items.contains(moved) && read[2].items.last === moved)
  }

  @Test("One relationship after the other, to one or to many, and several key paths at once")
  func paths() throws {
    let request = FetchRequest<Item>(order: [FetchOrder("name")])
    let items = try context.fetchBatches(
      request, size: 100, prefetching: ["rack.items.tags", "rack.highlight"])
    let first = items[0]
    let before = store.counts.reads
    for item in items { #expect(item.rack?.items.contains { $0 === item } == true) }
    #expect(first.rack?.items.flatMap { $0.tags.compactMap(\.name) }.first == "about 0.0")
    #expect(store.counts.reads == before)
  }

  @Test(
    "An error of the store is that of a prefetch, whose next one reads everything",
    arguments: [["items"], ["items.tags"], []])
  func failing(paths: [String]) throws {
    let racks = try context.fetch(FetchRequest<Rack>(order: [FetchOrder("label")]))
    if paths.isEmpty { for rack in racks { context.refresh(rack, mergingChanges: false) } }
    store.isFailing = true
    #expect(throws: (any Error).self) { _ = try context.prefetch(paths, of: racks) }
    store.isFailing = false
    let read = try context.prefetch(paths, of: racks)
    let before = store.counts.reads
    for rack in racks { #expect(rack.items.count == rack.items.map(\.name).count && !rack.label.isEmpty) }
    if paths.contains("items") { #expect(!read.isEmpty && store.counts.reads == before) }
  }

  @Test(
    "What is no relationship is refused",
    arguments: ["name", "rack.label", "rack.nothing", "", "rack..items"])
  func refused(path: String) {
    #expect(throws: FetchError.self) {
      _ = try context.fetchBatches(FetchRequest<Item>(), prefetching: [path])
    }
  }
}
