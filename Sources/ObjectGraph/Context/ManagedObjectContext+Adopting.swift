/// A part of a commit, small enough to be taken over at once.
struct AdoptionSlice: Sendable {
  var inserted: [Row] = []
  var updated: [CommitReport.Update] = []
  var deleted: [Row] = []
  /// Those of the deleted rows that turned out to be the same as others.
  var redirects: [ManagedObjectID: ManagedObjectID] = [:]
  /// Whether it is the outcome of a save of the context itself.
  var isOwn = false

  /// The IDs of all rows.
  var ids: [ManagedObjectID] { inserted.map(\.id) + updated.map(\.row.id) + deleted.map(\.id) }
}

/// How a context takes over what somebody else committed.
extension ManagedObjectContext {
  /// Brings objects in step with rows that were committed, and tells observers.
  ///
  /// Changes that were not saved stay on top; an older state than the one that is shown already is passed
  /// over, as is a row that was deleted here since.
  func adopt(_ slice: AdoptionSlice) {
    // What others did is no event of this context's, to be undone here.
    isRecording = !event.isEmpty
    disturbed.removeAll()
    for row in slice.inserted { adoptInserted(row) }
    for update in slice.updated { adoptUpdated(update) }
    for row in slice.deleted {
      adoptDeleted(row, becoming: slice.redirects[row.id], keepsDeletion: slice.isOwn)
    }
    dropFromPublishedSaves(Set(slice.deleted.map(\.id)))
    reapplyDeleteRules()
    if hasChanges, model.hasPairs {
      for id in slice.inserted.map(\.id) + slice.updated.map(\.row.id) { settlePairs(of: id) }
    }
    isRecording = true
    processPendingChanges()
    adopted.removeAll(keepingCapacity: true)
  }

  private func adoptInserted(_ row: Row) {
    if let fate = fates[row.id], row.version <= fate.version {
      if fate.isDeleted { membersChanged(.init(row: row, before: row.values)) }
      return
    }
    coordinator.pending.supersede(row.id, version: row.version)
    adopted[row.id] = row
    redirects.forget(row.id)
    giveWay(to: row)
    if let object = registered[row.id]?.object {
      // Its row was not there and is again.
      if object.isDeleted, object.committed == nil { object.pendingChange = nil }
      update(object, to: row)
      // It has left its relationships.
      if object.isDeleted { return }
    } else if revive(row.id) != nil {
      _ = object(for: row)
    }
    referencesChanged(row.id, from: nil, to: shownValues(of: row.id) ?? row.values)
    gathered.noteInserted(row.id)
  }

  private func adoptUpdated(_ update: CommitReport.Update) {
    let row = update.row
    if let fate = fates[row.id], fate.isDeleted || row.version < fate.version {
      if fate.isDeleted { membersChanged(update) }
      return
    }
    let before = shownValues(of: row.id) ?? update.before
    coordinator.pending.supersede(row.id, version: row.version)
    let object = registered[row.id]?.object
    if let state = coordinator.pending.state(of: row.id), state?.version ?? .max >= row.version {
      // A published save lies over it; should that fail, this is what lies beneath.
      overtaken[row.id] = update
      return membersChanged(update)
    }
    adopted[row.id] = row
    let isNew: Bool
    if let object {
      isNew = self.update(object, to: row)
      // It has left the relationships of the values that it had then.
      if object.isDeleted { return membersChanged(update) }
    } else {
      isNew = true
      if revive(row.id) != nil { _ = self.object(for: row) }
    }
    let shown = object?.values ?? row.values
    // A fetch can have met the row before; the objects that it referred to are notified all the same.
    membersChanged(update)
    // A commit can lie wholly beneath unsaved changes: then nothing that the context shows has changed.
    guard isNew, shown != before else { return }
    referencesChanged(row.id, from: before, to: shown)
    gathered.noteUpdated(row.id)
  }

  /// Removes a row from the to-many relationships in which a commit found it and left it, except for those in which the
  /// context shows it.
  ///
  /// Members that were read before the commit, or after it and before it was merged, list the row there, even if the
  /// object itself was read at another time.
  private func membersChanged(_ update: CommitReport.Update) {
    let row = update.row
    let object = registered[row.id]?.object
    let isGone = object?.isDeleted ?? fates[row.id]?.isDeleted ?? false
    let shown = isGone ? nil : shownValues(of: row.id) ?? row.values
    referencesChanged(row.id, from: update.before, to: shown)
    if shown != row.values { referencesChanged(row.id, from: row.values, to: shown) }
  }

  private func adoptDeleted(_ row: Row, becoming target: ManagedObjectID?, keepsDeletion: Bool) {
    if let fate = fates[row.id], !fate.isDeleted, row.version < fate.version { return }
    adopted[row.id] = .some(nil)
    let last = Row(id: row.id, version: row.version, values: shownValues(of: row.id) ?? row.values)
    if last != row { referencesChanged(row.id, from: row.values, to: nil) }
    vanish(row.id, last: last, becoming: target, keepsDeletion: keepsDeletion)
  }

  /// The values that the context shows of a row, by an object or a save on its way; nil if the store's count.
  private func shownValues(of id: ManagedObjectID) -> [PropertyValue]? {
    registered[id]?.object?.values ?? (overlay.state(of: id) ?? nil)?.values
  }

  /// Empties references to a row that is gone, in objects that were to be saved with them; others have been settled by
  /// the commit that deleted it.
  func dropUnsavedReferences(to id: ManagedObjectID) {
    for referrer in model.referrers(to: id.entity) {
      for number in model.family(of: referrer.entity) {
        for object in (changed[number] ?? [:]).values where object.values?[referrer.slot].reference == id {
          if model.isLink(number) { remove(object) } else { put(.null, slot: referrer.slot, of: object) }
        }
      }
    }
  }

  /// Puts a row beneath the unsaved changes of an object; false when the object knows that row already.
  @discardableResult
  private func update(_ object: ManagedObject, to row: Row) -> Bool {
    if let base = object.committed, object.values != nil, base.version >= row.version { return false }
    let shown = object.values
    rebase(object, on: row)
    if shown != nil, object.values != shown { object.awakeFromSnapshotEvents(.refresh) }
    return true
  }

  /// Puts a row beneath the unsaved changes of an object, whatever was there.
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
    var values = row.values.indices.map { current[$0] != base.values[$0] ? current[$0] : row.values[$0] }
    // A position belongs to its reference, even if it is the number that the row had under another owner.
    for slot in object.entity.referenceSlots where current[slot] != base.values[slot] {
      guard let position = model.end(ofSlot: slot, entity: object.objectID.entity)?.position else { continue }
      values[position] = current[position]
    }
    object.values = values
  }
}
