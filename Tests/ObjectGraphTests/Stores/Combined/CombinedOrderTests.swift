import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("The order of objects in several stores")
struct CombinedOrderTests {
  @Test("Objects after another one are found, whichever store has it", arguments: [true, false])
  func insertedAfter(inMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let stores = try ["Library", "Catalog"].map { name -> any PersistentStore in
      if inMemory { return try Guide.store(name) }
      return try Guide.file(name, in: folder)
    }
    let container = try PersistentContainer(store: CombinedStore(model: Guide.model(), stores: stores))
    let context = container.viewContext
    let remarks = try [0, 0, 0, 1, 1].map { try context.insert(Remark.self, into: stores[$0]) }
    try context.save()
    let ids = remarks.map(\.objectID)
    #expect(ids == ids.sorted())
    func fetched(_ operation: FetchPredicate.Operation, _ id: ManagedObjectID) throws -> [ManagedObjectID] {
      let predicate = FetchPredicate.comparison(.init("SELF", operation, .value(.reference(id))))
      return try context.fetch(FetchRequest<Remark>(where: predicate)).map(\.objectID).sorted()
    }
    for (index, id) in ids.enumerated() {
      #expect(try fetched(.greater, id) == Array(ids[(index + 1)...]))
      #expect(try fetched(.lessOrEqual, id) == Array(ids[...index]))
      #expect(try fetched(.equal, id) == [id])
    }
  }

  /// Plants in two stores, the second of which has trees as well; each tree grows on another plant.
  private struct Garden {
    let store: CombinedStore
    let trees: [ManagedObjectID]
    let reader: any StoreReader

    init() throws {
      let model = try ManagedObjectModel(
        [
          EntityDescription(
            ManagedObject.self, name: "Plant",
            relationships: [
              .toOne("base", "Plant", inverse: "grown"), .toMany("grown", "Plant", inverse: "base"),
            ]),
          EntityDescription(ManagedObject.self, name: "Tree", parent: "Plant"),
        ], configurations: ["First": ["Plant"], "Second": ["Plant", "Tree"]])
      let stores = try ["First", "Second"].map { InMemoryStore(model: try model.model(ofConfiguration: $0)) }
      store = try CombinedStore(model: model, stores: stores)
      let (plant, tree): (EntityNumber, EntityNumber) = (1, 2)
      func insert(_ rows: [Row], into store: InMemoryStore) throws {
        let identity = StoreIdentity(store.identifier)
        try store.makeWriter().insert(rows.map { $0.moved(to: identity) })
      }
      let rows = (Int64(1)...4).map { key in
        Row(
          id: ManagedObjectID(entity: tree, key: key), version: 0,
          values: [.reference(ManagedObjectID(entity: plant, key: 9 - key))])
      }
      let bases = (Int64(5)...8).map {
        Row(id: ManagedObjectID(entity: plant, key: $0), version: 0, values: [.null])
      }
      try insert(rows + bases, into: stores[1])
      try insert(
        (Int64(1)...8).map { Row(id: ManagedObjectID(entity: plant, key: $0), version: 0, values: [.null]) },
        into: stores[0])
      reader = try store.makeReader()
      trees = try reader.fetchIDs(StoreQuery(entity: tree))
    }
  }

  @Test("IDs and values of rows in two stores are those of the rows, in their order and within the window")
  func values() throws {
    let garden = try Garden()
    for order in [
      FetchOrder("base"), FetchOrder("base.grown.@count", ascending: false), .inserted(ascending: false),
    ] {
      let query = StoreQuery(entity: 1, order: [order], limit: 9, offset: 2)
      let rows = try garden.reader.fetch(query)
      #expect(try rows.count == 9 && garden.reader.fetchIDs(query) == rows.map(\.id), "\(order)")
      var read: [[PropertyValue]] = []
      try garden.reader.forEach(query, paths: ["SELF", "base"]) { read.append([.reference($0)] + $1) }
      let expected: [[PropertyValue]] = rows.map { [.reference($0.id), .reference($0.id), $0.values[0]] }
      #expect(read == expected, "\(order)")
    }
  }

  @Test("The rows after each row are those that follow it, if one of the stores has their entity")
  func start() throws {
    let garden = try Garden()
    #expect(garden.trees.count == 4)
    let plants = try garden.reader.fetchIDs(StoreQuery(entity: 1, includesSubentities: false))
    let listed = FetchOrder.listed([garden.trees[2], plants[0], garden.trees[0]])
    let orders = [
      (order: FetchOrder.inserted(), expected: [0, 1, 2, 3]), (.inserted(ascending: false), [3, 2, 1, 0]),
      (FetchOrder("base"), [3, 2, 1, 0]), (listed, [2, 0, 1, 3]),
    ]
    for (order, expected) in orders {
      var query = StoreQuery(entity: 2, order: [order])
      let all = expected.map { garden.trees[$0] }
      #expect(try garden.reader.fetchIDs(query) == all)
      var keys: [ManagedObjectID: PropertyValue] = [:]
      try garden.reader.forEach(query, paths: [order.path]) { keys[$0] = order.key(for: $1[0]) }
      for (index, id) in all.enumerated() {
        query.start = .init(keys: [try #require(keys[id])], id: id)
        #expect(try garden.reader.fetchIDs(query) == Array(all[(index + 1)...]), "\(order) \(id)")
        query.start?.isBackward = true
        let before = try garden.reader.fetchIDs(query)
        #expect(before == all[..<index].reversed(), "\(order) \(id)")
      }
    }
  }
}
