public import ObjectModel

/// The destination objects of an ordered to-many relationship.
///
/// The set is a view: it always shows the current state. An object is in it at most once. Positions with gaps
/// between them keep the order (as in Core Data's files). Therefore inserting an object between two others
/// changes no third object; all objects get new positions only if no gap is left.
public struct OrderedObjectSet<Member: ManagedObject>: ToManyView, RandomAccessCollection {
  /// `true`: the relationship must be ordered.
  public static var isOrdered: Bool { true }

  private let base: ManagedObject
  /// The object whose relationship this is.
  public var owner: ManagedObject { base.resolved }
  /// The relationship.
  public let relationship: RelationshipDescription

  /// Looks at a relationship of an object; that there is none of the name, or that it has no order, is a programmer's
  /// mistake.
  public init(owner: ManagedObject, name: String) {
    base = owner
    relationship = owner.toMany(name)
    require(
      relationship.isOrdered,
      "\(owner.entity.name).\(name) has no order: declare an ObjectSet, or make it ordered in the model")
  }

  /// The IDs of the members in their order; reads their rows the first time.
  ///
  /// O(n log n) after a change, O(1) otherwise.
  public var ids: [ManagedObjectID] {
    guard let context = owner.managedObjectContext else { return [] }
    context.loadMembers(of: relationship, owner: owner)
    return owner.members[relationship.name]?.ordered() ?? []
  }

  /// The members in their order.
  public var objects: [Member] { owner.objects(ids) }

  /// Returns a Boolean value that indicates whether `member` is a destination object of the relationship.
  public func contains(_ member: Member) -> Bool { owner.hasMember(member, relationship) }

  // MARK: Changing

  /// Appends an object; an existing member moves to the end.
  ///
  /// Has no effect if the row of either object is gone. This applies to the methods below, too.
  ///
  /// - Precondition: `member` belongs to the same context. This applies to the methods below, too.
  public func append(_ member: Member) {
    guard owner.loadMembersForChange(relationship) else { return }
    if contains(member) { return move(member, to: count - 1) }
    owner.insertMember(member, relationship)
  }

  /// Inserts an object before the one at an index; an existing member moves there.
  ///
  /// - Precondition: The index is valid. This applies to the methods below, too.
  public func insert(_ member: Member, at index: Int) {
    guard owner.acceptsChanges, member.acceptsChanges, owner.loadMembersForChange(relationship) else {
      return
    }
    require((0...count).contains(index), "there is no place \(index) among \(count) members")
    if contains(member) { return move(member, to: Swift.min(index, count - 1)) }
    owner.insertMember(member, relationship, position: place(index, among: ids))
  }

  /// Removes an object from the relationship, if it is a member.
  public func remove(_ member: Member) {
    owner.managedObjectContext?.removeMember(member, relationship, of: owner)
  }

  /// Takes the member at a place away, and returns it.
  @discardableResult
  public func remove(at index: Int) -> Member {
    let member = self[index]
    remove(member)
    return member
  }

  /// Moves a member to a place, which it has afterwards.
  public func move(_ member: Member, to index: Int) {
    guard owner.acceptsChanges, member.acceptsChanges, owner.loadMembersForChange(relationship) else {
      return
    }
    require(indices.contains(index), "there is no place \(index) among \(count) members")
    let others = ids.filter { $0 != member.objectID }
    guard others.count < count, ids[index] != member.objectID else { return }
    let place = place(index, among: others)
    owner.managedObjectContext?.moveMember(member, relationship, of: owner, to: place)
  }

  /// Makes these the members, in this order, and no others; of an object that comes twice the first counts.
  ///
  /// Changes only the members that come, go or move, as few as possible, and all if no place is left between two others.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members before and after.
  public func replace(with members: some Sequence<Member>) {
    guard owner.acceptsChanges, let context = owner.managedObjectContext,
      owner.loadMembersForChange(relationship)
    else { return }
    var seen: Set<ManagedObjectID> = []
    let wanted = members.filter { $0.acceptsChanges && seen.insert($0.objectID).inserted }
    for member in objects where !seen.contains(member.objectID) { remove(member) }
    let places = owner.members[relationship.name]?.places(inOrder: wanted.map(\.objectID)) ?? []
    for (member, place) in zip(wanted, places) {
      if !contains(member) {
        owner.insertMember(member, relationship, position: place)
      } else if owner.members[relationship.name]?.position(of: member.objectID) != place {
        context.moveMember(member, relationship, of: owner, to: place)
      }
    }
  }

  /// A place that comes at `index` of the members `others`; gives all of them new places when there is no room.
  private func place(_ index: Int, among others: [ManagedObjectID]) -> Int64 {
    let left = index > 0 ? others[index - 1] : nil
    let right = index < others.count ? others[index] : nil
    if let place = owner.members[relationship.name]?.position(after: left, before: right) { return place }
    let places = MemberSet.positions(others.count + 1)
    for (offset, id) in others.enumerated() {
      guard let member = owner.managedObjectContext?.object(with: id) else { continue }
      owner.managedObjectContext?.moveMember(
        member, relationship, of: owner, to: places[offset < index ? offset : offset + 1])
    }
    return places[index]
  }
}

extension OrderedObjectSet {
  /// The place of the first member.
  public var startIndex: Int { 0 }
  /// The place after the last member.
  public var endIndex: Int { count }
  /// The number of members; the first access reads their rows.
  ///
  /// A count alone, read from the store, would not be a valid end index: another context can commit between
  /// reading it and using it.
  public var count: Int { ids.count }

  /// The member at a place.
  public subscript(position: Int) -> Member {
    let ids = ids
    require(ids.indices.contains(position), "there is no place \(position) among \(ids.count) members")
    let id = ids[position]
    guard let member = owner.managedObjectContext?.object(with: id) as? Member else {
      misuse("\(id) is no \(Member.self): the class belongs to another entity")
    }
    return member
  }
}
