public import ObjectGraph

/// A random editor of items, racks, topics, and customers of a context.
public struct ShopEditor {
  /// The random number generator.
  public var random: SeededGenerator
  /// The prefix of unique values, which keeps those of two editors different.
  let prefix: String
  private var nextWord = 0

  /// Creates an editor with a seed.
  public init(seed: UInt64, prefix: String = "") {
    random = SeededGenerator(seed: seed)
    self.prefix = prefix
  }

  /// Makes one random change of the objects that the context shows.
  public mutating func edit(_ context: ManagedObjectContext) throws {
    let items = try context.fetch(FetchRequest<Item>())
    let racks = try context.fetch(FetchRequest<Rack>())
    let topics = try context.fetch(FetchRequest<Topic>())
    let customers = try context.fetch(FetchRequest<Customer>())
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: try name(context.insert(Volume.self))
    case 2: try name(context.insert(Game.self))
    case 3, 4: try name(context.insert(Puzzle.self))
    case 5: try context.insert(Rack.self).label = "rack"
    case 6: try context.insert(Topic.self).name = word()
    case 7: try context.insert(Customer.self).name = "customer"
    case 8: one(of: items)?.rack = Bool.random(using: &random) ? one(of: racks) : nil
    case 9: if let item = one(of: items) { one(of: items)?.tags.replace(with: item.tags) }
    case 10, 11: if let topic = one(of: topics) { one(of: items)?.tags.insert(topic) }
    case 12: if let item = one(of: items) { one(of: topics)?.items.remove(item) }
    case 13: one(of: racks)?.highlight = one(of: items)
    case 14: if let rack = one(of: racks) { put(one(of: items), in: rack.items) }
    case 15: if let customer = one(of: customers) { put(one(of: items), in: customer.wishes) }
    case 16: shuffle(one(of: racks)?.items)
    case 17: shuffle(one(of: customers)?.wishes)
    case 18: if let topic = one(of: topics) { put(one(of: topics), in: topic.narrower) }
    case 19: if let topic = one(of: topics) { one(of: topics)?.broader.remove(topic) }
    case 20: if let item = one(of: items) { context.delete(item) }
    case 21: if let topic = one(of: topics) { context.delete(topic) }
    case 22: if let rack = one(of: racks) { context.delete(rack) }
    default: if let customer = one(of: customers), customer.wishes.isEmpty { context.delete(customer) }
    }
  }

  private mutating func name(_ item: Item) {
    item.name = word()
    if Bool.random(using: &random) { item.code = word() }
  }

  private mutating func put<Member>(_ member: Member?, in members: OrderedObjectSet<Member>) {
    guard let member else { return }
    members.insert(member, at: Int.random(in: 0...members.count, using: &random))
  }

  private mutating func shuffle<Member>(_ members: OrderedObjectSet<Member>?) {
    // The first access lets a child merge its parent's changes, which can remove members.
    guard let members, let member = members.randomElement(using: &random), members.contains(member) else {
      return
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: members.remove(member)
    case 1: members.replace(with: members.shuffled(using: &random))
    default: members.move(member, to: Int.random(in: 0..<members.count, using: &random))
    }
  }

  private mutating func one<Object>(of objects: [Object]) -> Object? { objects.randomElement(using: &random) }

  private mutating func word() -> String {
    nextWord += 1
    return "\(prefix)\(nextWord)"
  }
}

/// Returns the values that a context shows, by object, in a form that can be compared with other contexts.
public func shopText(_ context: ManagedObjectContext) throws -> [ManagedObjectID: String] {
  var texts: [ManagedObjectID: String] = [:]
  for item in try context.fetch(FetchRequest<Item>()) {
    let own = item.changedText + " tags \(item.tags.ids.sorted()) wishers \(item.wishers.ids.sorted())"
    texts[item.objectID] = own + " rack \(item.rack?.objectID.description ?? "-")"
  }
  for rack in try context.fetch(FetchRequest<Rack>()) {
    texts[rack.objectID] = "items \(rack.items.ids) highlight \(rack.highlight?.objectID.description ?? "-")"
  }
  for topic in try context.fetch(FetchRequest<Topic>()) {
    let own = "\(topic.name ?? "-") items \(topic.items.ids.sorted())"
    texts[topic.objectID] = own + " narrower \(topic.narrower.ids) broader \(topic.broader.ids.sorted())"
  }
  for customer in try context.fetch(FetchRequest<Customer>()) {
    texts[customer.objectID] = "wishes \(customer.wishes.ids)"
  }
  return texts
}

extension Item {
  fileprivate var changedText: String {
    let own = "\(type(of: self)) \(name) \(code ?? "-")"
    switch self {
    case let puzzle as Puzzle: return own + " \(puzzle.players) \(puzzle.pieces)"
    case let game as Game: return own + " \(game.players)"
    case let volume as Volume: return own + " \(volume.pages)"
    default: return own
    }
  }
}
