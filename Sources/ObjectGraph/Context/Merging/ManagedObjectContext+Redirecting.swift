internal import ObjectModel
internal import ObjectStore

/// Objects whose rows were merged into other rows.
extension ManagedObjectContext {
  /// Makes an unsaved object represent another row, which already has its values.
  ///
  /// If the merge is part of an event, undoing the event inserts the merged row again.
  ///
  /// - Returns: The object of the other row.
  func identify(_ object: ManagedObject, as id: ManagedObjectID) -> ManagedObject {
    let old = object.objectID
    if case .absent? = recorder[old] { recorder[old] = nil }
    registry.redirects.record(old, as: id)
    return unite(object, with: id)
  }

  /// Makes an object represent another row, or forward to the object of that row if one is in use.
  ///
  /// - Returns: The object of the other row.
  private func unite(_ object: ManagedObject, with id: ManagedObjectID) -> ManagedObject {
    let old = object.objectID
    registry.remove(old)
    unsaved.remove(old)
    if let other = registry[id] ?? revive(id) {
      object.forward(to: other)
      return other
    }
    object.reset(to: id)
    registry.register(object)
    return object
  }

  /// Redirects objects of the children at once.
  ///
  /// This does not depend on whether they merge changes automatically: the old row no longer exists.
  func redirectChildren(_ id: ManagedObjectID, to target: ManagedObjectID) {
    for child in children.contexts { child.vanish(id, becoming: target) }
  }

  /// Redirects the object of a saved row, and all references to the row, to another row.
  ///
  /// Unsaved changes of the object stay on top, except for properties with unsaved values in the object of
  /// the other row. Those values are changes of the row that remains.
  func redirect(_ id: ManagedObjectID, to target: ManagedObjectID, keepsDeletion: Bool) {
    // An unsaved deletion of the parent applies to the other row as well. An object whose deletion was saved
    // here stays deleted.
    let object = registry[id] ?? (mainSaves?.deletionState(of: id)?.isDeleted == true ? nil : revive(id))
    let edits = object.map(unsavedValues) ?? []
    let isDeletion = keepsDeletion && object?.pendingChange == .delete
    unsaved.remove(id)
    recorder[id] = nil
    registry.redirects.record(id, as: target)
    if let object {
      let other = unite(object, with: target)
      let edited = Set(unsavedValues(of: other).map(\.slot))
      for (slot, value) in edits where !edited.contains(slot) { set(value, slot: slot, of: other) }
      if isDeletion { delete(other, isPrepared: true) }
    }
    moveUnsavedReferences(from: id, to: target)
    // Members are read again when they are needed.
    registry[target]?.members.removeAll()
    notifier.recordDeletion(id)
    if object != nil { notifier.recordUpdate(target) }
    redirectChildren(id, to: target)
  }

  // MARK: Pending saves

  /// Redirects published saves of rows that were merged into other rows to the rows that remain.
  ///
  /// The writer does the same with its queued commits.
  func redirectPublishedSaves(_ report: CommitReport) {
    var rows = RedirectedRows()
    rows.follow(report, in: model)
    guard let saves = mainSaves else { return }
    saves.recordRedirects(rows.count)
    guard !rows.isEmpty else { return }
    recorder.beginMerging()
    for (number, changes) in saves.pending where rows.concern(changes) {
      let redirected = rows.redirected(changes)
      rows.follow(redirected)
      replace(changes, number, by: redirected, saves)
    }
    recorder.endMerging()
  }

  /// Removes rows that another context has deleted, and references to them, from published saves, as the
  /// writer does.
  ///
  /// - Parameters:
  ///   - ids: The IDs of the rows.
  ///   - redirects: The destinations of those rows that were merged into other rows.
  func dropFromPublishedSaves(
    _ ids: Set<ManagedObjectID>, redirects: [ManagedObjectID: ManagedObjectID]
  ) {
    guard let saves = mainSaves, !saves.isEmpty, !ids.isEmpty else { return }
    let gone = ids.filter { registry[$0] == nil }
    for (number, changes) in saves.pending {
      if let rest = changes.withoutRows(gone, redirects: redirects, in: model) {
        replace(changes, number, by: rest, saves)
      }
    }
  }

  private func replace(
    _ changes: RowChanges, _ number: Int, by others: RowChanges, _ saves: MainSaves
  ) {
    coordinator.pending.replace(number, ids: changes.ids, by: others)
    saves.replace(number, by: others)
    show(others, insteadOf: changes)
  }

  private func show(_ changes: RowChanges, insteadOf former: RowChanges) {
    for row in changes.inserted + changes.updated.map(\.row) {
      guard let object = registry[row.id], !object.isDeleted,
        let committed = object.committed, committed.version <= row.saved.version
      else { continue }
      let shown = object.values
      rebase(object, on: row.saved)
      guard let shown, shown != object.values else { continue }
      referencesChanged(row.id, from: shown, to: object.values)
      notifier.recordUpdate(row.id)
    }
    let known = Set(former.deleted.map(\.id))
    for row in changes.deleted where !known.contains(row.id) { vanish(row.id, last: row) }
  }

  /// Returns the unsaved values of an object, references first: setting a reference sets its position as
  /// well.
  private func unsavedValues(of object: ManagedObject) -> [(slot: Slot, value: PropertyValue)] {
    guard object.pendingChange == .update, let values = object.values, let base = object.committed?.values
    else { return [] }
    let slots = values.slots.filter { values[$0] != base[$0] }
    let (references, others) = (
      slots.filter(object.entity.isReference), slots.filter { !object.entity.isReference($0) }
    )
    return (references + others).map { ($0, values[$0]) }
  }

  /// Redirects references of objects with unsaved changes from one row to another.
  private func moveUnsavedReferences(from id: ManagedObjectID, to target: ManagedObjectID) {
    for object in unsaved.referrers(to: id) where !object.isDeleted {
      let slots = object.slots(referringTo: id)
      guard model.isLink(object.objectID.entity), var values = object.values else {
        for slot in slots { put(.reference(target), slot: slot, of: object) }
        continue
      }
      for slot in slots { values[slot] = .reference(target) }
      remove(object)
      insertLink(object.objectID.entity, values: values)
    }
  }
}
