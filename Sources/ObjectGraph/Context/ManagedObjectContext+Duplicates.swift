/// Uniqueness in the main context and in children, where a duplicate could be seen before the store settles it.
extension ManagedObjectContext {
  /// Merges new objects with others that have the same values of a uniqueness constraint, as the merge policy says,
  /// before anybody is told of them.
  func settleDuplicates() throws { try settleDuplicates(among: changed.values.flatMap(\.values)) }

  /// Does so for newcomers, which become others that are there, saved or not.
  func settleNewcomers(_ objects: [ManagedObject]) throws {
    try settleDuplicates(among: objects, newcomers: Set(objects.map(\.objectID)))
  }

  private func settleDuplicates(
    among objects: [ManagedObject], newcomers: Set<ManagedObjectID>? = nil
  ) throws {
    // Merging belongs to the event that made the new object, and is none of its own when an undo made it.
    isRecording = !event.isEmpty
    defer { isRecording = true }
    let new = objects.filter { !$0.isDeleted }
    var pending = PendingKeys()
    for object in new.sorted(by: { $0.objectID < $1.objectID }) {
      for slots in object.entity.uniqueSlots where touches(slots, object) {
        guard let twin = try twin(of: object, slots, newcomers, &pending) else { continue }
        if let merged = try merge(object, with: twin, slots) { pending.noteMerge(with: merged, in: model) }
        break
      }
    }
  }

  private func touches(_ slots: [Int], _ object: ManagedObject) -> Bool {
    guard let values = object.values, !slots.contains(where: { values[$0].isNull }) else { return false }
    guard let committed = object.committed else { return true }
    return slots.contains { values[$0] != committed.values[$0] }
  }

  /// Another row with the same values in `slots`: a saved one, a new one with a smaller ID, or one that is no newcomer.
  private func twin(
    of object: ManagedObject, _ slots: [Int], _ newcomers: Set<ManagedObjectID>?, _ pending: inout PendingKeys
  ) throws -> Row? {
    let owner = model.constraintOwner(slots, of: object.entity)
    let values = slots.map { object.read($0).columnValue }
    let same = slots.map { slot -> FetchPredicate in
      .comparison(.init(object.entity.name(ofSlot: slot), .equal, .value(object.read(slot))))
    }
    var ids = try pending.ids(of: .init(entity: owner, slots: slots), values, in: self)
    ids.formUnion(try reader.fetchIDs(StoreQuery(entity: owner, predicate: .and(same))))
    for id in ids.sorted() where id != object.objectID {
      // A row can have other values here than in the store.
      guard let row = try row(for: id), row.holds(values, in: slots) else { continue }
      guard let other = registered[id]?.object else { return row }
      if other.committed != nil || id < object.objectID || other.isFault { return row }
      if let newcomers, !newcomers.contains(id) { return row }
    }
    return nil
  }

  /// Merges a new object into a row as the merge policy says, and returns the object of the row; nil for one that joins
  /// two objects.
  private func merge(_ object: ManagedObject, with twin: Row, _ slots: [Int]) throws -> ManagedObject? {
    let names = slots.map(object.entity.name(ofSlot:))
    let conflict = ConflictError(
      kind: .notUnique(constraint: names), entity: object.entity.name, object: object.objectID,
      stored: registered[twin.id]?.object?.committed)
    guard object.committed == nil, let values = object.values else { throw conflict }
    // Two objects are joined or not; to join them twice is no conflict.
    if model.isLink(object.objectID.entity) {
      remove(object)
      return nil
    }
    // An object of another entity of the tree has other properties.
    guard twin.id.entity == object.objectID.entity else { throw conflict }
    let sides = RowConflict(
      kind: .notUnique(constraint: names), entity: object.entity, object: object.objectID, base: nil,
      unsaved: values, stored: Row(id: twin.id, version: 0, values: twin.values))
    guard let merged = try mergePolicy.merge(new: sides, over: twin.values) else { throw conflict }
    try moveReferences(from: object, to: twin.id)
    return identify(object, as: twin.id, values: merged, over: twin.values)
  }

  /// Lets a new object stand for a row that gets these values.
  ///
  /// - Parameter row: The values that the row has without the new object. Only others are set: the object of the row can
  ///   have unsaved edits of its own.
  private func identify(
    _ object: ManagedObject, as id: ManagedObjectID, values: [PropertyValue], over row: [PropertyValue]
  ) -> ManagedObject {
    let old = object.objectID
    let other = identify(object, as: id)
    for slot in values.indices where values[slot] != row[slot] { set(values[slot], slot: slot, of: other) }
    // The object may have shown other values before.
    gathered.noteUpdated(id)
    redirectChildren(old, to: id)
    return other
  }

  /// Lets everything that refers to a new object refer to another one instead, and takes the new one away.
  private func moveReferences(from object: ManagedObject, to id: ManagedObjectID) throws {
    for relationship in object.entity.toManyRelationships {
      guard let membership = model.membership(relationship) else { continue }
      for row in try matchingIDs(query(membership, object.objectID)).map(self.object(with:)) {
        guard membership.member != nil else {
          put(.reference(id), slot: membership.owner, of: row)
          continue
        }
        var values = (0..<row.entity.slotCount).map(row.read)
        values[membership.owner] = .reference(id)
        remove(row)
        insertLink(membership.number, values: values)
      }
    }
    // One to one: what has not been taken over is left alone from now on.
    for relationship in object.entity.toOneRelationships
    where inverse(of: relationship)?.cardinality == .toOne {
      set(.null, slot: object.slot(of: relationship.name), of: object)
    }
    remove(object)
  }

  /// A committed row comes in: a new object of this context with the same unique values becomes it.
  func giveWay(to row: Row) {
    let entity = model.entity(of: row.id)
    guard !entity.uniqueSlots.isEmpty, let own = changed[row.id.entity], !own.isEmpty else { return }
    for object in own.values where object.isInserted && object.objectID != row.id {
      guard let values = object.values else { continue }
      let same = entity.uniqueSlots.first { slots in
        slots.allSatisfy { values[$0] == row.values[$0] && !values[$0].isNull }
      }
      guard let same else { continue }
      let sides = RowConflict(
        kind: .notUnique(constraint: same.map(entity.name(ofSlot:))), entity: entity, object: object.objectID,
        base: nil, unsaved: values, stored: row)
      // Nobody is there to be told that the policy fails: what is committed stays.
      let merged = try? mergePolicy.merge(new: sides, over: row.values)
      // Members that cannot be read are moved by the save, which meets the same duplicate.
      try? moveReferences(from: object, to: row.id)
      guard !model.isLink(row.id.entity) else { continue }
      if registered[row.id]?.object != nil { _ = self.object(for: row) }
      _ = identify(object, as: row.id, values: merged ?? row.values, over: row.values)
    }
  }
}
