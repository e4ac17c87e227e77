internal import ObjectModel
internal import ObjectStore

/// Uniqueness constraints in the main context and in children, where a duplicate would be visible before the
/// store resolves the conflict.
extension ManagedObjectContext {
  /// Merges new objects with other rows that have the same values of a uniqueness constraint, under the merge
  /// policy, before observers are notified.
  ///
  /// - Throws: ``ConflictError`` for a duplicate that the merge policy does not resolve, and the errors of
  ///   the store.
  func resolveDuplicates() throws { try resolveDuplicates(among: unsaved.all) }

  /// Resolves uniqueness conflicts of the given objects only.
  ///
  /// Each of them becomes the row that already has the values, saved or not.
  ///
  /// - Throws: ``ConflictError`` for a duplicate that the merge policy does not resolve, and the errors of
  ///   the store.
  func resolveNewcomers(_ objects: [ManagedObject]) throws {
    try resolveDuplicates(among: objects, newcomers: Set(objects.map(\.objectID)))
  }

  private func resolveDuplicates(
    among objects: [ManagedObject], newcomers: Set<ManagedObjectID>? = nil
  ) throws {
    // The merge belongs to the event that inserted the object. If an undo inserted it, the merge is not an
    // event.
    recorder.beginMerging()
    defer { recorder.endMerging() }
    let new = objects.filter { !$0.isDeleted }
    var pending = PendingKeys()
    for objects in new.sorted(by: { $0.objectID < $1.objectID }).chunks(of: Self.keysAtOnce) {
      let stored = try storedKeys(of: objects)
      for object in objects {
        for slots in object.entity.uniqueSlots where touches(slots, object) {
          let conflicting = try conflictingRow(of: object, slots, newcomers, &pending, stored)
          guard let conflicting else { continue }
          if let merged = try merge(object, with: conflicting, slots) {
            pending.recordMerge(with: merged, in: model)
          }
          break
        }
      }
    }
  }

  /// The number of objects whose unique values are looked up in the store at once.
  private static let keysAtOnce = 2_000

  /// Reads the rows of the store that have the unique values of objects.
  private func storedKeys(of objects: ArraySlice<ManagedObject>) throws -> StoredKeys {
    var values: [StoredKeys.Constraint: [[PropertyValue]]] = [:]
    for object in objects {
      for slots in object.entity.uniqueSlots where touches(slots, object) && canBeStored(slots, object) {
        let constraint = constraint(slots, of: object)
        values[constraint, default: []].append(slots.map(object.read))
      }
    }
    var stored = StoredKeys()
    for (constraint, values) in values { try stored.read(constraint, values, in: self) }
    return stored
  }

  /// Reads which rows have values of an attribute that must be unique, as the insertion of objects with these values in the
  /// same order does.
  ///
  /// Use it in the reading part of ``whenAtHand(_:)``, so that duplicates are merged at once, and not when the store commits
  /// them. Elsewhere it has no effect.
  ///
  /// - Precondition: The attribute alone is a uniqueness constraint of its entity.
  /// - Throws: `FetchError.wouldWait`, which the body of ``whenAtHand(_:)`` must pass on, and the errors of the store.
  public func readDuplicates<Object: ManagedObject, Value: AttributeConvertible>(
    of property: Property<Object, Value>, _ values: some Sequence<Value>
  ) throws {
    let entity = model[model.number(of: Object.self)]
    guard let slot = entity.slot(of: property.keyPath), entity.uniqueSlots.contains([slot]) else {
      misuse("\(entity.name).\(property.keyPath) need not be unique")
    }
    let constraint = StoredKeys.Constraint(
      entity: model.constraintOwner([slot], of: entity), slots: [slot])
    try readDuplicates(of: constraint, values.map { [$0.propertyValue] })
  }

  /// Reads which rows have values of a constraint, as the search for duplicates of objects in the same order does.
  func readDuplicates(of constraint: StoredKeys.Constraint, _ values: [[PropertyValue]]) throws {
    guard missing.answering != nil else { return }
    for part in values.chunks(of: Self.keysAtOnce) {
      var stored = StoredKeys()
      try stored.read(constraint, Array(part), in: self)
      // A new object is merged with the values of the row.
      let found = part.compactMap { stored.ids(of: constraint, $0.map(\.columnValue)) }
      _ = try rows(for: Set(found.joined()).sorted())
    }
  }

  private func constraint(_ slots: [Slot], of object: ManagedObject) -> StoredKeys.Constraint {
    .init(entity: model.constraintOwner(slots, of: object.entity), slots: slots)
  }

  /// Returns a Boolean value that indicates whether the store can have a row with the object's values in `slots`: no row of
  /// it refers to an object that was never saved.
  private func canBeStored(_ slots: [Slot], _ object: ManagedObject) -> Bool {
    !slots.contains { slot in
      guard let target = object.read(slot).reference, let other = registry[target] else { return false }
      return other.isInserted && other.committed == nil
    }
  }

  /// Returns a Boolean value that indicates whether the uniqueness constraints of a store hold between two rows.
  private func isConstrained(_ id: ManagedObjectID, by other: ManagedObjectID) -> Bool {
    (coordinator.store as? CombinedStore)?.isOneStore(of: id, and: other) ?? true
  }

  private func touches(_ slots: [Slot], _ object: ManagedObject) -> Bool {
    guard let values = object.values, !slots.contains(where: { values[$0].isNull }) else { return false }
    guard let committed = object.committed else { return true }
    return slots.contains { values[$0] != committed.values[$0] }
  }

  /// Returns another row with the same values in `slots`: a saved row, a new row with a smaller ID, or a row
  /// that is not among `newcomers`.
  private func conflictingRow(
    of object: ManagedObject, _ slots: [Slot], _ newcomers: Set<ManagedObjectID>?,
    _ pending: inout PendingKeys, _ stored: StoredKeys
  ) throws -> Row? {
    let constraint = constraint(slots, of: object)
    let values = slots.map { object.read($0).columnValue }
    var ids = try pending.ids(of: constraint, values, in: self)
    if let known = stored.ids(of: constraint, values) {
      ids.formUnion(known)
    } else if canBeStored(slots, object) {
      var stored = StoredKeys()
      try stored.read(constraint, [slots.map(object.read)], in: self)
      ids.formUnion(stored.ids(of: constraint, values) ?? [])
    }
    for id in ids.sorted() where id != object.objectID && isConstrained(object.objectID, by: id) {
      // This context can show other values of the row than the store holds.
      guard let row = try row(for: id), row.holds(values, in: slots) else { continue }
      guard let other = registry[id] else { return row }
      if other.committed != nil || id < object.objectID || other.isFault { return row }
      if let newcomers, !newcomers.contains(id) { return row }
    }
    return nil
  }

  /// Merges a new object into a row under the merge policy.
  ///
  /// - Returns: The object of the row; `nil` if `object` is a join row, which is only removed.
  /// - Throws: ``ConflictError`` if the object has been saved before, if the row has another entity, or if
  ///   the merge policy does not resolve the conflict.
  private func merge(_ object: ManagedObject, with stored: Row, _ slots: [Slot]) throws -> ManagedObject? {
    let names = slots.map(object.entity.name(ofSlot:))
    let conflict = ConflictError(
      kind: .notUnique(constraint: names), entity: object.entity.name, object: object.objectID,
      stored: registry[stored.id]?.committed)
    guard object.committed == nil, let values = object.values else { throw conflict }
    // A second join row between the same two objects is not a conflict.
    if model.isLink(object.objectID.entity) {
      remove(object)
      return nil
    }
    // An object of another entity of the inheritance tree has other properties.
    guard stored.id.entity == object.objectID.entity else { throw conflict }
    let sides = RowConflict(
      kind: .notUnique(constraint: names), entity: object.entity, object: object.objectID, base: nil,
      unsaved: values, stored: Row(id: stored.id, version: 0, values: stored.values))
    guard let merged = try mergePolicy.merge(new: sides, over: stored.values) else { throw conflict }
    try moveReferences(from: object, to: stored.id)
    return identify(object, as: stored.id, values: merged, over: stored.values)
  }

  /// Makes a new object represent an existing row, which gets these values.
  ///
  /// - Parameter row: The values of the row without the new object. Only values that differ from them are
  ///   set, because the object of the row can have unsaved changes of its own.
  private func identify(
    _ object: ManagedObject, as id: ManagedObjectID, values: [PropertyValue], over row: [PropertyValue]
  ) -> ManagedObject {
    let old = object.objectID
    let other = identify(object, as: id)
    for slot in values.slots where values[slot] != row[slot] { set(values[slot], slot: slot, of: other) }
    // The object may have shown other values before.
    notifier.recordUpdate(id)
    redirectChildren(old, to: id)
    return other
  }

  /// Redirects all references from a new object to another row, and removes the new object.
  private func moveReferences(from object: ManagedObject, to id: ManagedObjectID) throws {
    for relationship in object.entity.toManyRelationships {
      guard let membership = model.membership(relationship) else { continue }
      for row in try matchingIDs(query(membership, object.objectID)).map(self.object(with:)) {
        guard membership.member != nil else {
          put(.reference(id), slot: membership.owner, of: row)
          continue
        }
        var values = row.entity.slots.map(row.read)
        values[membership.owner] = .reference(id)
        remove(row)
        insertLink(membership.number, values: values)
      }
    }
    // One-to-one relationships that the other row did not get must not change when the object is removed.
    for relationship in object.entity.toOneRelationships
    where inverse(of: relationship)?.cardinality == .toOne {
      set(.null, slot: object.slot(of: relationship.name), of: object)
    }
    remove(object)
  }

  /// Merges a new object of this context into a committed row that has the same values of a uniqueness
  /// constraint.
  ///
  /// If the merge policy does not resolve the conflict, the object stays beside the row, and the next save throws the error.
  func mergeNewObjects(into row: Row) {
    let entity = model.entity(of: row.id)
    guard !entity.uniqueSlots.isEmpty, unsaved.contains(entity: row.id.entity) else { return }
    for object in unsaved.objects(ofEntity: row.id.entity)
    where object.isInserted && object.objectID != row.id {
      guard let values = object.values else { continue }
      let same = entity.uniqueSlots.first { slots in
        slots.allSatisfy { values[$0] == row.values[$0] && !values[$0].isNull }
      }
      guard let same, isConstrained(object.objectID, by: row.id) else { continue }
      let sides = RowConflict(
        kind: .notUnique(constraint: same.map(entity.name(ofSlot:))), entity: entity, object: object.objectID,
        base: nil, unsaved: values, stored: row)
      let isLink = model.isLink(row.id.entity)
      let merged = isLink ? nil : try? mergePolicy.merge(new: sides, over: row.values)
      guard isLink || merged != nil else { continue }
      // If members cannot be read, the save moves them: it meets the same duplicate.
      try? moveReferences(from: object, to: row.id)
      guard let merged else { continue }
      if registry[row.id] != nil { _ = self.object(for: row) }
      _ = identify(object, as: row.id, values: merged, over: row.values)
    }
  }
}
