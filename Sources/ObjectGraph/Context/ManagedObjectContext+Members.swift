public import ObjectModel
internal import ObjectStore

/// Reading and changing the members of to-many relationships.
extension ManagedObjectContext {
  /// Returns the IDs of the destination objects of a to-many relationship.
  ///
  /// If the relationship is ordered, they are in its order. The call makes no objects.
  ///
  /// - Throws: The errors of the store's reader.
  public func members(
    of relationship: RelationshipDescription, owner: ManagedObjectID
  ) throws -> [ManagedObjectID] {
    if let object = registry[owner], object.members[relationship.name] != nil {
      return relationship.isOrdered
        ? object.members[relationship.name]?.ordered() ?? []
        : Array(object.members[relationship.name]?.ids ?? [])
    }
    guard let membership = model.membership(relationship) else { return [] }
    if membership.member == nil, membership.position == nil {
      return try matchingIDs(query(membership, owner))
    }
    var members = try self.members(membership, owner)
    return relationship.isOrdered ? members.ordered() : Array(members.ids)
  }

  /// Returns the members of a relationship, and caches them in the owner.
  @discardableResult
  func loadMembers(of relationship: RelationshipDescription, owner: ManagedObject) -> MemberSet {
    if let known = owner.members[relationship.name] { return known }
    if missing.forbidsWaiting { missing.record(relationship, of: owner.objectID) }
    // If the store cannot be read, there are no members. The next call reads again.
    guard let membership = model.membership(relationship),
      let members = try? members(membership, owner.objectID)
    else { return MemberSet() }
    owner.members[relationship.name] = members
    return members
  }

  /// Returns the number of destination objects.
  ///
  /// It reads no rows unless join rows are pending.
  func countMembers(of relationship: RelationshipDescription, owner: ManagedObjectID) -> Int {
    guard let membership = model.membership(relationship) else { return 0 }
    // While a join row is pending, another row may join the same two objects.
    if membership.member != nil, !pendingIDs(of: membership.number).isEmpty {
      return (try? members(membership, owner))?.ids.count ?? 0
    }
    // If the store cannot be read, there are no members. The next call reads again.
    return (try? matchingCount(query(membership, owner))) ?? 0
  }

  private func members(_ membership: ManagedObjectModel.Membership, _ owner: ManagedObjectID) throws
    -> MemberSet
  {
    guard membership.member == nil && membership.position == nil else {
      return MemberSet(try matchingRows(query(membership, owner)), membership)
    }
    var members = MemberSet()
    for id in try matchingIDs(query(membership, owner)) {
      members.insert(row: id, member: id, position: nil)
    }
    return members
  }

  /// Returns the query for the rows that make objects members of a relationship of `owner`.
  func query(_ membership: ManagedObjectModel.Membership, _ owner: ManagedObjectID) -> StoreQuery {
    let name = membership.entity.name(ofSlot: membership.owner)
    return StoreQuery(
      entity: membership.number, predicate: .comparison(.init(name, .equal, .value(.reference(owner)))))
  }

  /// Returns the query for the rows that make objects members of a relationship of any of `owners`.
  func query(_ membership: ManagedObjectModel.Membership, _ owners: [ManagedObjectID]) -> StoreQuery {
    let name = membership.entity.name(ofSlot: membership.owner)
    return StoreQuery(
      entity: membership.number,
      predicate: .comparison(.init(name, .in, .values(owners.map { .reference($0) }))))
  }

  // MARK: Changing

  /// Inserts an object into a relationship, at the end of an ordered relationship or at the given position.
  ///
  /// If the object can have only one owner, it is removed from the previous one.
  func insertMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    position: Int64? = nil
  ) {
    guard let membership = model.membership(relationship), acceptsChanges(owner), acceptsChanges(member)
    else { return }
    if membership.member == nil {
      set(.reference(owner.objectID), slot: membership.owner, of: member)
      if let slot = membership.position, let position { put(.integer(position), slot: slot, of: member) }
      include(member, relationship, of: owner, membership, at: position)
    } else if loadMembers(of: relationship, owner: owner).row(of: member.objectID) == nil {
      join(owner, member, membership, relationship, position: position)
    }
  }

  /// Inserts an object into cached members that were read before another context added the object.
  private func include(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    _ membership: ManagedObjectModel.Membership, at position: Int64?
  ) {
    guard let known = owner.members[relationship.name], known.row(of: member.objectID) == nil else { return }
    let place = membership.position.map { _ in position ?? known.nextPosition }
    owner.members[relationship.name]?.insert(row: member.objectID, member: member.objectID, position: place)
    if let slot = membership.position, let place { put(.integer(place), slot: slot, of: member) }
    notifier.recordMembersChange(owner.objectID)
  }

  /// Removes an object from cached members that were read before another context removed the object.
  private func exclude(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject
  ) {
    guard owner.members[relationship.name]?.row(of: member.objectID) != nil else { return }
    owner.members[relationship.name]?.remove(row: member.objectID, member: member.objectID)
    notifier.recordMembersChange(owner.objectID)
  }

  /// Removes an object from a relationship.
  func removeMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject
  ) {
    guard let membership = model.membership(relationship) else { return }
    let member = member.resolved
    if membership.member == nil {
      guard member.read(membership.owner).reference == owner.objectID else {
        return exclude(member, relationship, of: owner)
      }
      set(.null, slot: membership.owner, of: member)
    } else if let row = loadMembers(of: relationship, owner: owner).row(of: member.objectID) {
      remove(object(with: row))
    }
  }

  /// Moves a member to another position of its ordered relationship.
  func moveMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    to position: Int64
  ) {
    guard let membership = model.membership(relationship), let slot = membership.position else { return }
    let member = member.resolved
    guard membership.member != nil else {
      // If another context has removed the member since the members were read, this inserts it again.
      set(.reference(owner.objectID), slot: membership.owner, of: member)
      put(.integer(position), slot: slot, of: member)
      return
    }
    guard let id = loadMembers(of: relationship, owner: owner).row(of: member.objectID) else { return }
    let row = object(with: id)
    guard row.read(slot).place != position else { return }
    if row.isInserted {
      put(.integer(position), slot: slot, of: row)
    } else {
      // Join rows are inserted and deleted, and never updated: the store keeps no version of them.
      let other = inverse(of: relationship).flatMap(model.membership)?.position.map { row.read($0).place }
      remove(row)
      join(owner, member, membership, relationship, position: position, inversePosition: other)
    }
  }

  /// Inserts the join row of two objects.
  private func join(
    _ owner: ManagedObject, _ member: ManagedObject, _ membership: ManagedObjectModel.Membership,
    _ relationship: RelationshipDescription, position: Int64?, inversePosition: Int64? = nil
  ) {
    guard let far = membership.member else { return }
    var values = membership.entity.defaultValues
    values[membership.owner] = .reference(owner.objectID)
    values[far] = .reference(member.objectID)
    if let slot = membership.position {
      let members = loadMembers(of: relationship, owner: owner)
      values[slot] = .integer(position ?? members.nextPosition)
    }
    if let inverse = inverse(of: relationship), let slot = model.membership(inverse)?.position {
      let members = loadMembers(of: inverse, owner: member)
      values[slot] = .integer(inversePosition ?? members.nextPosition)
    }
    insertLink(membership.number, values: values)
  }

  /// Inserts a join row with a new ID.
  @discardableResult
  func insertLink(_ number: EntityNumber, values: [PropertyValue]) -> ManagedObjectID? {
    do {
      let key = try coordinator.keys.next(entity: number)
      let id = ManagedObjectID(entity: number, key: key, in: coordinator.identity)
      makeLink(id, values: values)
      return id
    } catch {
      // The keys run out only when the store cannot be written. The next save throws the error.
      unsaved.lostChange = error
      return nil
    }
  }

  /// Inserts a join row with this ID.
  func makeLink(_ id: ManagedObjectID, values: [PropertyValue]) {
    let object = ManagedObject(
      .init(id: id, entity: model.entity(of: id), context: self, values: values, committed: nil))
    recordForUndo(object, wasAbsent: true)
    registry.register(object)
    mark(object, .insert)
    referencesChanged(id, from: nil, to: values)
  }

  /// Returns the position slot and the position after the last member of the ordered relationship that is the
  /// inverse of `slot`, for a row that is about to refer to `owner`; `nil` if that relationship is not ordered.
  func lastPosition(_ owner: ManagedObjectID, slot: Slot, of entity: EntityNumber) -> (
    slot: Slot, position: Int64
  )? {
    guard let end = model.end(ofSlot: slot, entity: entity), let position = end.position,
      let relationship = model.entity(of: owner).relationship(end.name)
    else { return nil }
    return (position, loadMembers(of: relationship, owner: object(with: owner)).nextPosition)
  }
}

extension PropertyValue {
  /// The position in an ordered relationship.
  ///
  /// Rows without a position come first.
  var place: Int64 {
    if case .integer(let place) = self { place } else { 0 }
  }
}
