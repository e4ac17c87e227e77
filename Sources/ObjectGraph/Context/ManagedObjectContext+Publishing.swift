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
    let commit = commit(of: changes, save: save.number)
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
    let beneath = saves.removeUpdatesBeneath(changes.ids)
    switch result {
    case .success(let report):
      coordinator.pending.retire(save.number, ids: changes.ids)
      // A pinned context has a copy of the pending rows, with those of this save.
      advanceGeneration()
      for row in report.unchanged { saves.forgetDeletion(of: row.id) }
      redirectPublishedSaves(report)
      mergeOutcome(report, of: changes)
    case .failure(let error):
      // Later saves of these rows fail as well.
      let published = coordinator.pending.removeStates(of: changes.ids)
      advanceGeneration()
      saves.recordFailure(of: changes.ids)
      unpublish(state, published)
      coordinator.writer.announceTakenBack(published, from: number)
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

  /// Makes the rows of a failed save unsaved changes, in the last state that the context has given them.
  ///
  /// - Parameter published: The states of the rows in the last published save that contains them; `nil` for deleted rows.
  private func unpublish(_ save: MainSaves.Save, _ published: [ManagedObjectID: Row?]) {
    unsaved.guarded.merge(save.guarded) { current, _ in current }
    for row in save.changes.inserted {
      unpublish(row.id, published[row.id] ?? row, above: nil, version: row.version)
    }
    for update in save.changes.updated {
      let row = update.row
      let base = Row(id: row.id, version: row.version, values: update.before)
      unpublish(row.id, published[row.id] ?? row, above: base, version: row.version)
    }
    for row in save.changes.deleted {
      unpublish(row.id, published[row.id] ?? nil, above: row, version: row.version)
    }
  }

  /// Makes the state of a row that the context shows an unsaved change of the row beneath the failed saves.
  ///
  /// - Parameters:
  ///   - id: The ID of the row.
  ///   - published: The row in the last published save; `nil` if that save has deleted it.
  ///   - base: The row beneath the failed saves; `nil` if there is none.
  ///   - version: The version from which a row without a base continues.
  private func unpublish(_ id: ManagedObjectID, _ published: Row?, above base: Row?, version: Int64) {
    switch (base, shownValues(of: id, published)) {
    case (nil, nil):
      // Nothing is left of a new object that was deleted, or whose insertion was undone.
      unsaved.discard(id)
      registry[id]?.committed = nil
    case (nil, let values?):
      let object = registry[id] ?? makeObject(id, row: nil)
      if object.values == nil { object.values = values }
      (object.committed, object.revivedVersion) = (nil, version)
      mark(object, .insert)
    case (let base?, nil):
      // The saves have retained deleted objects in use, and they are registered again.
      let object = registry[id] ?? makeObject(id, row: base)
      if object.values == nil { object.values = base.values }
      object.committed = base
      if !object.isDeleted || !unsaved.contains(id) { mark(object, .delete) }
    case (let base?, let values?):
      let object = registry[id] ?? makeObject(id, row: nil)
      if object.values == nil { object.values = values }
      object.committed = base
      if object.isInserted {
        // An undo has inserted the row again, which was not deleted.
        unsaved.remove(id)
        object.pendingChange = nil
      }
      if values != base.values { mark(object, .update) }
    }
  }

  /// Returns the values that the context shows of a row, or nil if the context shows it as deleted.
  private func shownValues(of id: ManagedObjectID, _ published: Row?) -> [PropertyValue]? {
    guard let object = registry[id] else { return published?.values }
    return object.isDeleted ? nil : object.values ?? published?.values
  }
}

extension RowChanges {
  /// The rows as all contexts show them until the writer has committed them.
  fileprivate var publishedRows: [ManagedObjectID: Row] {
    let rows = inserted.map(\.saved) + updated.map(\.row.saved)
    return Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
