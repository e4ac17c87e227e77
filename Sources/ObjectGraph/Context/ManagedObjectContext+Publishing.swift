internal import ObjectModel
internal import ObjectStore

/// Saves of the main context, which are visible at once and are committed later by the writer.
extension ManagedObjectContext {
  /// Publishes changes, which all contexts see at once, and hands them to the writer.
  func publish(_ changes: RowChanges, _ saves: MainSaves, isAwaited: Bool) -> PendingSave {
    let save = PublishedSave(number: coordinator.pending.publish(changes), changes: changes)
    saves.begin(
      save.number,
      .init(
        changes: changes, deleted: changes.deleted.compactMap { registry[$0.id] },
        guarded: unsaved.guarded, isAwaited: isAwaited))
    markSaved()
    advanceGeneration()
    let commit = commit(of: changes, isPublished: true)
    unsaved.guarded.removeAll()
    coordinator.writer.submit(commit) { [home = saves.home] result in
      home.post(.outcome(result, of: save), priority: commit.priority)
    }
    return save.pending
  }

  /// Publishes changes, and returns when the writer has committed them and the result has been merged.
  func commitPublished(_ changes: RowChanges, _ saves: MainSaves) throws -> CommitReport {
    let pending = publish(changes, saves, isAwaited: true)
    coordinator.writer.wait()
    while pending.result == nil, saves.merging?.step() == true {}
    guard let result = pending.result else {
      misuse("The writer has reached the end of its queue without posting the outcome of a save")
    }
    return try result.get()
  }

  /// Waits for the commits of published saves, and processes their outcomes in their order.
  func waitForPublishedSaves() {
    guard let mainSaves, !mainSaves.isEmpty else { return }
    coordinator.writer.wait()
    while !mainSaves.isEmpty, mainSaves.merging?.step() == true {}
  }

  /// Merges the committed rows of a published save, or makes its changes unsaved again if it failed, and ends
  /// the save.
  func finish(_ save: PublishedSave, with result: Result<CommitReport, any Error>) {
    defer { save.pending.finish(result) }
    guard let saves = mainSaves, let state = saves.end(save.number) else { return }
    let changes = state.changes
    coordinator.pending.retire(save.number, ids: changes.ids)
    // A pinned context has a copy of the pending rows, with those of this save.
    advanceGeneration()
    let beneath = saves.removeUpdatesBeneath(changes.ids)
    switch result {
    case .success(let report):
      for row in report.unchanged { saves.forgetDeletion(of: row.id) }
      redirectPublishedSaves(report)
      mergeOutcome(report, of: changes)
    case .failure(let error):
      let rest = saves.rebaseSaves(on: changes)
      saves.recordFailure(of: rest.ids)
      unpublish(rest, state, above: saves.rows(of: Set(rest.ids)))
      merge(RowChanges(updated: beneath), from: .otherContext)
      if !state.isAwaited { saveDidFail?(error) }
    }
  }

  /// Merges the rows that a commit of this context has written with other values than the context shows.
  func mergeOutcome(_ report: CommitReport, of changes: RowChanges) {
    // Usually the writer has written what the context shows.
    if report.isOutcome(of: changes) { return }
    let rows = unexpectedRows(in: report, for: changes, shown: changes.publishedRows)
    let redirects = Dictionary(uniqueKeysWithValues: report.destinations(in: model))
    merge(rows, from: .ownCommit, redirects: redirects)
  }

  /// Returns the rows that the writer has written with other values than the context shows.
  private func unexpectedRows(
    in report: CommitReport, for changes: RowChanges, shown: [ManagedObjectID: Row]
  ) -> RowChanges {
    let gone = Set(changes.deleted.map(\.id))
    let unchanged = report.unchanged + report.inserted.filter { shown[$0.id] != nil }
    // Relationships reflect the values that were shown until now, not the rows of the store.
    let updates = (report.updated + unchanged.map { .init(row: $0, before: $0.values) }).map { update in
      RowChanges.Update(row: update.row, before: shown[update.row.id]?.values ?? update.before)
    }
    // With the version that the context shows: an undo may have inserted the row again.
    let redirected = changes.inserted.filter { report.mergedInto[$0.id] != nil }.map(\.saved)
    let deleted = report.deleted.filter { !gone.contains($0.id) }.map { row in
      Row(id: row.id, version: row.version, values: shown[row.id]?.values ?? row.values)
    }
    return RowChanges(
      inserted: report.inserted.filter { shown[$0.id] == nil }
        + report.unchanged.filter { gone.contains($0.id) || model.isLink($0.id.entity) },
      updated: updates.filter { $0.row != shown[$0.row.id] && !gone.contains($0.row.id) },
      deleted: deleted + redirected)
  }

  /// Makes the changes of a failed save unsaved again, beneath changes made since.
  ///
  /// - Parameter later: The rows as later saves show them, which fail as well.
  private func unpublish(
    _ changes: RowChanges, _ state: MainSaves.Save, above later: [ManagedObjectID: Row]
  ) {
    unsaved.guarded.merge(state.guarded) { current, _ in current }
    for row in changes.inserted {
      let object = registry[row.id] ?? makeObject(row.id, row: nil)
      object.values = object.values ?? later[row.id]?.values ?? row.values
      object.committed = nil
      object.revivedVersion = row.version
      if object.isDeleted {
        unsaved.remove(row.id)
        mainSaves?.recordNeverInserted(row.id)
      } else {
        object.pendingChange = nil
      }
      if !object.isDeleted { mark(object, .insert) }
    }
    for update in changes.updated where !state.neverInserted.contains(update.row.id) {
      let object = registry[update.row.id] ?? makeObject(update.row.id, row: nil)
      object.values = object.values ?? later[update.row.id]?.values ?? update.row.values
      // An earlier save of the row may have failed before. Then its base is the base of the row, not the base
      // of this save.
      if object.isInserted { continue }
      if object.committed?.version ?? .max >= update.row.version {
        object.committed = Row(id: update.row.id, version: update.row.version, values: update.before)
      }
      mark(object, .update)
    }
    // The saved state has retained objects in use, and they are registered again.
    for row in changes.deleted where !state.neverInserted.contains(row.id) {
      guard let object = registry[row.id] else {
        mark(makeObject(row.id, row: row), .delete)
        continue
      }
      if object.isDeleted, !unsaved.contains(row.id) {
        // An undo has inserted the row again, and that was taken back since.
        object.committed = row
        mark(object, .delete)
      }
      // An undo has inserted the row again, which was not deleted.
      guard object.isInserted else { continue }
      unsaved.remove(row.id)
      (object.pendingChange, object.committed) = (nil, row)
      if object.values != row.values { mark(object, .update) }
    }
  }
}

extension RowChanges {
  /// The rows as all contexts show them until the writer has committed them.
  fileprivate var publishedRows: [ManagedObjectID: Row] {
    let rows = inserted.map(\.saved) + updated.map(\.row.saved)
    return Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
