extension ManagedObjectContext {
  /// Sets a slot of an object, and keeps the other end of a relationship in step.
  func set(_ value: PropertyValue, slot: Int, of object: ManagedObject) {
    let old = put(value, slot: slot, of: object)
    guard object.entity.isReference(slot),
      let relationship = object.entity.relationship(object.entity.name(ofSlot: slot)),
      let inverse = inverse(of: relationship), inverse.cardinality == .toOne
    else { return }
    // One to one: both partners leave those they had.
    if let former = old.reference { unpair(former, inverse.name, from: object.objectID) }
    guard let id = value.reference else { return }
    let partner = self.object(with: id)
    let slot = partner.slot(of: inverse.name)
    if let rival = partner.read(slot).reference { unpair(rival, relationship.name, from: id) }
    _ = put(.reference(object.objectID), slot: slot, of: partner)
  }

  private func unpair(_ id: ManagedObjectID, _ name: String, from other: ManagedObjectID) {
    let object = object(with: id)
    let slot = object.slot(of: name)
    if object.read(slot).reference == other { _ = put(.null, slot: slot, of: object) }
  }

  /// Sets one slot and nothing else, and returns what was in it; members of the to-many relationship at the
  /// other end follow.
  @discardableResult
  func put(_ value: PropertyValue, slot: Int, of object: ManagedObject) -> PropertyValue {
    if object.isFault { fulfill(object) }
    let old = object.values?[slot] ?? .null
    guard old != value else { return old }
    if object.isAwaking, object.prepare(value, slot: slot) { return old }
    recordForUndo(object)
    object.values?[slot] = value
    mark(object, .update)
    if object.entity.isReference(slot) {
      referenceChanged(object.objectID, slot: slot, from: old, to: value)
    }
    return old
  }

  /// Keeps the to-many relationships at the other end of a to-one relationship's slot in step with it.
  func referenceChanged(
    _ id: ManagedObjectID, slot: Int, from old: PropertyValue, to new: PropertyValue
  ) {
    let entity = model.entity(of: id)
    guard let relationship = entity.relationship(entity.name(ofSlot: slot)),
      let inverse = inverse(of: relationship), inverse.cardinality == .toMany
    else { return }
    if let owner = old.reference {
      registered[owner]?.object?.members[inverse.name]?.remove(id)
      gathered.noteMembersChanged(owner)
    }
    if let owner = new.reference {
      registered[owner]?.object?.members[inverse.name]?.insert(id)
      gathered.noteMembersChanged(owner)
    }
  }

  /// Tells the other ends of all references of a row that it came or went.
  func referencesChanged(_ id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?) {
    let entity = model.entity(of: id)
    for slot in entity.attributes.count..<entity.slotCount {
      let (before, after) = (old?[slot] ?? .null, new?[slot] ?? .null)
      if before != after { referenceChanged(id, slot: slot, from: before, to: after) }
    }
  }

  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { model.entity(named: relationship.destination)?.relationship($0) }
  }
}
