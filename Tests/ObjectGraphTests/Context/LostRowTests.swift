import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Objects whose rows are gone")
struct LostRowTests {
  /// Reads and sets every property of an item whose row was deleted, next to an existing rack and topic.
  private nonisolated func use(_ item: Volume, in context: ManagedObjectContext, showing name: String) throws
  {
    #expect(item.isDeleted && !item.hasChanges && item.managedObjectContext == nil)
    let rack = try #require(try context.fetch(FetchRequest<Rack>()).first)
    let topic = try #require(try context.fetch(FetchRequest<Topic>()).first)
    for _ in 0..<2 {
      #expect(item.name == name && item.value(forKey: "name") == .string(name))
      #expect(item.rack == nil && item.value(forKey: "rack") == .null && item.ids(forKey: "rack").isEmpty)
      #expect(item.tags.isEmpty && item.tags.ids.isEmpty && item.wishers.objects.isEmpty)
      #expect(item.value(forKeyPath: "rack.label") == .null)
      #expect(item.value(forKeyPath: "tags.@count") == .integer(0))
      #expect(!rack.items.contains(item) && !topic.items.contains(item) && rack.highlight != item)
      #expect(item.changedValues().isEmpty && !item.hasPersistentChangedValues)
      item.name = "set"
      item.pages = 9
      item.rack = rack
      item.tags.insert(topic)
      item.mutableSetValue(forKey: "tags").replace(with: [topic])
      rack.items.append(item)
      rack.items.insert(item, at: 0)
      rack.items.move(item, to: 0)
      rack.items.replace(with: rack.items.objects + [item])
      rack.items.remove(item)
      rack.highlight = item
      topic.items.insert(item)
      topic.items.remove(item)
      item.setValue(.reference(rack.objectID), forKey: "rack")
      rack.setValue(.reference(item.objectID), forKey: "highlight")
      context.delete(item)
      context.refresh(item)
      context.detectConflicts(for: item)
      context.processPendingChanges()
    }
    #expect(!context.deletedObjects.contains(item) && !context.updatedObjects.contains(item))
    #expect(try context.existingObject(with: item.objectID) == nil)
    #expect(
      context.registeredObject(for: item.objectID) == nil && context.object(with: item.objectID) === item)
  }

  /// Returns a shop with a rack of two volumes, the first of which has a topic and is highlighted.
  private func shop() async throws -> (shop: Shop, lost: ManagedObjectID) {
    let shop = try Shop(policy: .objectTrumps)
    let rack = try shop.rack("lost", "other")
    rack.highlight = rack.items[0]
    try shop.tag("topic").items.insert(rack.items[0])
    let id = rack.items[0].objectID
    try shop.context.save()
    return (shop, id)
  }

  private func delete(_ id: ManagedObjectID, in shop: Shop) async throws {
    let worker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    await worker.perform { $0.delete($0.object(with: id)) }
    try await worker.save()
  }

  @Test(
    "An object whose row another context deleted keeps its attributes, has no relationships and takes no changes",
    arguments: [true, false])
  func main(_ isFault: Bool) async throws {
    let (shop, id) = try await shop()
    let rack = try #require(try shop.context.fetch(FetchRequest<Rack>()).first)
    #expect(rack.items.count == 2)
    let item = try #require(shop.context.object(with: id) as? Volume)
    #expect(item.name == "lost")
    if isFault { shop.context.refresh(item) } else { item.tags.insert(try shop.tag("unsaved")) }
    try await delete(id, in: shop)
    try use(item, in: shop.context, showing: isFault ? "" : "lost")
    try shop.context.save()
    #expect(rack.items.names == ["other"] && !shop.context.hasChanges)
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).names } == ["other"])
  }

  @Test("The same holds for a child that merges")
  func child() async throws {
    let (shop, id) = try await shop()
    let child = ManagedObjectContext(parent: shop.context)
    child.automaticallyMergesChangesFromParent = true
    let item = try #require(child.object(with: id) as? Volume)
    let rack = try #require(try child.fetch(FetchRequest<Rack>()).first)
    #expect(item.name == "lost" && rack.items.count == 2 && item.rack === rack)
    try await delete(id, in: shop)
    child.processPendingChanges()
    try use(item, in: child, showing: "lost")
    try child.save()
    #expect(!shop.context.hasChanges && rack.items.names == ["other"])
  }

  @Test(
    "The same holds for a worker and a child of another isolation that look again", arguments: [true, false])
  func refreshed(_ isChild: Bool) async throws {
    let (shop, id) = try await shop()
    let otherWorker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps, name: "other")
    let context =
      isChild
      ? try await shop.container.makeChild()
      : try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await context.perform { context in
      let item = try #require(context.object(with: id) as? Volume)
      let rack = try #require(try context.fetch(FetchRequest<Rack>()).first)
      #expect(item.name == "lost" && rack.items.count == 2)
      item.pages = 3
      try otherWorker.performAndWait { context in
        context.delete(context.object(with: id))
        try context.save()
      }
      context.refreshAllObjects()
      try self.use(item, in: context, showing: "lost")
      try context.save()
    }
    try await context.save()
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).names } == ["other"])
  }

  @Test("The same holds after a deletion that the context saved itself", arguments: [true, false])
  func ownDeletion(_ isWorker: Bool) async throws {
    let (shop, id) = try await shop()
    let delete = { @Sendable (context: ManagedObjectContext) in
      let item = try #require(context.object(with: id) as? Volume)
      #expect(item.name == "lost" && item.rack?.items.count == 2 && item.tags.count == 1)
      context.delete(item)
      try context.save()
      try self.use(item, in: context, showing: "lost")
      try context.save()
    }
    if isWorker {
      try await shop.container.makeBackgroundContext().perform(delete)
    } else {
      try delete(shop.context)
    }
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).names } == ["other"])
  }

  @Test(
    "An object that its parent rolls back is gone in the child; a new one that is rolled back takes no changes"
  )
  func rolledBack() throws {
    let shop = try Shop()
    let (item, rack) = (try shop.volume("new"), try shop.rack())
    let child = ManagedObjectContext(parent: shop.context)
    child.automaticallyMergesChangesFromParent = true
    let copy = try #require(child.object(with: item.objectID) as? Volume)
    #expect(copy.name == "new")
    shop.context.processPendingChanges()
    shop.context.rollback()
    for item in [item, copy] {
      #expect(item.isDeleted && item.name == "new" && item.managedObjectContext == nil)
      item.name = "set"
      #expect(item.name == "new")
    }
    rack.items.append(item)
    #expect(rack.items.isEmpty && !shop.context.hasChanges && !child.hasChanges)
  }

  @Test("An object whose deletion is undone after the save lives again as the one object of its row")
  func undone() async throws {
    let (shop, id) = try await shop()
    let item = try #require(shop.context.object(with: id) as? Volume)
    let rack = try #require(item.rack)
    shop.context.withUndoGroup(named: "Delete") { shop.context.delete(item) }
    try shop.context.save()
    #expect(item.isDeleted && item.rack == nil && rack.items.count == 1)
    shop.context.undo()
    #expect(shop.context.object(with: id) === item && item.managedObjectContext === shop.context)
    #expect(!item.isDeleted && item.rack === rack && rack.items.names == ["lost", "other"])
    #expect(item.tags.count == 1 && rack.highlight === item)
    item.name = "again"
    #expect(
      try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).names.sorted() } == ["again", "other"])
  }

  @Test("An object whose row another context inserts again is alive again", arguments: [true, false])
  func broughtBack(_ merges: Bool) async throws {
    let (shop, id) = try await shop()
    let worker = try shop.container.makeBackgroundContext()
    let item = try #require(shop.context.object(with: id) as? Volume)
    shop.context.withUndoGroup(named: "Delete") { shop.context.delete(item) }
    try shop.context.save()
    let container = shop.container
    try await worker.perform { context in
      let copy = try #require(context.object(with: id) as? Volume)
      #expect(copy.name.isEmpty && copy.isDeleted)
      let back = Gate()
      Task { @MainActor in
        container.viewContext.undo()
        try container.viewContext.save()
        back.open()
      }
      back.wait()
      if merges { context.refresh(copy) } else { _ = try context.fetch(FetchRequest<Volume>()) }
      #expect(context.object(with: id) === copy && !copy.isDeleted && copy.name == "lost")
      copy.name = "theirs"
      try context.save()
    }
    #expect(
      try await shop.reopened { try $0.fetch(FetchRequest<Volume>()).names.sorted() } == ["other", "theirs"])
  }

  @Test("A key path of an object without a context leads nowhere, and does not trap")
  func withoutContext() throws {
    let shop = try Shop()
    let item = try shop.rack("a").items[0]
    shop.context.reset()
    #expect(item.value(forKeyPath: "rack.label") == .null && item.values(forKeyPath: "tags.name").isEmpty)
    #expect(
      item.value(forKeyPath: "tags.@count") == .integer(0) && item.value(forKeyPath: "name") == .string("a"))
  }

  // MARK: Members that are deleted here

  @Test(
    "A member that is deleted here does not come back when another context puts it into a set",
    arguments: [true, false])
  func deletedMember(_ undoes: Bool) async throws {
    let shop = try Shop(policy: .objectTrumps)
    let rack = try shop.rack("other")
    let (item, topic, customer) = (
      try shop.volume("deleted"), try shop.tag("topic"), try shop.context.insert(Customer.self)
    )
    try shop.context.save()
    #expect(topic.items.objects.isEmpty && rack.items.count == 1 && customer.wishes.isEmpty)
    let ids = (item.objectID, rack.objectID, topic.objectID, customer.objectID)
    shop.context.withUndoGroup(named: "Delete") { shop.context.delete(item) }
    let worker = try shop.container.makeBackgroundContext()
    try await worker.perform { context in
      let item = try #require(context.object(with: ids.0) as? Volume)
      item.rack = context.object(with: ids.1) as? Rack
      item.pages = 7
      (context.object(with: ids.2) as? Topic)?.items.insert(item)
      (context.object(with: ids.3) as? Customer)?.wishes.append(item)
    }
    try await worker.save()
    #expect(rack.items.names == ["other"] && topic.items.ids.isEmpty && topic.items.count == 0)
    #expect(customer.wishes.isEmpty && item.isDeleted)
    shop.context.refresh(topic)
    shop.context.refresh(rack)
    #expect(rack.items.names == ["other"] && topic.items.count == 0 && topic.items.ids.isEmpty)
    if undoes {
      shop.context.undo()
      #expect(!item.isDeleted && item.pages == 7 && item.rack === rack)
      #expect(rack.items.names == ["other", "deleted"] && topic.items.objects == [item])
      #expect(customer.wishes.objects == [item])
    }
    let names = try await shop.reopened { try $0.fetch(FetchRequest<Rack>()).map { $0.items.names } }
    #expect(names == [undoes ? ["other", "deleted"] : ["other"]])
  }

  @Test(
    "An object that another context puts into a set that is deleted here obeys the delete rule",
    arguments: [
      DeleteRule.nullify, .cascade,
    ])
  func deletedOwner(_ rule: DeleteRule) async throws {
    let library = try Library(books: rule, policy: .objectTrumps)
    let (author, book) = (try library.author("Tove"), try library.book("Comet"))
    try library.context.save()
    #expect(author.books.objects.isEmpty)
    let (owner, id) = (author.objectID, book.objectID)
    library.context.withUndoGroup(named: "Delete") { library.context.delete(author) }
    let worker = try library.container.makeBackgroundContext()
    await worker.perform { ($0.object(with: id) as? Book)?.author = $0.object(with: owner) as? Author }
    try await worker.save()
    #expect(book.isDeleted == (rule == .cascade) && (book.isDeleted || book.author == nil))
    library.context.undo()
    #expect(!author.isDeleted && !book.isDeleted && book.author === author && author.books.objects == [book])
    #expect(!book.hasPersistentChangedValues && !author.hasPersistentChangedValues)
  }
}
