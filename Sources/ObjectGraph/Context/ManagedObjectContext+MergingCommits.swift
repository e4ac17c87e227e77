/// Merging of commits of other contexts into the main context.
extension ManagedObjectContext {
  /// Merges committed rows into the objects of this context, and notifies observers.
  ///
  /// Unsaved changes stay on top. The function ignores rows that are older than the state that is shown, and
  /// rows that were deleted here since.
  ///
  /// - Parameters:
  ///   - changes: The rows, of a whole commit or of a part of it.
  ///   - redirects: The destinations of those deleted rows that were merged into other rows.
  ///   - isOwn: A Boolean value that indicates whether the rows are the outcome of a save of this context.
  func merge(
    _ changes: RowChanges, redirects: [ManagedObjectID: ManagedObjectID] = [:], isOwn: Bool = false
  ) {
    // Changes of other contexts are not part of an event of this context, which could be undone here.
    isRecording = !event.isEmpty
    affectedDeletions.removeAll()
    for row in changes.inserted { mergeInsertion(row) }
    for update in changes.updated { mergeUpdate(update) }
    for row in changes.deleted {
      mergeDeletion(row, becoming: redirects[row.id], keepsDeletion: isOwn)
    }
    dropFromPublishedSaves(Set(changes.deleted.map(\.id)))
    reapplyDeleteRules()
    if hasChanges, model.hasPairs {
      for id in changes.inserted.map(\.id) + changes.updated.map(\.row.id) { resolveOneToOne(of: id) }
    }
    isRecording = true
    processPendingChanges()
    mergedRows.removeAll(keepingCapacity: true)
  }

  private func mergeInsertion(_ row: Row) {
    if let state = deletionStates[row.id], row.version <= state.version {
      if state.isDeleted { membersChanged(.init(row: row, before: row.values)) }
      return
    }
    coordinator.pending.supersede(row.id, version: row.version)
    mergedRows[row.id] = row
    redirects.forget(row.id)
    mergeNewObjects(into: row)
    if let object = registered[row.id]?.object {
      // The row of the object was missing and exists again.
      if object.isDeleted, object.committed == nil { object.pendingChange = nil }
      update(object, to: row)
      // A deleted object has left its relationships.
      if object.isDeleted { return }
    } else if revive(row.id) != nil {
      _ = object(for: row)
    }
    referencesChanged(row.id, from: nil, to: shownValues(of: row.id) ?? row.values)
    gathered.recordInsertion(row.id)
  }

  private func mergeUpdate(_ update: RowChanges.Update) {
    let row = update.row
    if let state = deletionStates[row.id], state.isDeleted || row.version < state.version {
      if state.isDeleted { membersChanged(update) }
      return
    }
    let before = shownValues(of: row.id) ?? update.before
    coordinator.pending.supersede(row.id, version: row.version)
    let object = registered[row.id]?.object
    if let state = coordinator.pending.state(of: row.id), state?.version ?? .max >= row.version {
      // A published save hides this update. If that save fails, the update becomes visible.
      updatesBeneath[row.id] = update
      return membersChanged(update)
    }
    mergedRows[row.id] = row
    let isNew: Bool
    if let object {
      isNew = self.update(object, to: row)
      // The deleted object has already left the relationships of its last values.
      if object.isDeleted { return membersChanged(update) }
    } else {
      isNew = true
      if revive(row.id) != nil { _ = self.object(for: row) }
    }
    let shown = object?.values ?? row.values
    // A fetch may have read the row before. The objects that it referred to still need a notification.
    membersChanged(update)
    // Unsaved changes may hide the whole commit. Then the context still shows the same values.
    guard isNew, shown != before else { return }
    referencesChanged(row.id, from: before, to: shown)
    gathered.recordUpdate(row.id)
  }

  /// Removes a row from the to-many relationships of its values before and after a commit, except for those
  /// in which the context shows it.
  ///
  /// Members that were read before the commit was merged can contain the row, even if the object itself was
  /// read at another time.
  private func membersChanged(_ update: RowChanges.Update) {
    let row = update.row
    let object = registered[row.id]?.object
    let isGone = object?.isDeleted ?? deletionStates[row.id]?.isDeleted ?? false
    let shown = isGone ? nil : shownValues(of: row.id) ?? row.values
    referencesChanged(row.id, from: update.before, to: shown)
    if shown != row.values { referencesChanged(row.id, from: row.values, to: shown) }
  }

  private func mergeDeletion(_ row: Row, becoming target: ManagedObjectID?, keepsDeletion: Bool) {
    if let state = deletionStates[row.id], !state.isDeleted, row.version < state.version { return }
    mergedRows[row.id] = .some(nil)
    let last = Row(id: row.id, version: row.version, values: shownValues(of: row.id) ?? row.values)
    if last != row { referencesChanged(row.id, from: row.values, to: nil) }
    vanish(row.id, last: last, becoming: target, keepsDeletion: keepsDeletion)
  }

  /// Returns the values that an object or a pending save shows of a row; `nil` if only the store has them.
  private func shownValues(of id: ManagedObjectID) -> [PropertyValue]? {
    registered[id]?.object?.values ?? (overlay.state(of: id) ?? nil)?.values
  }

  /// Sets references to a deleted row to null in objects with unsaved changes, and removes unsaved join rows
  /// that refer to it.
  ///
  /// References that are saved were handled by the commit that deleted the row.
  func dropUnsavedReferences(to id: ManagedObjectID) {
    for referrer in model.referrers(to: id.entity) {
      for number in model.family(of: referrer.entity) {
        for object in (changed[number] ?? [:]).values where object.values?[referrer.slot].reference == id {
          if model.isLink(number) { remove(object) } else { put(.null, slot: referrer.slot, of: object) }
        }
      }
    }
  }

  /// Makes a row the base of the unsaved changes of an object.
  ///
  /// - Returns: `false` if the object already has this version of the row or a newer one.
  @discardableResult
  private func update(_ object: ManagedObject, to row: Row) -> Bool {
    if let base = object.committed, object.values != nil, base.version >= row.version { return false }
    let shown = object.values
    rebase(object, on: row)
    if shown != nil, object.values != shown { object.awakeFromSnapshotEvents(.refresh) }
    return true
  }

  /// Makes a row the base of the unsaved changes of an object, whatever its version.
  func rebase(_ object: ManagedObject, on row: Row) {
    guard let base = object.committed, let current = object.values else {
      object.values = object.hasChanges ? object.values : row.values
      object.committed = row
      return
    }
    let row = object.completed(row, by: base.values)
    if object.pendingChange == .delete {
      event[row.id]?.rebase(from: base.values, to: row.values)
      undoHistory?.rebase(deletionOf: row.id, from: base.values, to: row.values)
    }
    object.committed = row
    var values = row.values.slots.map { current[$0] != base.values[$0] ? current[$0] : row.values[$0] }
    // A position belongs to its reference, even if it is the number that the row had under another owner.
    for slot in object.entity.referenceSlots where current[slot] != base.values[slot] {
      guard let position = model.end(ofSlot: slot, entity: object.objectID.entity)?.position else { continue }
      values[position] = current[position]
    }
    object.values = values
  }
}
