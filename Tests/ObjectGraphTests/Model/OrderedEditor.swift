import ObjectGraph
import TestSupport

/// A random editor of ordered relationships, with the arrays that they must equal.
struct OrderedEditor: Sendable {
  /// The owners and their members, in order; an item is in at most one rack, but in any number of wish lists.
  struct State: Hashable, Sendable {
    var racks: [ManagedObjectID]
    var customers: [ManagedObjectID]
    var members: [ManagedObjectID: [ManagedObjectID]] = [:]
    var items: [ManagedObjectID] = []
  }

  var random: SeededGenerator
  var state: State

  /// Makes one change in a context and in the arrays.
  mutating func edit(_ context: ManagedObjectContext) throws {
    let isRack = Bool.random(using: &random)
    guard let owner = (isRack ? state.racks : state.customers).randomElement(using: &random) else { return }
    let members = state.members[owner] ?? []
    let set = try Self.members(of: owner, in: context)
    let member = members.randomElement(using: &random)
    let item = state.items.randomElement(using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2:
      guard let item, let object = context.object(with: item) as? Item else { return }
      let index = Int.random(in: 0...members.count, using: &random)
      set.insert(object, at: index)
      insert(item, into: owner, at: index)
    case 3, 4:
      guard let item, let object = context.object(with: item) as? Item else { return }
      set.append(object)
      insert(item, into: owner, at: members.count)
    case 5, 6, 7:
      guard let member, let object = context.object(with: member) as? Item else { return }
      set.remove(object)
      state.members[owner]?.removeAll { $0 == member }
    case 8, 9, 10:
      guard let member, let object = context.object(with: member) as? Item else { return }
      let index = Int.random(in: 0..<members.count, using: &random)
      set.move(object, to: index)
      insert(member, into: owner, at: index)
    case 11:
      let wanted = state.items.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      set.replace(with: wanted.compactMap { context.object(with: $0) as? Item })
      state.members[owner] = []
      for item in wanted { insert(item, into: owner, at: state.members[owner]?.count ?? 0) }
    case 12: try assign(item, in: context)
    case 13:
      guard let item, Int.random(in: 0..<4, using: &random) == 0 else { return }
      context.delete(context.object(with: item))
      context.processPendingChanges()
      state.items.removeAll { $0 == item }
      for owner in state.members.keys { state.members[owner]?.removeAll { $0 == item } }
    default:
      guard state.items.count < 9 else { return }
      state.items.append(try context.insert(Volume.self).objectID)
    }
  }

  /// Sets the inverse of the relationship, which appends an item to its new rack.
  private mutating func assign(_ item: ManagedObjectID?, in context: ManagedObjectContext) throws {
    guard let item, let object = context.object(with: item) as? Item else { return }
    let rack = Bool.random(using: &random) ? state.racks.randomElement(using: &random) : nil
    guard object.rack?.objectID != rack else { return }
    object.rack = rack.flatMap { context.object(with: $0) as? Rack }
    for rack in state.racks { state.members[rack]?.removeAll { $0 == item } }
    if let rack { insert(item, into: rack, at: state.members[rack]?.count ?? 0) }
  }

  private mutating func insert(_ item: ManagedObjectID, into owner: ManagedObjectID, at index: Int) {
    for other in state.racks.contains(owner) ? state.racks : [owner] {
      state.members[other]?.removeAll { $0 == item }
    }
    let count = state.members[owner]?.count ?? 0
    state.members[owner, default: []].insert(item, at: min(index, count))
  }

  static func members(
    of owner: ManagedObjectID, in context: ManagedObjectContext
  ) throws -> OrderedObjectSet<Item> {
    switch context.object(with: owner) {
    case let rack as Rack: rack.items
    case let customer as Customer: customer.wishes
    default: throw CancellationError()
    }
  }

  /// Returns the members that a context shows for the owners in `state`.
  func shown(_ context: ManagedObjectContext) throws -> [ManagedObjectID: [ManagedObjectID]] {
    var shown: [ManagedObjectID: [ManagedObjectID]] = [:]
    for owner in state.racks + state.customers {
      shown[owner] = try Self.members(of: owner, in: context).ids
    }
    return shown
  }
}
