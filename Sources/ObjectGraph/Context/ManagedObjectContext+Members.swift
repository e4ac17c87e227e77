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
    // If the store cannot be read, there are no members. The next call reads again.
    (try? readMembers(of: relationship, owner: owner)) ?? MemberSet()
  }

  /// Caches the members of a relationship that is about to change in the owner.
  ///
  /// - Returns: `false` if they cannot be read. The change must then have no effect (``readForChange(_:)``).
  func loadMembersForChange(of relationship: RelationshipDescription, owner: ManagedObject) -> Bool {
    readForChange { try readMembers(of: relationship, owner: owner) } != nil
  }

  private func readMembers(
    of relationship: RelationshipDescription, owner: ManagedObject
  ) throws -> MemberSet {
    if let known = owner.members[relationship.name] { return known }
    if missing.forbidsWaiting { missing.record(relationship, of: owner.objectID) }
    guard let membership = model.membership(relationship) else { return MemberSet() }
    let members = try members(membership, owner.objectID)
    owner.members[relationship.name] = members
    return members
  }

  /// Returns the number of destination objects.
  ///
  /// It reads no rows unless join rows are pending.
  ///
  /// - Throws: The errors of the store's reader.
  func countMembers(of relationship: RelationshipDescription, owner: ManagedObjectID) throws -> Int {
    guard let membership = model.membership(relationship) else { return 0 }
    // While a join row is pending, another row may join the same two objects.
    if membership.member != nil, !pendingIDs(of: membership.number).isEmpty {
      return try members(membership, owner).ids.count
    }
    return try matchingCount(query(membership, owner))
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
  ///
  /// - Precondition: The relationship leads to objects of the entity of the new member.
  func insertMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    position: Int64? = nil
  ) {
    guard let membership = model.membership(relationship), acceptsChanges(owner), acceptsChanges(member)
    else { return }
    require(
      membership.destinations?.contains(member.objectID.entity) == true,
      "cannot insert an object of \(member.entity.name) into \(owner.entity.name).\(relationship.name): "
        + "it has objects of \(relationship.destination)")
    if membership.member == nil {
      guard refer(member, to: owner, membership, setsPosition: position == nil) else { return }
      if let slot = membership.position, let position { put(.integer(position), slot: slot, of: member) }
      include(member, relationship, of: owner, membership, at: position)
    } else if case .some(nil) = rowForChange(of: member, relationship, of: owner) {
      join(owner, member, membership, relationship, position: position)
    }
  }

  /// Sets the reference of a member to its owner.
  ///
  /// - Returns: `false` if that has no effect.
  private func refer(
    _ member: ManagedObject, to owner: ManagedObject, _ membership: ManagedObjectModel.Membership,
    setsPosition: Bool
  ) -> Bool {
    set(.reference(owner.objectID), slot: membership.owner, of: member, setsPosition: setsPosition)
    return member.values?[membership.owner].reference == owner.objectID
  }

  /// Returns the row that makes an object a member of a relationship that is about to change: `.some(nil)` if it is not a
  /// member, and `nil` if the members cannot be read, so that the change must have no effect.
  private func rowForChange(
    of member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject
  ) -> ManagedObjectID?? {
    readForChange { try readMembers(of: relationship, owner: owner).row(of: member.objectID) }
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
      if member.isFault { fulfillForChange(member) }
      if member.isFault { return }
      guard member.read(membership.owner).reference == owner.objectID else {
        return exclude(member, relationship, of: owner)
      }
      set(.null, slot: membership.owner, of: member)
    } else if case let row?? = rowForChange(of: member, relationship, of: owner) {
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
      guard refer(member, to: owner, membership, setsPosition: false) else { return }
      put(.integer(position), slot: slot, of: member)
      return
    }
    guard case let id?? = rowForChange(of: member, relationship, of: owner) else { return }
    let row = object(with: id)
    if row.isFault { fulfillForChange(row) }
    guard !row.isFault, row.read(slot).place != position else { return }
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
      guard let place = position ?? nextPosition(of: relationship, owner) else { return }
      values[slot] = .integer(place)
    }
    if let inverse = inverse(of: relationship), let slot = model.membership(inverse)?.position {
      guard let place = inversePosition ?? nextPosition(of: inverse, member) else { return }
      values[slot] = .integer(place)
    }
    insertLink(membership.number, values: values)
  }

  /// Returns the position after the last member of an ordered relationship that is about to change; `nil` if the members
  /// cannot be read.
  private func nextPosition(of relationship: RelationshipDescription, _ owner: ManagedObject) -> Int64? {
    readForChange { try readMembers(of: relationship, owner: owner).nextPosition }
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
  /// inverse of `slot`, for an object that is about to refer to `owner`; `nil` if that relationship is not ordered.
  ///
  /// The position differs from that of the object under another owner: both slots change together.
  ///
  /// - Throws: The errors of the store's reader.
  func lastPosition(_ owner: ManagedObjectID, slot: Slot, of object: ManagedObject) throws -> (
    slot: Slot, position: Int64
  )? {
    guard let end = model.end(ofSlot: slot, entity: object.objectID.entity), let position = end.position,
      let relationship = model.entity(of: owner).relationship(end.name)
    else { return nil }
    let members = try readMembers(of: relationship, owner: self.object(with: owner))
    return (position, members.nextPosition(above: object.values?[position].place ?? 0))
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
