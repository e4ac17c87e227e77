import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Many-to-many relationships", .timeLimit(.minutes(10)))
struct ManyToManyTests {
  @Test("Both ends say the same, before a save and after it", arguments: [false, true])
  func bothEnds(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    let birds = try shop.volume("Birds")
    birds.tags.insert(sea)
    sky.items.insert(birds)
    birds.tags.insert(sea)
    #expect(birds.tags.ids == [sea.objectID, sky.objectID])
    #expect(sea.items.ids == [birds.objectID] && sky.items.contains(birds) && birds.tags.count == 2)
    let found = try await shop.reopened { context in
      let birds = try #require(try context.fetch(FetchRequest<Volume>()).first)
      return (
        birds.tags.count, Set(birds.tags.map { $0.name ?? "" }), birds.tags.allSatisfy { $0.items.count == 1 }
      )
    }
    #expect(found == (2, ["sea", "sky"], true))
    birds.tags.remove(sea)
    #expect(sea.items.isEmpty && !birds.tags.contains(sea))
    #expect(
      try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).first?.tags.map(\.name) } == ["sky"])
  }

  @Test(
    "A request for the members of a relationship finds them by further conditions, saved or not",
    arguments: [false, true], [false, true])
  func requests(inMemory: Bool, isSaved: Bool) throws {
    let shop = try Shop(inMemory: inMemory)
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    let rack = try shop.rack("Fish", "Birds", "Boats")
    let (fish, birds, boats) = (rack.items[0], rack.items[1], rack.items[2])
    sea.items.insert(contentsOf: [fish, boats])
    birds.tags.insert(sky)
    if isSaved { try shop.context.save() }
    func names(_ request: FetchRequest<Item>) throws -> [String] { try shop.context.fetch(request).names }
    let startsWithB = TypedPredicate<Item>(try FetchPredicate("name BEGINSWITH 'B'"))
    let byName = TypedOrder<Item>(FetchOrder("name"))
    #expect(try names(sea.items.request(order: [byName])) == ["Boats", "Fish"])
    #expect(try names(sea.items.request(where: startsWithB)) == ["Boats"])
    #expect(try shop.context.count(sky.items.request(where: startsWithB)) == 1)
    #expect(try shop.context.fetch(birds.tags.request()) == [sky])
    #expect(try names(rack.items.request(where: startsWithB, order: [byName])) == ["Birds", "Boats"])
    #expect(try names(rack.items.request(order: [byName], limit: 1)) == ["Birds"])
    let request = rack.items.request(where: startsWithB)
    rack.items.remove(boats)
    #expect(try names(request) == ["Birds"])
  }

  @Test(
    "A set has a first member, takes several objects, and gives up all of them", arguments: [false, true])
  func wholeSets(isSaved: Bool) throws {
    let shop = try Shop()
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    let (rack, birds) = (try shop.rack("Fish", "Boats"), try shop.volume("Birds"))
    #expect(birds.tags.first == nil)
    birds.tags.insert(contentsOf: [sky, sea])
    if isSaved { try shop.context.save() }
    #expect(birds.tags.first == sea && birds.tags.count == 2)
    birds.tags.removeAll()
    rack.items.removeAll()
    #expect(birds.tags.isEmpty && sea.items.isEmpty && rack.items.isEmpty)
    #expect(try shop.context.count(FetchRequest<Item>(where: FetchPredicate("rack != NIL"))) == 0)
  }

  @Test(
    "An object that goes leaves its relationships, and undo puts all of them back", arguments: [false, true])
  func deleting(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    let birds = try shop.volume("Birds")
    birds.tags.replace(with: [sea, sky])
    try shop.context.save()
    for saves in [false, true] {
      shop.context.withUndoGroup(named: "Delete") { shop.context.delete(sea) }
      #expect(birds.tags.ids == [sky.objectID])
      if saves {
        #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).first?.tags.count } == 1)
      }
      shop.context.undo()
      #expect(birds.tags.ids == [sea.objectID, sky.objectID])
      #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).first?.tags.count } == 2)
    }
    shop.context.redo()
    #expect(birds.tags.ids == [sky.objectID])
    shop.context.undo()
    shop.context.rollback()
    #expect(birds.tags.count == 2)
  }

  @Test("An undo restores no join row of an object that another context has deleted")
  func undoBesideDeletion() async throws {
    let shop = try Shop(inMemory: true)
    let (sea, birds) = (try shop.tag("sea"), try shop.volume("Birds"))
    birds.tags.insert(sea)
    try shop.context.save()
    birds.tags.remove(sea)
    try shop.context.save()
    let id = sea.objectID
    try await shop.container.makeBackgroundContext().perform { context in
      context.delete(context.object(with: id))
      try context.save()
    }
    await shop.container.coordinator.drain()
    shop.context.undo()
    #expect(birds.tags.ids.isEmpty && !shop.context.hasChanges)
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).first?.tags.count } == 0)
  }

  @Test("An observer of saves is notified of the changed objects, not of their join rows")
  func changes() async throws {
    let shop = try Shop()
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    let birds = try shop.volume("Birds")
    birds.tags.insert(sea)
    try shop.context.save()
    var reported: [ContextChanges] = []
    let observation = shop.context.observeSaves { save in
      switch save {
      case .will(let changes): reported.append(changes)
      case .did(let report): reported.append(report.changes)
      }
    }
    birds.tags.remove(sea)
    birds.tags.insert(sky)
    #expect(birds.changedMembers(forKey: "tags") == ([sky.objectID], [sea.objectID]))
    #expect(sky.changedMembers(forKey: "items") == ([birds.objectID], []))
    let new = try shop.tag("new")
    (sea.name, birds.name) = ("ocean", "Fish")
    shop.context.delete(sky)
    shop.context.processPendingChanges()
    #expect(shop.context.insertedObjects == [new] && shop.context.deletedObjects == [sky])
    #expect(Set(shop.context.updatedObjects) == [sea, birds])
    #expect(birds.changedMembers(forKey: "tags") == ([], [sea.objectID]))
    #expect(shop.context.registeredObject(for: sea.objectID) === sea)
    #expect(
      shop.context.registeredObject(
        for: ManagedObjectID(entity: sea.objectID.entity, key: 999, in: sea.objectID.store)) == nil)
    let ids = (new.objectID, sky.objectID)
    try shop.context.save()
    #expect(reported.count == 2)
    for changes in reported {
      #expect(changes.inserted == [ids.0] && changes.deleted == [ids.1])
      #expect(changes.updated == [sea.objectID, birds.objectID])
    }
    withExtendedLifetime(observation) {}
  }

  @Test("Predicates and counts go through them, in memory and in the store", arguments: [false, true])
  func predicates(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let (sea, sky) = (try shop.tag("sea"), try shop.tag("sky"))
    try shop.volume("Birds").tags.replace(with: [sea, sky])
    try shop.volume("Boats").tags.replace(with: [sea])
    try shop.volume("Bricks")
    let cases = [
      ("ANY tags.name == 'sea'", ["Birds", "Boats"]), ("tags.@count == 2", ["Birds"]),
      ("ALL tags.name == 'sea'", ["Boats", "Bricks"]), ("NONE tags.name == 'sky'", ["Boats", "Bricks"]),
    ]
    for (format, names) in cases {
      let request = FetchRequest<Item>(where: try FetchPredicate(format), order: [FetchOrder("name")])
      #expect(try shop.context.fetch(request).names == names, "\(format), unsaved")
      let found = try await shop.reopened { context in
        try context.fetch(FetchRequest<Item>(where: FetchPredicate(format), order: [FetchOrder("name")]))
          .names
      }
      #expect(found == names, "\(format)")
    }
    let bySea = FetchRequest<Item>(where: try FetchPredicate("ANY tags.name == 'ocean'"))
    sea.name = "ocean"
    #expect(try shop.context.count(bySea) == 2)
    sea.items.remove(try #require(try shop.context.fetch(bySea).first))
    #expect(try shop.context.count(bySea) == 1)
  }

  @Test("A worker's changes of members reach the main context", arguments: [false, true])
  func worker(inMemory: Bool) async throws {
    let shop = try Shop(policy: .objectTrumps, inMemory: inMemory)
    let (sea, birds) = (try shop.tag("sea"), try shop.volume("Birds"))
    birds.tags.insert(sea)
    try shop.context.save()
    await shop.container.coordinator.drain()
    var changes: [ContextChanges] = []
    let observation = shop.context.observe { changes.append($0) }
    let worker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let tag = try context.insert(Topic.self)
      tag.name = "sky"
      tag.items.insert(try #require(try context.fetch(FetchRequest<Volume>()).first))
    }
    try await worker.save()
    #expect(Set(birds.tags.map { $0.name ?? "" }) == ["sea", "sky"])
    #expect(changes.contains { $0.onlyMembersChanged == [birds.objectID] })
    #expect(changes.allSatisfy { $0.inserted.allSatisfy { $0.entity <= 7 } })
    try await worker.perform { context in
      try #require(try context.fetch(FetchRequest<Volume>()).first).tags.replace(with: [])
    }
    try await worker.save()
    #expect(birds.tags.isEmpty && sea.items.isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test("Two contexts that join the same two objects make no conflict", arguments: [false, true])
  func joinedTwice(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let (sea, birds) = (try shop.tag("sea"), try shop.volume("Birds"))
    try shop.context.save()
    let worker = try shop.container.makeBackgroundContext()
    try await worker.perform { context in
      let tag = try #require(try context.fetch(FetchRequest<Topic>()).first)
      try #require(try context.fetch(FetchRequest<Volume>()).first).tags.insert(tag)
    }
    birds.tags.insert(sea)
    let saving = try shop.context.publish()
    try await saving.committed()
    try await worker.perform { context in
      try context.save()
      try #require(try context.fetch(FetchRequest<Volume>()).first?.tags.count == 1)
    }
    await shop.container.coordinator.drain()
    #expect(birds.tags.ids == [sea.objectID])
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Topic>()).first?.items.count } == 1)
    birds.tags.remove(sea)
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Topic>()).first?.items.count } == 0)
  }

  @Test("A member that is joined here and elsewhere at once counts once", arguments: [false, true])
  func countedOnce(inMemory: Bool) async throws {
    let shop = try Shop(policy: .objectTrumps, inMemory: inMemory)
    let ids = try {
      let customer = try shop.context.insert(Customer.self)
      return (customer.objectID, try shop.volume("Birds").objectID)
    }()
    try shop.context.save()
    // The store contains the other context's commit before this context has merged it.
    shop.context.automaticallyMergesChangesFromParent = false
    // A separate function, so that the customer and its cached relationship are released.
    @Sendable nonisolated func join(_ context: ManagedObjectContext) throws {
      let customer = try #require(try context.existingObject(with: ids.0) as? Customer)
      customer.wishes.append(try #require(try context.existingObject(with: ids.1) as? Item))
    }
    try join(shop.context)
    try await shop.container.makeBackgroundContext().perform { context in
      try join(context)
      try context.save()
    }
    let customer = try #require(try shop.context.existingObject(with: ids.0) as? Customer)
    #expect(customer.wishes.count == 1 && customer.wishes.map(\.name) == ["Birds"])
    try shop.context.save()
    #expect(customer.wishes.count == 1)
  }

  @Test("A new object that merges into an existing row keeps its members", arguments: [false, true])
  func becoming(inMemory: Bool) async throws {
    let shop = try Shop(policy: .objectTrumps, inMemory: inMemory)
    let (sea, birds, boats) = (try shop.tag("sea"), try shop.volume("Birds"), try shop.volume("Boats"))
    birds.tags.insert(sea)
    try shop.context.save()
    let again = try shop.tag("sea")
    again.items.replace(with: [birds, boats])
    try shop.context.save()
    #expect(sea.items.ids == [birds.objectID, boats.objectID])
    let worker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let again = try context.insert(Topic.self)
      again.name = "sea"
      for item in try context.fetch(FetchRequest<Item>()) { again.items.insert(item) }
      let other = try context.insert(Volume.self)
      other.tags.insert(again)
    }
    try await worker.save()
    #expect(sea.items.count == 3 && sea.items.ids.isSuperset(of: [birds.objectID, boats.objectID]))
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Topic>()).map(\.items.count) } == [3])
  }

  @Test("A whole group that throws leaves the redo of a removal, the undo of which it has repeated")
  func wholeGroupBesideRedo() throws {
    let shop = try Shop(inMemory: true)
    let (birds, sea) = (try shop.volume("Birds"), try shop.tag("sea"))
    birds.tags.insert(sea)
    try shop.context.save()
    shop.context.withUndoGroup(named: "Remove") { birds.tags.remove(sea) }
    try shop.context.save()
    shop.context.undo()
    #expect(throws: CancellationError.self) {
      try shop.context.withWholeUndoGroup(named: "Delete") {
        shop.context.delete(birds)
        throw CancellationError()
      }
    }
    #expect(birds.tags.ids == [sea.objectID])
    #expect(shop.context.undoHistory?.redoNames == ["Remove"])
    #expect(shop.context.redo() == "Remove")
    #expect(birds.tags.ids.isEmpty)
  }

  @Test("Restoring many join rows changes the undo history a few times, and keeps all of it")
  func restoredJoins() async throws {
    let shop = try Shop()
    let (context, count) = (shop.context, 40)
    let history = try #require(context.undoHistory)
    let topic = try shop.tag("topic")
    let volumes = try (0..<count).map { try shop.volume("\($0)") }
    for volume in volumes { volume.tags.insert(topic) }
    try context.save()
    for name in ["a", "b", "c"] {
      topic.name = name
      context.processPendingChanges()
    }
    for volume in volumes { context.delete(volume) }
    try await context.publish().committed()
    var notifications = 0
    history.didChange = { notifications += 1 }
    context.undo()
    #expect(notifications < 10)
    #expect(topic.items.count == count)
    history.didChange = nil
    while history.canUndo { context.undo() }
    #expect(try context.count(FetchRequest<Topic>()) == 0)
    for _ in 0..<4 { context.redo() }
    #expect(topic.items.count == count && topic.name == "c")
    context.redo()
    #expect(topic.items.isEmpty && !history.canRedo)
    try context.save()
  }

  @Test("A denied deletion is refused while there are members, and a count out of range is")
  func rules() throws {
    let shop = try Shop()
    let customer = try shop.context.insert(Customer.self)
    let birds = try shop.volume("Birds")
    customer.wishes.append(birds)
    try shop.context.save()
    shop.context.delete(customer)
    #expect(throws: ValidationError.self) { try shop.context.save() }
    shop.context.delete(birds)
    try shop.context.save()
    let other = try shop.context.insert(Customer.self)
    for number in 0..<41 { other.wishes.append(try shop.volume("\(number)")) }
    let error = #expect(throws: ValidationError.self) { try shop.context.save() }
    #expect(error?.description.contains("has 41 wishes and may have 40 at most") == true)
    other.wishes.remove(at: 0)
    try shop.context.save()
  }
}
