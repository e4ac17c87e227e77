internal import ObjectModel
internal import ObjectStore

/// Merging of committed rows into the objects of a context.
extension ManagedObjectContext {
  /// Merges committed rows into the objects of this context, and notifies observers.
  ///
  /// Unsaved changes stay on top. The function ignores rows that are older than the state that is shown, and
  /// rows that were deleted here since. See ``MergeOrigin`` for the other merges.
  ///
  /// - Parameters:
  ///   - changes: The rows, of a whole commit or of a part of it.
  ///   - origin: The context that committed them: this one or another one.
  ///   - redirects: The destinations of those deleted rows that were merged into other rows.
  func merge(
    _ changes: RowChanges, from origin: MergeOrigin, redirects: [ManagedObjectID: ManagedObjectID] = [:]
  ) {
    let saves = mainSaves
    recorder.beginMerging()
    _ = unsaved.deletions.removeAffected()
    for row in changes.inserted { mergeInsertion(row, saves) }
    for update in changes.updated { mergeUpdate(update, saves) }
    for row in changes.deleted {
      mergeDeletion(row, saves, becoming: redirects[row.id], keepsDeletion: origin == .ownCommit)
    }
    dropFromPublishedSaves(Set(changes.deleted.map(\.id)), redirects: redirects)
    reapplyDeleteRules()
    if hasChanges, model.hasPairs {
      for id in changes.inserted.map(\.id) + changes.updated.map(\.row.id) { resolveOneToOne(of: id) }
    }
    recorder.endMerging()
    processPendingChanges()
    saves?.removeMergedRows()
  }

  private func mergeInsertion(_ row: Row, _ saves: MainSaves?) {
    if let state = saves?.deletionState(of: row.id), row.version <= state.version {
      if state.isDeleted { membersChanged(.init(row: row, before: row.values), saves) }
      return
    }
    if let saves { show(row, saves) }
    registry.redirects.forget(row.id)
    mergeNewObjects(into: row)
    if let object = registry[row.id] {
      // The row of the object was missing and exists again.
      if object.isDeleted, object.committed == nil { object.pendingChange = nil }
      update(object, to: row)
      // A deleted object has left its relationships.
      if object.isDeleted { return }
    } else if revive(row.id) != nil {
      _ = object(for: row)
    }
    referencesChanged(row.id, from: nil, to: shownValues(of: row.id) ?? row.values)
    notifier.recordInsertion(row.id)
  }

  private func mergeUpdate(_ update: RowChanges.Update, _ saves: MainSaves?) {
    let row = update.row
    if let state = saves?.deletionState(of: row.id), state.isDeleted || row.version < state.version {
      if state.isDeleted { membersChanged(update, saves) }
      return
    }
    let before = shownValues(of: row.id) ?? update.before
    if let saves, isHidden(row) {
      saves.recordUpdateBeneath(update)
      return membersChanged(update, saves)
    }
    if let saves { show(row, saves) }
    let object = registry[row.id]
    // An object that was released, or is a fault, has no values, and `before` can lack attributes. Those of its save count.
    if !recorder.isEmpty, object?.values == nil { recorder.rebase(storedObject: row.id, to: row.values) }
    let skipsStates = object?.skipsStates(before: row) ?? false
    let wasRead = object?.wasRead(from: row) ?? false
    let isNew: Bool
    if let object {
      isNew = self.update(object, to: row)
      // The deleted object has already left the relationships of its last values.
      if object.isDeleted { return membersChanged(update, saves) }
    } else {
      isNew = true
      if revive(row.id) != nil { _ = self.object(for: row) }
    }
    let shown = object?.values ?? row.values
    // A fetch may have read the row before. The objects that it referred to still need a notification.
    membersChanged(update, saves)
    // Unsaved changes may hide the whole commit. Then the context still shows the same values. If it shows them again after
    // others that it never merged, a fetch may have read those. A list may have read the former state of an object that was
    // read before the merge.
    guard wasRead || isNew && (shown != before || skipsStates) else { return }
    referencesChanged(row.id, from: before, to: shown)
    notifier.recordUpdate(row.id)
  }

  /// Returns a Boolean value that indicates whether a published save hides a row of another context.
  ///
  /// Commits and outcomes are merged in the order of commits, so the row was committed before the save, whatever
  /// its version. If the save fails, the row becomes visible.
  private func isHidden(_ row: Row) -> Bool { coordinator.pending.state(of: row.id) != nil }

  /// Lets reads of the main context show a merged row from now on.
  private func show(_ row: Row, _ saves: MainSaves) {
    coordinator.pending.supersede(row.id, version: row.version)
    saves.recordMerged(row.id, row)
  }

  /// Removes a row from the to-many relationships of its values before and after a commit, except for those
  /// in which the context shows it.
  ///
  /// Members that were read before the commit was merged can contain the row, even if the object itself was
  /// read at another time.
  private func membersChanged(_ update: RowChanges.Update, _ saves: MainSaves?) {
    let row = update.row
    let object = registry[row.id]
    let isGone = object?.isDeleted ?? saves?.deletionState(of: row.id)?.isDeleted ?? false
    let shown = isGone ? nil : shownValues(of: row.id) ?? row.values
    referencesChanged(row.id, from: update.before, to: shown)
    if shown != row.values { referencesChanged(row.id, from: row.values, to: shown) }
  }

  private func mergeDeletion(
    _ row: Row, _ saves: MainSaves?, becoming target: ManagedObjectID?, keepsDeletion: Bool
  ) {
    if let state = saves?.deletionState(of: row.id), !state.isDeleted, row.version < state.version { return }
    saves?.recordMerged(row.id, nil)
    let last = Row(id: row.id, version: row.version, values: shownValues(of: row.id) ?? row.values)
    if last != row { referencesChanged(row.id, from: row.values, to: nil) }
    vanish(row.id, last: last, becoming: target, keepsDeletion: keepsDeletion)
  }

  /// Returns the values that an object or a pending save shows of a row; `nil` if only the store has them.
  private func shownValues(of id: ManagedObjectID) -> [PropertyValue]? {
    registry[id]?.values ?? (overlay.state(of: id) ?? nil)?.values
  }

  /// Sets references to a deleted row to null in objects with unsaved changes, and removes unsaved join rows
  /// that refer to it.
  ///
  /// References that are saved were handled by the commit that deleted the row.
  func dropUnsavedReferences(to id: ManagedObjectID) {
    for object in unsaved.referrers(to: id) {
      if model.isLink(object.objectID.entity) {
        remove(object)
      } else {
        for slot in object.slots(referringTo: id) { put(.null, slot: slot, of: object) }
      }
    }
  }

  /// Makes a row the base of the unsaved changes of an object.
  ///
  /// - Returns: `false` if the object already has this row or a newer one.
  @discardableResult
  private func update(_ object: ManagedObject, to row: Row) -> Bool {
    if let base = object.committed, object.values != nil {
      // The store can have written other values than a save of this context, with the same version.
      if base.version > row.version || base == row { return false }
    }
    let shown = object.values
    rebase(object, on: row)
    if shown != nil, object.values != shown { object.awakeFromSnapshotEvents(.refresh) }
    return true
  }

  /// Makes a row the base of the unsaved changes of an object, whatever its version.
  func rebase(_ object: ManagedObject, on row: Row) {
    guard let base = object.committed, let current = object.values else {
      object.committed = object.completed(row, by: object.values)
      if !object.hasChanges { object.values = object.committed?.values }
      return
    }
    let row = object.completed(row, by: base.values)
    // The event in progress is undone with the properties that it has changed, not with those of others.
    recorder.rebase(row.id, from: base.values, to: row.values)
    if object.pendingChange == .delete {
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
    unsaved.recordReferences(of: object)
  }
}

extension ManagedObject {
  /// Returns the slots of the references to a row.
  func slots(referringTo id: ManagedObjectID) -> [Slot] {
    entity.referenceSlots.filter { values?[$0].reference == id }
  }

  /// Returns a Boolean value that indicates whether the row was changed several times since the object was last read.
  func skipsStates(before row: Row) -> Bool {
    guard let committed else { return false }
    return committed.version + 1 < row.version
  }

  /// Returns a Boolean value that indicates whether the object was read from a row before a commit of it is merged.
  func wasRead(from row: Row) -> Bool { committed?.version == row.version }
}
