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

  /// The IDs of the objects that the next undo deletes, which are those that its group inserted.
  ///
  /// An object that a deny rule keeps is listed, although the undo keeps it.
  ///
  /// - Complexity: O(*n*) in the number of objects that the undo changes.
  public var idsDeletedByUndo: [ManagedObjectID] { idsDeleted(by: undoHistory?.undoable.last) }

  /// The IDs of the objects that the next redo deletes, as ``idsDeletedByUndo``.
  ///
  /// - Complexity: O(*n*) in the number of objects that the redo changes.
  public var idsDeletedByRedo: [ManagedObjectID] { idsDeleted(by: undoHistory?.redoable.last) }

  private func idsDeleted(by group: UndoGroup?) -> [ManagedObjectID] {
    // An object that was merged into another one no longer exists on its own.
    group?.netChanges.filter { $0.before.values == nil && registry.redirects[$0.id] == nil }.map(\.id) ?? []
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
