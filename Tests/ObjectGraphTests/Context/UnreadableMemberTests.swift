import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Changes of members that cannot be read")
struct UnreadableMemberTests {
  private let store: CountingStore
  private let container: PersistentContainer
  /// The IDs of three items: the first two are in the rack, and are the wishes of the customer.
  private let items: [ManagedObjectID]
  private let (rack, customer): (ManagedObjectID, ManagedObjectID)
  /// The IDs of two topics: the first item has the first one.
  private let topics: [ManagedObjectID]
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    store = CountingStore(InMemoryStore(model: try Bookshop.model()))
    container = try PersistentContainer(store: store)
    let context = container.viewContext
    let items = try ["a", "b", "c"].map { name in
      let item = try context.insert(Volume.self)
      item.name = name
      return item
    }
    let topics = try ["sea", "sky"].map { name in
      let topic = try context.insert(Topic.self)
      topic.name = name
      return topic
    }
    let (rack, customer) = (try context.insert(Rack.self), try context.insert(Customer.self))
    for item in items.prefix(2) {
      rack.items.append(item)
      customer.wishes.append(item)
    }
    items[0].tags.insert(topics[0])
    try context.save()
    (self.items, self.topics) = (items.map(\.objectID), topics.map(\.objectID))
    (self.rack, self.customer) = (rack.objectID, customer.objectID)
    context.reset()
  }

  private func existing<Object: ManagedObject>(_ id: ManagedObjectID) throws -> Object {
    try #require(try context.existingObject(with: id) as? Object)
  }

  /// Checks that a change is lost while the store cannot be read, that the next save says so, and that the same change is
  /// saved afterwards.
  private func lose(_ change: () -> Void) throws {
    store.isFailing = true
    change()
    store.isFailing = false
    #expect(!context.hasChanges)
    #expect(throws: StoreError.self) { try context.save() }
    change()
    try context.save()
    context.reset()
  }

  @Test("The save after a removal that was lost throws the reason", arguments: [true, false])
  func removal(fromItem: Bool) throws {
    let (item, topic): (Volume, Topic) = (try existing(items[0]), try existing(topics[0]))
    try lose { if fromItem { item.tags.remove(topic) } else { topic.items.remove(item) } }
    let stored: Volume = try existing(items[0])
    #expect(stored.tags.isEmpty)
  }

  @Test("A fault whose removal was lost stays among the members, and the next save throws the reason")
  func removalOfFault() throws {
    let owner: Rack = try existing(rack)
    #expect(owner.items.ids == Array(items.prefix(2)))
    let fault = try #require(context.object(with: items[1]) as? Volume)
    #expect(fault.isFault)
    store.isFailing = true
    owner.items.remove(fault)
    store.isFailing = false
    #expect(owner.items.ids == Array(items.prefix(2)))
    try lose { owner.items.remove(fault) }
    let stored: Rack = try existing(rack)
    #expect(stored.items.ids == [items[0]])
  }

  @Test(
    "The save after an addition to an ordered relationship that was lost throws the reason", arguments: 0..<3)
  func addition(way: Int) throws {
    let (owner, item): (Rack, Volume) = (try existing(rack), try existing(items[2]))
    try lose {
      switch way {
      case 0: owner.items.append(item)
      case 1: owner.items.insert(item, at: 2)
      default: item.rack = owner
      }
    }
    let stored: Rack = try existing(rack)
    #expect(stored.items.names == ["a", "b", "c"])
  }

  @Test(
    "The save after a lost addition whose inverse is ordered throws the reason", arguments: [true, false])
  func join(readsInverse: Bool) throws {
    let (owner, item): (Customer, Volume) = (try existing(customer), try existing(items[2]))
    if readsInverse { #expect(item.wishers.ids.isEmpty) }
    try lose { item.wishers.insert(owner) }
    let stored: Customer = try existing(customer)
    #expect(stored.wishes.names == ["a", "b", "c"])
  }

  @Test(
    "The save after a move that was lost throws the reason, also if the members are known",
    arguments: [true, false])
  func move(isKnown: Bool) throws {
    let (owner, item): (Customer, Volume) = (try existing(customer), try existing(items[1]))
    if isKnown { #expect(owner.wishes.ids.count == 2) }
    try lose { owner.wishes.move(item, to: 0) }
    let stored: Customer = try existing(customer)
    #expect(stored.wishes.names == ["b", "a"])
  }

  @Test("The save after a replacement of members that was lost throws the reason")
  func replacement() throws {
    let (item, topic): (Volume, Topic) = (try existing(items[0]), try existing(topics[1]))
    try lose { item.tags.replace(with: [topic]) }
    let stored: Volume = try existing(items[0])
    #expect(stored.tags.ids == [topics[1]])
  }

  @Test("The save after a replacement of ordered members that was lost throws the reason")
  func orderedReplacement() throws {
    let (owner, first, last): (Rack, Volume, Volume) = (
      try existing(rack), try existing(items[2]), try existing(items[0])
    )
    try lose { owner.items.replace(with: [first, last]) }
    let stored: Rack = try existing(rack)
    #expect(stored.items.names == ["c", "a"])
  }
}
