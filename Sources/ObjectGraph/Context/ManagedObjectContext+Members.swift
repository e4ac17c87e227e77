/// To-many relationships: who is at the other end, and how that is changed.
extension ManagedObjectContext {
  /// The objects at the other end of a to-many relationship; in their order, if they have one.
  ///
  /// Makes no object.
  public func members(
    of relationship: RelationshipDescription, owner: ManagedObjectID
  ) throws -> [ManagedObjectID] {
    if let object = registered[owner]?.object, object.members[relationship.name] != nil {
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

  /// The members, kept by the object from now on.
  @discardableResult
  func loadMembers(of relationship: RelationshipDescription, owner: ManagedObject) -> MemberSet {
    if let known = owner.members[relationship.name] { return known }
    // A store that cannot be read gives no members; they are asked for again next time.
    guard let membership = model.membership(relationship),
      let members = try? members(membership, owner.objectID)
    else { return MemberSet() }
    owner.members[relationship.name] = members
    return members
  }

  /// How many objects are at the other end, without reading them as far as rows stand for one each.
  func countMembers(of relationship: RelationshipDescription, owner: ManagedObjectID) -> Int {
    guard let membership = model.membership(relationship) else { return 0 }
    // While a row that joins two objects is on its way, another one can have joined the same two.
    if membership.member != nil, !pendingIDs(of: membership.number).isEmpty {
      return (try? members(membership, owner))?.ids.count ?? 0
    }
    // A store that cannot be read gives no members; they are asked for again next time.
    return (try? matchingCount(query(membership, owner))) ?? 0
  }

  private func members(_ membership: ObjectModel.Membership, _ owner: ManagedObjectID) throws -> MemberSet {
    guard membership.member == nil && membership.position == nil else {
      return MemberSet(try matchingRows(query(membership, owner)), membership)
    }
    var members = MemberSet()
    for id in try matchingIDs(query(membership, owner)) {
      members.insert(row: id, member: id, position: nil)
    }
    return members
  }

  /// The rows that make objects members of a relationship of `owner`.
  func query(_ membership: ObjectModel.Membership, _ owner: ManagedObjectID) -> StoreQuery {
    let name = membership.entity.name(ofSlot: membership.owner)
    return StoreQuery(
      entity: membership.number, predicate: .comparison(.init(name, .equal, .value(.reference(owner)))))
  }

  /// The rows that make objects members of a relationship of any of `owners`.
  func query(_ membership: ObjectModel.Membership, _ owners: [ManagedObjectID]) -> StoreQuery {
    let name = membership.entity.name(ofSlot: membership.owner)
    return StoreQuery(
      entity: membership.number,
      predicate: .comparison(.init(name, .in, .values(owners.map { .reference($0) }))))
  }

  // MARK: Changing

  /// Makes an object a member, at the end of an ordered relationship or at the place given; takes it from where it
  /// was before, if it can have one owner only.
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

  /// Lets members that were read before somebody else made an object one of them know it, as the object does.
  private func include(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    _ membership: ObjectModel.Membership, at position: Int64?
  ) {
    guard let known = owner.members[relationship.name], known.row(of: member.objectID) == nil else { return }
    let place = membership.position.map { _ in position ?? known.nextPosition }
    owner.members[relationship.name]?.insert(row: member.objectID, member: member.objectID, position: place)
    if let slot = membership.position, let place { put(.integer(place), slot: slot, of: member) }
    gathered.noteMembersChanged(owner.objectID)
  }

  /// Lets members that were read before somebody else took an object away know it, as the object does.
  private func exclude(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject
  ) {
    guard owner.members[relationship.name]?.row(of: member.objectID) != nil else { return }
    owner.members[relationship.name]?.remove(row: member.objectID, member: member.objectID)
    gathered.noteMembersChanged(owner.objectID)
  }

  /// Takes an object away from a relationship.
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

  /// Puts a member at another place of its ordered relationship.
  func moveMember(
    _ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject,
    to position: Int64
  ) {
    guard let membership = model.membership(relationship), let slot = membership.position else { return }
    let member = member.resolved
    guard membership.member != nil else {
      // Where somebody else has taken it away since the members were read, it comes back.
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
      // Rows that join are made and deleted, and never changed: the store keeps no version of them.
      let other = inverse(of: relationship).flatMap(model.membership)?.position.map { row.read($0).place }
      remove(row)
      join(owner, member, membership, relationship, position: position, inversePosition: other)
    }
  }

  /// Makes the row that joins two objects.
  private func join(
    _ owner: ManagedObject, _ member: ManagedObject, _ membership: ObjectModel.Membership,
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

  /// Makes a row that joins two objects, under an ID of its own.
  @discardableResult
  func insertLink(_ number: Int, values: [PropertyValue]) -> ManagedObjectID? {
    do {
      let key = try coordinator.keys.next(entity: number)
      let id = ManagedObjectID(entity: number, key: key, in: coordinator.identity)
      makeLink(id, values: values)
      return id
    } catch {
      // Keys run out only when the store cannot be written; the next save says so.
      insertionFailure = error
      return nil
    }
  }

  /// Makes a row that joins two objects.
  func makeLink(_ id: ManagedObjectID, values: [PropertyValue]) {
    let object = LinkObject(
      .init(id: id, entity: model.entity(of: id), context: self, values: values, committed: nil))
    recordForUndo(object, wasAbsent: true)
    register(object)
    mark(object, .insert)
    referencesChanged(id, from: nil, to: values)
  }

  /// The place at the end of the ordered relationship that a slot leads back to, for a row that comes to refer to
  /// `owner` by it; nil when that has no order.
  func lastPosition(_ owner: ManagedObjectID, slot: Int, of entity: Int) -> (slot: Int, position: Int64)? {
    guard let end = model.end(ofSlot: slot, entity: entity), let position = end.position,
      let relationship = model.entity(of: owner).relationship(end.name)
    else { return nil }
    return (position, loadMembers(of: relationship, owner: object(with: owner)).nextPosition)
  }
}

extension PropertyValue {
  /// The place in an order; rows without one come first.
  var place: Int64 {
    if case .integer(let place) = self { place } else { 0 }
  }
}
