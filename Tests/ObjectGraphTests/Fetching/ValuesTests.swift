import ObjectGraph
import TestSupport
import Testing

@Suite("Values that are fetched without objects")
@MainActor
struct ValuesTests {
  private static let name = Property<Item, String>("name")
  private static let code = Property<Item, String?>("code")
  private static let rack = ToOneProperty<Item, Rack>("rack")

  private let store: CountingStore
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() async throws {
    store = CountingStore(InMemoryStore(model: try Bookshop.model()))
    container = try PersistentContainer(store: store)
    try await container.performBackgroundTask { context in
      let rack = try context.insert(Rack.self)
      for number in 0..<4 {
        let item: Item =
          try number.isMultiple(of: 2) ? context.insert(Volume.self) : context.insert(Puzzle.self)
        item.name = "item \(number)"
        if number == 1 { item.code = "A" }
        if number < 2 { item.rack = rack }
      }
    }
  }

  private func values() throws -> [ObjectValues<Item>] {
    try context.fetchValues(FetchRequest<Item>(order: [FetchOrder(Self.name)]))
  }

  @Test("They are those of the rows, of subentities too, and no object is made")
  func rows() throws {
    let values = try values()
    #expect(values.map { $0[Self.name] } == (0..<4).map { "item \($0)" })
    #expect(values.map { $0[Self.code] } == [nil, "A", nil, nil])
    #expect(values.map { $0[Self.rack] == nil } == [false, false, true, true])
    #expect(context.registeredObjects.isEmpty)
  }

  @Test("They contain unsaved changes")
  func pendingChanges() throws {
    let items = try context.fetch(FetchRequest<Item>(order: [FetchOrder(Self.name)]))
    items[0].name = "other"
    context.delete(items[1])
    try context.insert(Volume.self).name = "new"
    #expect(try values().map { $0[Self.name] } == ["item 2", "item 3", "new", "other"])
  }

  @Test("Their objects are made without reading, with the same values")
  func objects() throws {
    let values = try values()
    let before = store.counts.reads
    let objects = values.map(context.object(for:))
    #expect(objects.map(\.name) == values.map { $0[Self.name] })
    #expect(objects.map(\.objectID) == values.map(\.objectID))
    #expect(store.counts.reads == before)
    // The context has one object for each identity.
    let again = values.map(context.object(for:))
    #expect(again.elementsEqual(objects) { $0 === $1 })
  }

  @Test("An object that the context has keeps its unsaved changes")
  func knownObject() throws {
    let values = try values()
    let object = context.object(for: values[0])
    object.name = "other"
    #expect(context.object(for: values[0]) === object)
    #expect(object.name == "other" && object.hasChanges)
  }

  @Test("A change of an object whose row has changed since is a conflict, as for any object")
  func conflict() async throws {
    let values = try values()
    try await container.performBackgroundTask { context in
      for item in try context.fetch(FetchRequest<Item>()) { item.name += " of another" }
    }
    context.automaticallyMergesChangesFromParent = false
    context.object(for: values[0]).name = "mine"
    #expect(throws: (any Error).self) { try context.save() }
  }
}
