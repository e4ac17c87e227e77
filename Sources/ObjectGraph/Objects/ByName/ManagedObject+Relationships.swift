public import ObjectModel
internal import ObjectStore

/// Relationships by name, to one and to many.
extension ManagedObject {
  /// Returns the IDs of the destination objects without creating objects.
  ///
  /// The first call reads the members of a to-many relationship.
  ///
  /// - Precondition: The entity has a relationship with this name. This applies to the methods below, too.
  public final func ids(forKey name: String) -> Set<ManagedObjectID> {
    let relationship = relationship(name)
    switch relationship.cardinality {
    case .toOne: return Set([value(forKey: name).reference].compactMap { $0 })
    case .toMany:
      recordMembersAccess()
      return managedObjectContext?.loadMembers(of: relationship, owner: resolved).ids ?? []
    }
  }

  /// Returns the destination objects, as faults if they have not been used yet.
  ///
  /// The objects are in the order of the relationship, or in the order of their IDs if the relationship is
  /// unordered.
  public final func objects(forKey name: String) -> [ManagedObject] {
    var ids = ids(forKey: name).sorted()
    if relationship(name).isOrdered { ids = resolved.members[name]?.ordered() ?? ids }
    return ids.compactMap { managedObjectContext?.object(with: $0) }.filter { !$0.isGone }
  }

  /// Returns the IDs of the destination objects in their order, without keeping them.
  ///
  /// Use this method to look at a relationship with many members.
  ///
  /// - Throws: The errors of the store.
  public final func objectIDs(forRelationshipNamed name: String) throws -> [ManagedObjectID] {
    let relationship = relationship(name)
    guard relationship.cardinality == .toMany else { return ids(forKey: name).sorted() }
    return try managedObjectContext.map { context in
      let ids = try context.members(of: relationship, owner: objectID)
      return relationship.isOrdered ? ids : ids.sorted()
    } ?? []
  }

  /// Returns a set that shows and changes a to-many relationship by name.
  ///
  /// - Precondition: Inserted objects are of the destination entity.
  public final func mutableSetValue(forKey name: String) -> ObjectSet<ManagedObject> {
    recordMembersAccess()
    return ObjectSet(owner: self, name: name)
  }

  /// Returns a collection that shows and changes an ordered to-many relationship by name.
  ///
  /// - Precondition: The relationship is ordered, and inserted objects are of the destination entity.
  public final func mutableOrderedSetValue(forKey name: String) -> OrderedObjectSet<ManagedObject> {
    recordMembersAccess()
    return OrderedObjectSet(owner: self, name: name)
  }

  /// Returns a Boolean value that indicates whether the relationship has not been read yet: the members of a
  /// to-many relationship, or the values of the destination object of a to-one relationship.
  public final func hasFault(forRelationshipNamed name: String) -> Bool {
    if relationship(name).cardinality == .toMany { return resolved.members[name] == nil }
    if isFault { return true }
    guard let id = value(forKey: name).reference else { return false }
    return managedObjectContext?.registry[id]?.isFault ?? true
  }

  /// Returns the members that a to-many relationship has gained and lost since the last save.
  ///
  /// - Complexity: O(*n*) in the number of changed objects of the destination entity.
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
      for row in context.unsaved.objects(ofEntity: number) {
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
