import ObjectGraph
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("Ordered relationships", .timeLimit(.minutes(10)))
struct OrderedTests {
  @Test("The places that were counted are there, whatever others commit meanwhile", arguments: [false, true])
  func countedPlaces(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let id = try { try shop.rack("a", "b", "c").objectID }()
    try shop.context.save()
    shop.context.automaticallyMergesChangesFromParent = false
    shop.context.reset()
    let rack = try #require(try shop.context.existingObject(with: id) as? Rack)
    let count = rack.items.count
    let worker = try shop.container.makeBackgroundContext()
    try await worker.perform { context in
      let rack = try #require(try context.existingObject(with: id) as? Rack)
      rack.items.remove(at: 1)
    }
    try await worker.save()
    await shop.container.coordinator.drain()
    #expect(count == 3 && rack.items.ids.count == count)
    #expect(rack.items.map(\.name) == ["a", "b", "c"])
  }

  @Test("Members keep the order in which they were put, also in the store", arguments: [false, true])
  func order(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let rack = try shop.rack("b", "d")
    rack.items.insert(try shop.volume("a"), at: 0)
    rack.items.insert(try shop.volume("c"), at: 2)
    try shop.volume("e").rack = rack
    #expect(rack.items.names == ["a", "b", "c", "d", "e"])
    let stored = { @Sendable (context: ManagedObjectContext) in
      try context.fetch(FetchRequest<Rack>()).first?.items.names
    }
    #expect(try await shop.reopened(stored) == ["a", "b", "c", "d", "e"])
    rack.items.move(rack.items[4], to: 0)
    rack.items.move(rack.items[1], to: 3)
    #expect(rack.items.names == ["e", "b", "c", "a", "d"])
    #expect(try await shop.reopened(stored) == ["e", "b", "c", "a", "d"])
    shop.context.undo()
    #expect(rack.items.names == ["a", "b", "c", "d", "e"])
    #expect(try await shop.reopened(stored) == ["a", "b", "c", "d", "e"])
    rack.items.remove(at: 2)
    #expect(rack.items.names == ["a", "b", "d", "e"] && rack.items.count == 4)
    rack.items.replace(with: rack.items.reversed())
    #expect(try await shop.reopened(stored) == ["e", "d", "b", "a"])
  }

  @Test(
    "A member that a child inserts where it was before is there in the parent too", arguments: [false, true])
  func childInsertsAgain(isDistant: Bool) async throws {
    let shop = try Shop()
    let (rack, item) = (try shop.rack("a"), try shop.volume("b"))
    rack.items.insert(item, at: 1)
    rack.items.remove(at: 1)
    for name in ["c", "d"] { rack.items.append(try shop.volume(name)) }
    let (owner, id) = (rack.objectID, item.objectID)
    let insert = { @Sendable (context: ManagedObjectContext) in
      guard let rack = context.object(with: owner) as? Rack, let item = context.object(with: id) as? Item
      else { return }
      rack.items.insert(item, at: 1)
    }
    if isDistant {
      let child = try await shop.container.makeChild()
      await child.perform(insert)
      try await child.save()
    } else {
      let child = ManagedObjectContext(parent: shop.context)
      insert(child)
      try child.save()
    }
    #expect(rack.items.names == ["a", "b", "c", "d"])
  }

  @Test("An unsaved insertion keeps its place when another context puts the object somewhere else")
  func insertionBesideOthers() async throws {
    let shop = try Shop(policy: .objectTrumps)
    let (rack, other) = (try shop.rack("a", "b", "c"), try shop.rack("x", "y", "z"))
    let item = rack.items.remove(at: 1)
    try shop.context.save()
    rack.items.insert(item, at: 1)
    let worker = try shop.container.makeBackgroundContext()
    let (id, owner) = (item.objectID, other.objectID)
    await worker.perform { context in
      guard let rack = context.object(with: owner) as? Rack, let item = context.object(with: id) as? Item
      else { return }
      rack.items.append(item)
    }
    try await worker.save()
    #expect(rack.items.names == ["a", "b", "c"] && other.items.names == ["x", "y", "z"])
  }

  @Test("A new order changes as few members as possible")
  func fewChanges() throws {
    let shop = try Shop()
    let rack = try shop.rack("a", "b", "c", "d", "e")
    try shop.context.save()
    func replace(_ names: String...) throws -> Set<String> {
      let items = Dictionary(uniqueKeysWithValues: rack.items.map { ($0.name, $0) })
      rack.items.replace(with: try names.map { try items[$0] ?? shop.volume($0) })
      #expect(rack.items.names == names)
      let changed = shop.context.updatedObjects + shop.context.insertedObjects
      try shop.context.save()
      return Set(changed.compactMap { $0 as? Item }.names)
    }
    #expect(try replace("e", "a", "b", "c", "d") == ["e"])
    #expect(try replace("e", "a", "x", "y", "b", "d") == ["x", "y", "c"])
    #expect(try replace("e", "x", "y", "b", "a", "d", "z") == ["a", "z"])
    #expect(try replace("e", "x", "y", "b", "a", "d", "z") == [])
  }

  @Test("Members stay in order when there is no place left between two of them")
  func noRoom() async throws {
    let shop = try Shop()
    let rack = try shop.rack("a", "b")
    let customer = try shop.context.insert(Customer.self)
    customer.wishes.replace(with: rack.items)
    for number in 0..<30 {
      for items in [rack.items, customer.wishes] {
        guard let first = items.first else { continue }
        let wanted: [Item] = try [first, shop.volume("\(number)")] + Array(items.dropFirst())
        items.replace(with: wanted)
      }
    }
    let names = ["a"] + (0..<30).reversed().map(String.init) + ["b"]
    #expect(rack.items.names == names && customer.wishes.names == names)
    let stored = { @Sendable (context: ManagedObjectContext) in
      try context.fetch(FetchRequest<Customer>()).first?.wishes.names
    }
    #expect(try await shop.reopened(stored) == names)
  }

  @Test("A long list can be reversed")
  func long() throws {
    let shop = try Shop(inMemory: true)
    let rack = try shop.rack()
    let items: [Item] = try (0..<8_000).map { try shop.volume("\($0)") }
    rack.items.replace(with: items)
    rack.items.replace(with: items.reversed())
    #expect(rack.items.objects == Array(items.reversed()))
  }

  @Test("The place of a member is no change of its values")
  func hiddenPlaces() async throws {
    let shop = try Shop()
    let rack = try shop.rack("a", "b")
    try shop.context.save()
    let item = rack.items[0]
    var changes = item.changes.makeAsyncIterator()
    rack.items.move(item, to: 1)
    #expect(item.changedValuesForCurrentEvent().isEmpty)
    shop.context.processPendingChanges()
    item.name = "c"
    #expect(item.changedValuesForCurrentEvent() == ["name": .string("c")])
    shop.context.processPendingChanges()
    #expect(await changes.next() == ObjectChange(values: ["name": .string("c")]))
  }

  @Test("The order can be changed by name, and a rule for conflicts does not see the places")
  func byName() async throws {
    let shop = try Shop()
    let rack = try shop.rack("a", "b")
    let items = rack.mutableOrderedSetValue(forKey: "items")
    items.move(items[1], to: 0)
    #expect(rack.items.names == ["b", "a"])
    try shop.context.save()
    let names = Mutex<Set<String>>([])
    let policy = MergePolicy.custom(
      ConflictRule("names") { conflict in
        names.withLock { $0.formUnion(conflict.stored.map { Array($0.keys) } ?? []) }
        return .object
      })
    let worker = try shop.container.makeBackgroundContext(mergePolicy: policy)
    let id = rack.items[0].objectID
    await worker.perform { ($0.object(with: id) as? Item)?.name = "worker's" }
    rack.items[0].name = "mine"
    try shop.context.save()
    try await worker.save()
    #expect(names.withLock { $0.contains("name") && !$0.contains { $0.contains("@") } })
  }

  @Test("Both ends of a many-to-many relationship can be ordered for themselves", arguments: [false, true])
  func manyToMany(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let customer = try shop.context.insert(Customer.self)
    for name in ["a", "b", "c"] { customer.wishes.append(try shop.volume(name)) }
    let stored = { @Sendable (context: ManagedObjectContext) in
      try context.fetch(FetchRequest<Customer>()).first?.wishes.names
    }
    #expect(try await shop.reopened(stored) == ["a", "b", "c"])
    customer.wishes.move(customer.wishes[2], to: 0)
    #expect(customer.wishes.names == ["c", "a", "b"])
    #expect(try await shop.reopened(stored) == ["c", "a", "b"])
    #expect(customer.wishes.allSatisfy { $0.wishers.ids == [customer.objectID] })
    shop.context.undo()
    #expect(try await shop.reopened(stored) == ["a", "b", "c"])
    let worker = try shop.container.makeBackgroundContext()
    try await worker.perform { context in
      let customer = try #require(try context.fetch(FetchRequest<Customer>()).first)
      customer.wishes.move(customer.wishes[0], to: 2)
    }
    try await worker.save()
    #expect(customer.wishes.names == ["b", "c", "a"])
  }

  @Test("An object can be related to others of its own entity", arguments: [false, true])
  func itself(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let (water, sea, lake) = (try shop.tag("water"), try shop.tag("sea"), try shop.tag("lake"))
    water.narrower.replace(with: [sea, lake])
    lake.narrower.append(water)
    #expect(sea.broader.ids == [water.objectID] && water.broader.ids == [lake.objectID])
    let found = try await shop.reopened { context in
      let tags = try context.fetch(FetchRequest<Topic>(order: [FetchOrder("name")]))
      return tags.map { "\($0.name ?? ""): " + $0.narrower.map { $0.name ?? "" }.joined(separator: " ") }
    }
    #expect(found == ["lake: water", "sea: ", "water: sea lake"])
  }

  @Test("There is room for any number of members between two others")
  func room() throws {
    let shop = try Shop()
    let rack = try shop.rack("first", "last")
    for number in 0..<50 { rack.items.insert(try shop.volume("\(number)"), at: 1) }
    #expect(rack.items.names == ["first"] + (0..<50).reversed().map(String.init) + ["last"])
  }

  @Test("What others do to members between two looks does not make places disagree", arguments: Late.allCases)
  func late(_ late: Late) async throws {
    let shop = try Shop()
    let (rack, other) = (try shop.context.insert(Rack.self), try shop.context.insert(Rack.self))
    let items = try ["A", "B", "C"].map { try shop.volume($0) }
    for item in items.prefix(2) { rack.items.append(item) }
    try shop.context.save()
    let (rackID, otherID, ids) = (rack.objectID, other.objectID, items.map(\.objectID))
    let worker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let stranger = try shop.container.makeBackgroundContext()
    let names = try await worker.perform { context in
      let rack = try #require(context.existingObject(with: rackID) as? Rack)
      #expect(rack.items.ids == Array(ids.prefix(2)))
      try stranger.performAndWait { context in
        let other = try #require(context.existingObject(with: late.isGone ? otherID : rackID) as? Rack)
        let item = try #require(context.existingObject(with: ids[late.isGone ? 1 : 2]) as? Item)
        other.items.append(item)
        try context.save()
      }
      // Read only now, after the members of the rack.
      let last = try #require(context.object(with: ids[1]) as? Item)
      let new = try #require(context.object(with: ids[2]) as? Item)
      #expect(rack.items.contains(last) && !rack.items.contains(new))
      switch late {
      case .there: rack.items.insert(new, at: 0)
      case .thereAtTheEnd: rack.items.append(new)
      case .gone: rack.items.move(last, to: 0)
      case .goneForGood: rack.items.remove(last)
      }
      let names = rack.items.map(\.name)
      try context.save()
      return names
    }
    #expect(names == late.names)
    let stored = try await shop.reopened { context in
      (context.object(with: rackID) as? Rack)?.items.map(\.name)
    }
    #expect(stored == late.names)
  }

  enum Late: CaseIterable {
    case there, thereAtTheEnd, gone, goneForGood

    var isGone: Bool { self == .gone || self == .goneForGood }

    var names: [String] {
      switch self {
      case .there: ["C", "A", "B"]
      case .thereAtTheEnd: ["A", "B", "C"]
      case .gone: ["B", "A"]
      case .goneForGood: ["A"]
      }
    }
  }
}
