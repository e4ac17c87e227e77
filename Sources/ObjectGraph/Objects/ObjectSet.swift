/// The objects at the other end of a to-many relationship, in no order.
///
/// A view: it always shows the present state. Counting does not read the members.
public struct ObjectSet<Member: ManagedObject>: ToManyView, Sequence {
  /// `false`: the members have no order.
  public static var isOrdered: Bool { false }

  private let base: ManagedObject
  private var owner: ManagedObject { base.resolved }
  /// The relationship.
  public let relationship: RelationshipDescription

  /// Looks at a relationship of an object; that there is none of the name is a programmer's mistake.
  public init(owner: ManagedObject, name: String) {
    base = owner
    relationship = owner.toMany(name)
  }

  /// How many there are.
  ///
  /// Reads a number from the store, no rows, unless the members are known already.
  public var count: Int { owner.memberCount(relationship) }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The IDs of the members; reads them from the store the first time.
  public var ids: Set<ManagedObjectID> {
    owner.managedObjectContext?.loadMembers(of: relationship, owner: owner).ids ?? []
  }

  /// The members, as faults where they have not been used yet.
  public var objects: [Member] { owner.objects(ids) }

  /// Whether `member` is at the other end.
  ///
  /// O(1); reads the members of a many-to-many relationship the first time.
  public func contains(_ member: Member) -> Bool { owner.hasMember(member, relationship) }

  /// Puts an object at the other end, and takes it from where it was before if it can be in one place only.
  ///
  /// Has no effect if the row of one of the two objects is gone. An object of another context is a programmer's mistake.
  public func insert(_ member: Member) { owner.insertMember(member, relationship) }

  /// Takes an object away, if it is at the other end.
  public func remove(_ member: Member) {
    owner.managedObjectContext?.removeMember(member, relationship, of: owner)
  }

  /// Makes these the members, and no others.
  ///
  /// O(members before and after); touches only those that come or go.
  public func replace(with members: some Sequence<Member>) {
    guard owner.acceptsChanges else { return }
    let wanted = Array(members)
    let kept = Set(wanted.map(\.objectID))
    for member in objects where !kept.contains(member.objectID) { remove(member) }
    for member in wanted where !contains(member) { insert(member) }
  }
}

extension ObjectSet {
  /// Goes over the members, in no order.
  public func makeIterator() -> IndexingIterator<[Member]> { objects.makeIterator() }
}

// MARK: - What sets with and without an order have in common

extension ManagedObject {
  /// The to-many relationship of that name; that there is none is a programmer's mistake.
  final func toMany(_ name: String) -> RelationshipDescription {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toMany else {
      misuse("\(entity.name) has no to-many relationship \(name): add it to the model")
    }
    return relationship
  }

  final func memberCount(_ relationship: RelationshipDescription) -> Int {
    members[relationship.name]?.ids.count
      ?? managedObjectContext?.countMembers(of: relationship, owner: objectID) ?? 0
  }

  final func hasMember(_ member: ManagedObject, _ relationship: RelationshipDescription) -> Bool {
    guard let context = managedObjectContext else { return false }
    // Members that are known count: the other end may have been read later, and say otherwise.
    if relationship.link == nil, !relationship.isOrdered, members[relationship.name] == nil,
      let inverse = relationship.inverse
    {
      return member.value(forKey: inverse) == .reference(objectID)
    }
    return context.loadMembers(of: relationship, owner: self).row(of: member.objectID) != nil
  }

  final func insertMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, position: Int64? = nil
  ) {
    guard let context else {
      misuse(
        "the context of \(entity.name) \(objectID) is gone: fetch the object in another one")
    }
    let member = member.resolved
    require(
      member.context === context,
      "the two objects live in different contexts: get the other one by object(with: id) first")
    context.insertMember(member, relationship, of: self, position: position)
  }

  final func objects<Member>(_ ids: some Sequence<ManagedObjectID>) -> [Member] {
    guard let context = managedObjectContext else { return [] }
    return ids.compactMap { context.object(with: $0) as? Member }
  }
}
