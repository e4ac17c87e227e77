internal import ObjectModel
public import ObjectStore

/// Merging of current rows, which are read again: in all contexts except the main one.
extension ManagedObjectContext {
  /// A Boolean value that indicates whether changes of other contexts are merged into this one automatically.
  ///
  /// The default is `true` for the main context and `false` for others. A context on the store merges the
  /// commits of all contexts of the coordinator. A child merges changes of its parent, including unsaved
  /// ones. If it shares the parent's isolation, it merges them at once. With an isolation of its own, it
  /// merges them soon after, and combines several if they come quickly. Neither context waits for the other.
  ///
  /// Unsaved changes of this context stay on top, property by property. Earlier changes are not merged when
  /// the value becomes `true` (see ``refreshAllObjects()``). Nothing is merged while the context is pinned
  /// (``queryGeneration``).
  ///
  /// - Complexity: For a child with an isolation of its own, each merge costs the parent O(*n*) in the number
  ///   of its unsaved rows.
  public var automaticallyMergesChangesFromParent: Bool {
    get { parentLink?.isFollowing ?? following.isWanted }
    set {
      guard let parentLink else { return following.isWanted = newValue }
      parentLink.follow(newValue) { [weak self] in self?.mergeCurrentRows(of: $0, from: .parent) }
    }
  }

  /// Merges a commit or a save of another context into this one.
  ///
  /// The rows are read again from the store or the parent, so an old report does no harm. The call has no
  /// effect while the context is pinned (``queryGeneration``).
  ///
  /// - Precondition: The report describes a commit to the context's store.
  /// - Complexity: O(*n*) in the number of rows of the report. The context's isolation is blocked for this
  ///   time.
  public func mergeChanges(from report: CommitReport) {
    if let id = report.anyID { coordinator.requireOwn(id) }
    guard queryGeneration == .unpinned else { return }
    if report.isReload { mergeEverything() }
    processPendingChanges()
    _ = unsaved.deletions.removeAffected()
    for row in report.inserted { mergeReferences(row.id, from: nil, to: row.values) }
    for update in report.updated {
      mergeReferences(update.row.id, from: update.before, to: update.row.values)
    }
    for row in report.deleted { mergeReferences(row.id, from: row.values, to: nil) }
    var changes = report.changes
    for owner in notifier.changes.updated { changes.recordMembersChange(owner) }
    mergeCurrentRows(
      of: changes, from: parent == nil ? .store : .parent, redirects: report.destinations(in: model))
  }

  /// Merges the current rows of all registered objects, because it is unknown which rows have changed.
  ///
  /// Lists that follow the context read their rows again (``ContextChanges/isReload``).
  ///
  /// - Complexity: O(*n*) in the number of registered objects. The context's isolation is blocked for this time.
  func mergeEverything() {
    processPendingChanges()
    var changes = ContextChanges(in: model)
    changes.recordReload()
    mergeCurrentRows(of: changes, from: parent == nil ? .store : .parent)
  }

  /// Notifies observers that any row may have changed, and returns the objects whose rows must be merged, in any parts
  /// (``mergeReloadedRows(of:)``).
  ///
  /// - Complexity: O(*n*) in the number of registered objects; reads nothing.
  func beginReload() -> [ManagedObjectID] {
    processPendingChanges()
    notifier.recordReload()
    processPendingChanges()
    return registry.objects.filter { !$0.isInserted }.map(\.objectID)
  }

  /// Merges the current rows of objects, whether they have changed or not.
  func mergeReloadedRows(of ids: some Sequence<ManagedObjectID>) {
    processPendingChanges()
    var changes = ContextChanges(in: model)
    for id in ids { changes.recordUpdate(id) }
    mergeCurrentRows(of: changes, from: parent == nil ? .store : .parent)
  }

  /// Updates relationships for a row that another context changed.
  ///
  /// An object that is deleted here has already left them.
  private func mergeReferences(
    _ id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?
  ) {
    let isDeleted = registry[id]?.isDeleted == true
    referencesChanged(id, from: old, to: isDeleted ? nil : new)
  }

  /// Merges the current rows of the store or the parent into the objects of this context, and notifies
  /// observers.
  ///
  /// - Parameters:
  ///   - changes: The objects whose rows have changed; all objects in use, after a reload.
  ///   - origin: The store or the parent.
  ///   - redirects: Rows that were merged into other rows, with those rows.
  func mergeCurrentRows(
    of changes: ContextChanges, from origin: MergeOrigin,
    redirects: [(ManagedObjectID, ManagedObjectID)] = []
  ) {
    recorder.beginMerging()
    for (id, target) in redirects {
      if registry[id] != nil {
        vanish(id, becoming: target)
      } else if changes.deleted.contains(id) {
        registry.redirects.record(id, as: target)
      }
    }
    var changes = changes
    if changes.isReload {
      notifier.recordReload()
      for object in registry.objects where !object.isInserted { changes.recordUpdate(object.objectID) }
    }
    changes = changes.leavingOut(parentLink?.beingSaved ?? [])
    let needed = changes.inserted.union(changes.updated).filter {
      registry.contains($0) || unsaved.contains(entity: $0.entity)
    }
    let deleted = concerning(changes.deleted)
    // If rows cannot be read, their objects do not change. The next fetch throws the error.
    if let rows = try? rowsBeneath(needed.union(deleted).sorted(), deleted: deleted) {
      // An undo may have inserted a row again since its deletion was reported.
      let (present, gone) = (
        changes.deleted.filter { rows[$0] != nil }, changes.deleted.filter { rows[$0] == nil }
      )
      for id in changes.inserted.union(changes.updated).union(present).sorted() {
        if changes.inserted.contains(id), let row = rows[id] { mergeNewObjects(into: row) }
        mergeCurrentRow(rows[id], of: id, in: changes, from: origin)
      }
      for id in gone.sorted() { vanish(id) }
    }
    reapplyDeleteRules()
    recorder.endMerging()
    processPendingChanges()
  }

  /// Returns the IDs of those deleted rows that may exist again, as far as that concerns objects of this context.
  ///
  /// The others are not read: a batch request can have deleted any number of them.
  private func concerning(_ deleted: Set<ManagedObjectID>) -> Set<ManagedObjectID> {
    if deleted.isEmpty { return [] }
    let references = unsaved.references
    return deleted.filter {
      registry.contains($0) || registry.goneObject($0) != nil || references.contains($0)
        || overlay.inserts($0)
    }
  }

  /// Merges the current row beneath an object into it, and records the change for observers.
  ///
  /// - Parameters:
  ///   - row: The row; `nil` if it does not exist.
  ///   - id: The ID of the row.
  ///   - changes: The kinds of changes, of which observers are notified.
  ///   - origin: The store or the parent; `ownCommit` for a row that this child has saved.
  func mergeCurrentRow(
    _ row: Row?, of id: ManagedObjectID, in changes: ContextChanges, from origin: MergeOrigin
  ) {
    if row != nil { registry.redirects.forget(id) }
    if let object = registry[id] ?? (row == nil ? nil : revive(id)) {
      // The row of the object was missing and exists again.
      if object.isDeleted, object.committed == nil { object.pendingChange = nil }
      // Members are read again when they are needed, also if an undo restores a deleted object.
      if origin != .ownCommit { object.members.removeAll() }
      guard !object.isDeleted else {
        // Undoing the deletion restores the object with the values of this row.
        if let row { rebase(object, on: row) }
        return
      }
      guard let row else {
        return object.isInserted ? () : vanish(id, becoming: parent?.registry.redirects[id])
      }
      // An undo inserted the row here, and another context has inserted it as well.
      if object.isInserted { object.pendingChange = .update }
      if let shown = object.values {
        // A fetch may have read a state that was taken back before it was merged here.
        let skipsStates = object.skipsStates(before: row)
        // A list may have read the former state. After a reload, lists read their rows again. A row of a parent has the same
        // version before and after a change.
        let wasRead = origin == .store && object.wasRead(from: row) && changes.changesValues(of: id)
        rebase(object, on: row)
        if shown == object.values, !skipsStates, !wasRead, !changes.inserted.contains(id) {
          // Only the members were discarded. The values are known and have not changed.
          return origin == .ownCommit ? () : notifier.recordMembersChange(id)
        }
        referencesChanged(id, from: shown, to: object.values)
      }
    }
    if changes.inserted.contains(id) {
      notifier.recordInsertion(id)
    } else if changes.onlyMembersChanged.contains(id) {
      notifier.recordMembersChange(id)
    } else {
      notifier.recordUpdate(id)
    }
  }
}
