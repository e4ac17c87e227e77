internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Reads the rows that the next undo changes or refers to.
  ///
  /// Use it in the reading part of ``whenAtHand(_:)``, so that ``undo()`` need not wait. Elsewhere it has no effect.
  ///
  /// - Throws: `FetchError.wouldWait`, which the body of ``whenAtHand(_:)`` must pass on, and the errors of the store.
  /// - Complexity: O(*n*) in the number of objects that the undo changes.
  public func readForUndo() throws {
    try undoHistory?.undoable.last.map(read)
  }

  /// Reads the rows that the next redo changes or refers to, as ``readForUndo()`` does.
  ///
  /// - Throws: `FetchError.wouldWait`, which the body of ``whenAtHand(_:)`` must pass on, and the errors of the store.
  /// - Complexity: O(*n*) in the number of objects that the redo changes.
  public func readForRedo() throws {
    try undoHistory?.redoable.last.map(read)
  }

  /// Returns the IDs of the objects that the next undo deletes, which are those that its group inserted.
  ///
  /// An object that a deny rule keeps is listed, although the undo keeps it. The call ends the event, as ``undo()`` does.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Complexity: O(*n*) in the number of objects that the undo changes.
  public func idsDeletedByUndo() -> [ManagedObjectID] {
    closeOpenEvent("idsDeletedByUndo()")
    return idsDeleted(byUndoing: undoHistory?.undoable.last)
  }

  /// Returns the IDs of the objects that the next redo deletes, as ``idsDeletedByUndo()``.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Complexity: O(*n*) in the number of objects that the redo changes.
  public func idsDeletedByRedo() -> [ManagedObjectID] {
    closeOpenEvent("idsDeletedByRedo()")
    return idsDeleted(byUndoing: undoHistory?.redoable.last)
  }

  /// Returns the attributes that the next undo sets, for each object of a class and its subclasses that the undo neither inserts
  /// nor deletes.
  ///
  /// An object that was merged into another one is listed as that one. Relationships, and values that uniqueness conflicts
  /// change at the save, are not considered. A row that another context has deleted can be listed. The call
  /// ends the event, as ``undo()`` does.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Complexity: O(*n*) in the number of objects that the undo changes.
  public func attributesRestoredByUndo<Object: ManagedObject>(
    of type: Object.Type
  ) -> [RestoredAttributes<Object>] {
    closeOpenEvent("attributesRestoredByUndo(of:)")
    return attributes(of: type, restoredByUndoing: undoHistory?.undoable.last)
  }

  /// Returns the attributes that the next redo sets, as ``attributesRestoredByUndo(of:)``.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Complexity: O(*n*) in the number of objects that the redo changes.
  public func attributesRestoredByRedo<Object: ManagedObject>(
    of type: Object.Type
  ) -> [RestoredAttributes<Object>] {
    closeOpenEvent("attributesRestoredByRedo(of:)")
    return attributes(of: type, restoredByUndoing: undoHistory?.redoable.last)
  }

  private func steps(undoing group: UndoGroup?) -> [UndoStep] {
    group?.netChanges.compactMap { step(undoing: $0) } ?? []
  }

  private func idsDeleted(byUndoing group: UndoGroup?) -> [ManagedObjectID] {
    steps(undoing: group).compactMap { if case .delete(let id) = $0 { id } else { nil } }
  }

  private func attributes<Object: ManagedObject>(
    of type: Object.Type, restoredByUndoing group: UndoGroup?
  ) -> [RestoredAttributes<Object>] {
    var (ids, values): ([ManagedObjectID], [ManagedObjectID: [Slot: PropertyValue]]) = ([], [:])
    var others: Set<ManagedObjectID> = []
    for step in steps(undoing: group) {
      switch step {
      case .delete(let id), .restore(let id, _, _): others.insert(id)
      case .update(let id, let changes):
        let entity = model.entity(of: id)
        guard entity.managedObjectClass is Object.Type else { continue }
        for (slot, value) in changes where entity.roles[slot] == .attribute {
          // Two objects can have been merged into one.
          if values[id] == nil { ids.append(id) }
          values[id, default: [:]][slot] = value
        }
      }
    }
    return ids.filter { !others.contains($0) }.map { id in
      RestoredAttributes(id, of: model.entity(of: id), values[id] ?? [:])
    }
  }

  private func read(for group: UndoGroup) throws {
    guard missing.answering != nil else { return }
    let changes = group.netChanges
    var ids: Set<ManagedObjectID> = []
    for change in changes {
      ids.insert(registry.redirects[change.id] ?? change.id)
      for value in (change.before.values ?? []) + (change.after.values ?? []) {
        if let target = value.reference { ids.insert(registry.redirects[target] ?? target) }
      }
    }
    _ = try rows(for: ids.sorted())
    try readDuplicates(of: changes)
    let leaving = changes.filter { $0.before.values == nil }.map(\.id)
    withExtendedLifetime(readDenyingMembers(of: leaving)) {}
  }

  /// Reads which rows have the unique values that objects get.
  private func readDuplicates(of changes: [UndoGroup.Change]) throws {
    var values: [StoredKeys.Constraint: [[PropertyValue]]] = [:]
    for change in changes {
      guard let later = change.before.values else { continue }
      let entity = model.entity(of: change.id)
      for slots in entity.uniqueSlots where !slots.contains(where: { later[$0].isNull }) {
        if let now = change.after.values, slots.allSatisfy({ now[$0] == later[$0] }) { continue }
        let constraint = StoredKeys.Constraint(entity: model.constraintOwner(slots, of: entity), slots: slots)
        values[constraint, default: []].append(slots.map { later[$0] })
      }
    }
    for (constraint, values) in values { try readDuplicates(of: constraint, values) }
  }
}
