/// Relationships by name, to one and to many.
extension ManagedObject {
  /// The IDs of the objects at the other end: reads the members of a to-many relationship the first time, and makes no
  /// objects.
  ///
  /// A name that is not that of a relationship is a programmer's mistake, here and below.
  public final func ids(forKey name: String) -> Set<ManagedObjectID> {
    let relationship = relationship(name)
    switch relationship.cardinality {
    case .toOne: return Set([value(forKey: name).reference].compactMap { $0 })
    case .toMany:
      noteMembersAccess()
      return managedObjectContext?.loadMembers(of: relationship, owner: resolved).ids ?? []
    }
  }

  /// The objects at the other end, as faults where they have not been used yet: in the order of the relationship, or of
  /// their IDs if it has none.
  public final func objects(forKey name: String) -> [ManagedObject] {
    var ids = ids(forKey: name).sorted()
    if relationship(name).isOrdered { ids = resolved.members[name]?.ordered() ?? ids }
    return ids.compactMap { managedObjectContext?.object(with: $0) }.filter { !$0.isGone }
  }

  /// The IDs of the objects at the other end, in their order, without keeping them: for a look at a relationship of
  /// many members.
  ///
  /// Throws what the store throws.
  public final func objectIDs(forRelationshipNamed name: String) throws -> [ManagedObjectID] {
    let relationship = relationship(name)
    guard relationship.cardinality == .toMany else { return ids(forKey: name).sorted() }
    return try managedObjectContext.map { context in
      let ids = try context.members(of: relationship, owner: objectID)
      return relationship.isOrdered ? ids : ids.sorted()
    } ?? []
  }

  /// A to-many relationship by name, as a set that shows and changes it.
  ///
  /// What is inserted must be of the entity at the other end.
  public final func mutableSetValue(forKey name: String) -> ObjectSet<ManagedObject> {
    noteMembersAccess()
    return ObjectSet(owner: self, name: name)
  }

  /// An ordered to-many relationship by name, as a collection that shows and changes it.
  ///
  /// What is inserted must be of the entity at the other end; a relationship without order is a programmer's mistake.
  public final func mutableOrderedSetValue(forKey name: String) -> OrderedObjectSet<ManagedObject> {
    noteMembersAccess()
    return OrderedObjectSet(owner: self, name: name)
  }

  /// Whether the other end is not in memory yet: the members of a to-many relationship, or the values of the object
  /// of a to-one relationship.
  public final func hasFault(forRelationshipNamed name: String) -> Bool {
    if relationship(name).cardinality == .toMany { return resolved.members[name] == nil }
    if isFault { return true }
    guard let id = value(forKey: name).reference else { return false }
    return managedObjectContext?.registered[id]?.object?.isFault ?? true
  }

  /// Which members a to-many relationship has won and lost since the last save.
  ///
  /// O(changed objects of the entity at the other end).
  public final func changedMembers(
    forKey name: String
  ) -> (added: Set<ManagedObjectID>, removed: Set<ManagedObjectID>) {
    var (added, removed): (Set<ManagedObjectID>, Set<ManagedObjectID>) = ([], [])
    guard let context = managedObjectContext, let membership = context.model.membership(relationship(name))
    else { return (added, removed) }
    func member(_ row: ManagedObject, _ values: [PropertyValue]?) -> ManagedObjectID? {
      guard let values, values[membership.owner].reference == objectID else { return nil }
      return membership.member.map { values[$0].reference } ?? row.objectID
    }
    for number in context.model.family(of: membership.number) {
      for row in (context.changed[number] ?? [:]).values {
        if let now = member(row, row.isDeleted ? nil : row.values) { added.insert(now) }
        if let before = member(row, row.committed?.values) { removed.insert(before) }
      }
    }
    return (added.subtracting(removed), removed.subtracting(added))
  }

  private func relationship(_ name: String) -> RelationshipDescription {
    guard let relationship = entity.relationship(name) else {
      misuse("\(entity.name) has no relationship \(name): add it to the model")
    }
    return relationship
  }
}
