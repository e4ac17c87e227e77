/// How the main context saves: the changes are laid over the store at once and handed to the writer.
extension ManagedObjectContext {
  func publish(_ changes: StoreChanges, home: any ContextHome) -> Saving {
    let number = coordinator.pending.publish(changes)
    unsettled[number] = changes
    noteFates(changes)
    markSaved()
    advanceGeneration()
    let saving = Saving()
    let commit = commit(of: changes)
    guarded.removeAll()
    coordinator.writer.submit(commit) { result in
      home.later { context in
        context.settle(number, result)
        saving.finish(result.map { _ in })
      }
    }
    return saving
  }

  private func settle(_ number: Int, _ result: Result<CommitReport, any Error>) {
    guard let changes = unsettled.removeValue(forKey: number) else { return }
    coordinator.pending.retire(number, ids: changes.ids)
    let beneath = changes.ids.compactMap { overtaken.removeValue(forKey: $0) }
    switch result {
    case .success(let report):
      for row in report.kept { fates[row.id] = nil }
      adopt(surprises(in: report, for: changes))
    case .failure(let error):
      settledFailures += 1
      for id in changes.ids { fates[id] = nil }
      takeBack(changes)
      adopt(AdoptionSlice(updated: beneath))
      saveDidFail?(error)
    }
  }

  /// Deletions are final, except for undo, which makes the row again in a higher version.
  private func noteFates(_ changes: StoreChanges) {
    for row in changes.deleted { fates[row.id] = Fate(version: row.version, isDeleted: true) }
    for row in changes.inserted where fates[row.id] != nil {
      fates[row.id] = Fate(version: row.saved.version, isDeleted: false)
    }
  }

  /// What the writer made of the changes other than was shown already.
  private func surprises(in report: CommitReport, for changes: StoreChanges) -> AdoptionSlice {
    var shown: [ManagedObjectID: Row] = [:]
    for row in changes.inserted { shown[row.id] = row.saved }
    for update in changes.updated { shown[update.row.id] = update.row.saved }
    let gone = Set(changes.deleted.map(\.id))
    let updates = report.updated + report.kept.map { .init(row: $0, before: $0.values) }
    return AdoptionSlice(
      inserted: report.inserted.filter { $0 != shown[$0.id] }
        + report.kept.filter { gone.contains($0.id) || model.isLink($0.id.entity) },
      updated: updates.filter { $0.row != shown[$0.row.id] && !gone.contains($0.row.id) },
      deleted: report.deleted.filter { !gone.contains($0.id) }
        + changes.inserted.filter { report.redirects[$0.id] != nil })
  }

  /// The writer could not commit: the changes are unsaved again, beneath what was changed since.
  private func takeBack(_ changes: StoreChanges) {
    for row in changes.inserted {
      let object = object(with: row.id)
      object.values = object.values ?? row.values
      object.committed = nil
      object.revivedVersion = row.version
      if object.isDeleted { changed[row.id.entity]?[row.id] = nil } else { object.pendingChange = nil }
      if !object.isDeleted { mark(object, .insert) }
    }
    for update in changes.updated {
      let object = object(with: update.row.id)
      object.values = object.values ?? update.row.values
      // What an earlier save made of the row may have been taken back before: then that lies beneath, not what this
      // save began with.
      if object.isInserted { continue }
      if object.committed?.version ?? .max >= update.row.version {
        object.committed = Row(id: update.row.id, version: update.row.version, values: update.base)
      }
      mark(object, .update)
    }
    for row in changes.deleted where registered[row.id]?.object == nil {
      mark(makeObject(row.id, row: row), .delete)
    }
  }
}

extension StoreChanges {
  /// The IDs of all rows that are written.
  var ids: [ManagedObjectID] {
    inserted.map(\.id) + updated.map(\.row.id) + deleted.map(\.id)
  }
}
