internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Sets a slot of an object, and updates the inverse of its relationship.
  ///
  /// The call has no effect if the object or the new destination is deleted, if its row is gone, or if the store cannot be
  /// read (``readForChange(_:)``).
  ///
  /// - Parameter setsPosition: A Boolean value that indicates whether the object becomes the last one of an ordered
  ///   relationship. If it is `false`, the caller sets the position.
  /// - Precondition: The relationship leads to objects of the entity of the new destination.
  func set(_ value: PropertyValue, slot: Slot, of object: ManagedObject, setsPosition: Bool = true) {
    guard acceptsChanges(object) else { return }
    var value = value
    var last: (slot: Slot, position: Int64)?
    if let id = value.reference {
      let target = registry.redirects[id] ?? id
      require(
        object.entity.destinations[slot]?.contains(target.entity) != false,
        "cannot set \(object.entity.name).\(object.entity.name(ofSlot: slot)) to an object of "
          + "\(model.entity(of: target).name): set it to one of the relationship's destination entity")
      guard acceptsReferences(to: target) else { return }
      value = .reference(target)
      if object.isFault { fulfillForChange(object) }
      if object.isFault { return }
      if setsPosition, object.values?[slot] != value {
        let position = readForChange { try lastPosition(target, slot: slot, of: object) }
        guard let position else { return }
        last = position
      }
    }
    let old = put(value, slot: slot, of: object)
    guard object.entity.isReference(slot), old != value, !object.isFault else { return }
    if let last { put(.integer(last.position), slot: last.slot, of: object) }
    guard let pair = model.pairs(of: object.objectID.entity).first(where: { $0.slot == slot }) else { return }
    // In a one-to-one relationship, both objects lose their previous destinations.
    if let former = old.reference { unpair(former, pair.inverse, from: object.objectID) }
    guard let id = value.reference else { return }
    let partner = self.object(with: id)
    if let formerPartner = partner.read(pair.inverse).reference { unpair(formerPartner, slot, from: id) }
    _ = put(.reference(object.objectID), slot: pair.inverse, of: partner)
  }

  private func unpair(_ id: ManagedObjectID, _ slot: Slot, from other: ManagedObjectID) {
    let object = object(with: id)
    if object.read(slot).reference == other { _ = put(.null, slot: slot, of: object) }
  }

  /// Sets one slot without updating other slots, and returns the old value.
  ///
  /// The members of the inverse to-many relationship are updated.
  @discardableResult
  func put(_ value: PropertyValue, slot: Slot, of object: ManagedObject) -> PropertyValue {
    if object.isFault { fulfillForChange(object) }
    let old = object.values?[slot] ?? .null
    guard old != value, object.values != nil, !object.isGone else { return old }
    if object.isAwaking, object.prepare(value, slot: slot) { return old }
    recordForUndo(object)
    object.values?[slot] = value
    mark(object, .update)
    if let target = value.reference { unsaved.recordReference(to: target, of: object) }
    if let values = object.values { slotChanged(object.objectID, slot: slot, from: old, values: values) }
    return old
  }

  /// Updates the to-many relationships whose inverse is this slot.
  private func slotChanged(
    _ id: ManagedObjectID, slot: Slot, from old: PropertyValue, values: [PropertyValue]
  ) {
    let entity = model.entity(of: id)
    switch entity.roles[slot] {
    case .attribute: break
    case .reference: referenceChanged(id, slot: slot, from: old, to: values[slot], values)
    case .position:
      guard let name = entity.orderedRelationship(ofSlot: slot), let reference = entity.slot(of: name) else {
        return
      }
      referenceChanged(id, slot: reference, from: values[reference], to: values[reference], values)
    }
  }

  /// Updates the to-many relationship whose inverse is the to-one relationship of this slot.
  ///
  /// - Parameter values: The values of the row that has the slot.
  private func referenceChanged(
    _ id: ManagedObjectID, slot: Slot, from old: PropertyValue, to new: PropertyValue,
    _ values: [PropertyValue]
  ) {
    guard let end = model.end(ofSlot: slot, entity: id.entity), let member = end.member(id, values) else {
      return
    }
    if let owner = old.reference {
      registry[owner]?.members[end.name]?.remove(row: id, member: member)
      notifier.recordMembersChange(owner)
    }
    if let owner = new.reference {
      if let object = registry[owner] {
        if object.isDeleted { unsaved.deletions.recordAffected(object) }
        object.members[end.name]?.insert(
          row: id, member: member, position: end.position.map { values[$0].place })
      }
      notifier.recordMembersChange(owner)
    }
  }

  /// Updates the inverse relationships of all references of a row that was inserted, updated or deleted.
  ///
  /// - Parameters:
  ///   - old: The values before the change; `nil` if the row was inserted.
  ///   - new: The values after the change; `nil` if the row was deleted.
  func referencesChanged(_ id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?) {
    guard let values = new ?? old else { return }
    if model.isLink(id.entity), let old, let new, old != new {
      // The member in each of the two relationships is the object on the other side of the join row.
      referencesChanged(id, from: old, to: nil)
      return referencesChanged(id, from: nil, to: new)
    }
    for slot in model.entity(of: id).referenceSlots {
      let (before, after) = (old?[slot] ?? .null, new?[slot] ?? .null)
      let hasMoved = placeChanged(slot, of: id, from: old, to: new)
      if before != after || hasMoved { referenceChanged(id, slot: slot, from: before, to: after, values) }
    }
  }

  private func placeChanged(
    _ slot: Slot, of id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?
  ) -> Bool {
    guard let position = model.end(ofSlot: slot, entity: id.entity)?.position else { return false }
    return old?[position] != new?[position]
  }

  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    model.inverse(of: relationship)
  }
}
