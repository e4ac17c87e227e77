public import ObjectModel

/// The destination objects of an unordered to-many relationship.
///
/// The set is a view: it always shows the current state. Counting does not read the members.
public struct ObjectSet<Member: ManagedObject>: ToManyView, Sequence {
  /// `false`: the members have no order.
  public static var isOrdered: Bool { false }

  private let base: ManagedObject
  /// The object whose relationship this is.
  public var owner: ManagedObject { base.resolved }
  /// The relationship.
  public let relationship: RelationshipDescription

  /// Creates a view of a relationship of an object.
  ///
  /// - Precondition: The entity of `owner` has a to-many relationship with this name.
  public init(owner: ManagedObject, name: String) {
    base = owner
    relationship = owner.toMany(name)
  }

  /// The number of members.
  ///
  /// Unless the members are known already, this reads only a number from the store and no rows.
  public var count: Int { owner.memberCount(relationship) }

  /// A Boolean value that indicates whether the relationship has no members.
  public var isEmpty: Bool { count == 0 }

  /// The IDs of the members; the first access reads them from the store.
  public var ids: Set<ManagedObjectID> {
    owner.managedObjectContext?.loadMembers(of: relationship, owner: owner).ids ?? []
  }

  /// The members, as faults if they have not been used yet.
  public var objects: [Member] { owner.objects(ids) }

  /// The member with the lowest ID, as a fault if it has not been used yet; nil if there are none.
  ///
  /// - Complexity: O(*n*) in the number of members. The first access reads their IDs.
  public var first: Member? { ids.min().flatMap { owner.managedObjectContext?.object(with: $0) as? Member } }

  /// Returns a Boolean value that indicates whether `member` is a destination object of the relationship.
  ///
  /// - Complexity: O(1). The first call reads the members of a many-to-many relationship.
  public func contains(_ member: Member) -> Bool { owner.hasMember(member, relationship) }

  /// Inserts an object into the relationship, and removes it from its previous owner if the inverse is
  /// to-one.
  ///
  /// Has no effect if the row of either object is gone.
  ///
  /// - Precondition: `member` belongs to the same context.
  public func insert(_ member: Member) { owner.insertMember(member, relationship) }

  /// Inserts several objects into the relationship, one after the other.
  ///
  /// - Precondition: The objects belong to the same context.
  public func insert(contentsOf members: some Sequence<Member>) {
    for member in members { insert(member) }
  }

  /// Removes an object from the relationship, if it is a member.
  public func remove(_ member: Member) {
    owner.managedObjectContext?.removeMember(member, relationship, of: owner)
  }

  /// Replaces the members.
  ///
  /// - Complexity: O(*n*) in the number of members before and after; changes only those that are added or
  ///   removed.
  public func replace(with members: some Sequence<Member>) {
    guard owner.acceptsChanges, owner.loadMembersForChange(relationship) else { return }
    let wanted = Array(members)
    let kept = Set(wanted.map(\.objectID))
    for member in objects where !kept.contains(member.objectID) { remove(member) }
    for member in wanted where !contains(member) { insert(member) }
  }
}

extension ObjectSet {
  /// Returns an iterator over the members in no particular order.
  public func makeIterator() -> IndexingIterator<[Member]> { objects.makeIterator() }
}

// MARK: - What sets with and without an order have in common

extension ManagedObject {
  /// Returns the to-many relationship with this name.
  ///
  /// - Precondition: The relationship exists.
  final func toMany(_ name: String) -> RelationshipDescription {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toMany else {
      misuse("\(entity.name) has no to-many relationship \(name): add it to the model")
    }
    return relationship
  }

  final func memberCount(_ relationship: RelationshipDescription) -> Int {
    members[relationship.name]?.ids.count
      // If the store cannot be read, there are no members. The next call reads again.
      ?? (try? managedObjectContext?.countMembers(of: relationship, owner: objectID)) ?? 0
  }

  /// Caches the members of a relationship that is about to change.
  ///
  /// - Returns: `false` if they cannot be read. The change must then have no effect.
  final func loadMembersForChange(_ relationship: RelationshipDescription) -> Bool {
    // Without a context the setter says what is wrong.
    managedObjectContext?.loadMembersForChange(of: relationship, owner: self) ?? true
  }

  final func hasMember(_ member: ManagedObject, _ relationship: RelationshipDescription) -> Bool {
    guard let context = managedObjectContext else { return false }
    // Members that are known count: the inverse may have been read later and may differ.
    if relationship.link == nil, !relationship.isOrdered, members[relationship.name] == nil,
      let inverse = relationship.inverse
    {
      // A deleted object keeps its references, and is not a member.
      return member.value(forKey: inverse) == .reference(objectID) && !member.isDeleted
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
