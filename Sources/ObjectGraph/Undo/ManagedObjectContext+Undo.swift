extension ManagedObjectContext {
  /// Runs `body` as one event, which is undone in one go and told under `name`.
  ///
  /// Within another one it belongs to that. When `body` throws, what it changed until then stays, and can be undone.
  public func undoable<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    guard undoHistory != nil else { return try body() }
    beginUndoGroup(name)
    defer { endUndoGroup() }
    return try body()
  }

  /// Puts back what was there before the last event, as changes to be saved.
  ///
  /// Returns the event's name; nil when there is nothing to undo or it has no name.
  @discardableResult
  public func undo() -> String? {
    closeOpenEvent("undo()")
    guard let history = undoHistory, let group = history.undoable.popLast() else { return nil }
    putBack(group, destination: .undo)
    return group.name
  }

  /// Does again what was undone last, as changes to be saved.
  ///
  /// Returns the event's name; nil when there is nothing to redo or it has no name.
  @discardableResult
  public func redo() -> String? {
    closeOpenEvent("redo()")
    guard let history = undoHistory, let group = history.redoable.popLast() else { return nil }
    putBack(group, destination: .redo)
    return group.name
  }

  private func closeOpenEvent(_ caller: String) {
    require(
      undoHistory?.depth ?? 0 == 0,
      "\(caller) within an undo group: end the group first (endUndoGroup(), or the body of undoable(_:_:))")
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    closeEvent()
  }

  // MARK: Recording

  /// Remembers how an object is, before the first change of the event.
  func recordForUndo(_ object: ManagedObject, wasAbsent: Bool = false) {
    guard let undoHistory, undoHistory.isRecording, isRecording, event[object.objectID] == nil else { return }
    event[object.objectID] = wasAbsent ? .absent : state(of: object)
  }

  private func state(of object: ManagedObject) -> UndoGroup.State {
    guard !object.isDeleted, let values = object.values else { return .absent }
    return .present(values, version: object.committed?.version ?? 0)
  }

  /// How an object is; one that is as it was saved may be held by nobody any more.
  private func state(of id: ManagedObjectID) -> UndoGroup.State {
    if let object = registered[id]?.object { return state(of: object) }
    // A store that cannot be read leaves nothing to go back to.
    guard let row = (try? row(for: id)) ?? nil else { return .absent }
    return .present(row.values, version: row.version)
  }

  /// Makes a group of what changed since the last one.
  func closeEvent() {
    guard let history = undoHistory, !event.isEmpty, history.depth == 0 || history.destination != .edit
    else { return }
    let changes = eventChanges()
    event.removeAll()
    defer { if history.depth == 0 { history.name = nil } }
    guard !changes.isEmpty else { return }
    history.add(UndoGroup(name: history.name, changes: changes, series: history.series))
  }

  /// The changes of the current event until now, by ID.
  func eventChanges() -> [UndoGroup.Change] {
    let changes = event.compactMap { id, before -> UndoGroup.Change? in
      let after = state(of: id)
      return before.values == after.values ? nil : .init(id: id, before: before, after: after)
    }
    return changes.sorted { $0.id < $1.id }
  }

  // MARK: Applying

  /// Puts back what was there before the group; that itself makes a group, which leads back again.
  private func putBack(_ group: UndoGroup, destination: UndoHistory.Destination) {
    guard let history = undoHistory else { return }
    history.destination = destination
    // What must not be deleted while others refer to it goes last: when all of the group that did is gone.
    let (last, first) = group.settledChanges.reduce(into: ([UndoGroup.Change](), [UndoGroup.Change]())) {
      parts, change in
      if change.before.values == nil, denies(change.id) {
        parts.0.append(change)
      } else {
        parts.1.append(change)
      }
    }
    for change in first { bring(change.id, from: change.after, to: change.before) }
    let owners = readDenyingMembers(of: last.map(\.id))
    for change in last where !isStillReferred(change.id) {
      bring(change.id, from: change.after, to: change.before)
    }
    dropMissingReferences(of: group.changes.map(\.id))
    withExtendedLifetime(owners) {}
    history.name = group.name
    closeEvent()
    (history.destination, history.name) = (.edit, nil)
  }

  private func denies(_ id: ManagedObjectID) -> Bool {
    model.entity(of: id).relationships.contains { $0.deleteRule == .deny }
  }

  /// Whether others came to refer to an object that must not be deleted then.
  private func isStillReferred(_ id: ManagedObjectID) -> Bool {
    let object = object(with: id)
    return object.entity.relationships.contains { relationship in
      relationship.deleteRule == .deny
        && others(relationship, of: object).contains { !self.object(with: $0).isDeleted }
    }
  }

  private func bring(_ id: ManagedObjectID, from source: UndoGroup.State, to target: UndoGroup.State) {
    switch (source.values, target.values) {
    case (_, nil):
      // A new row that became another one since is not there to be taken away.
      if redirects[id] != nil { return }
      let object = object(with: id)
      if !object.isDeleted { remove(object) }
      object.awakeFromSnapshotEvents(.undoInsertion)
    case (nil, let values?):
      restore(id, values: redirected(values), version: target.version)
      object(with: id).awakeFromSnapshotEvents(.undoDeletion)
    case (let old?, let new?):
      let object = object(with: id)
      let (old, new) = (redirected(old), redirected(new))
      // What was recorded of a row that became another one applies to that; what identifies the row stays.
      let kept = redirects[id] == nil ? [] : Set(object.entity.uniqueSlots.joined())
      for slot in new.indices where old[slot] != new[slot] && !kept.contains(slot) {
        put(new[slot], slot: slot, of: object)
      }
      object.awakeFromSnapshotEvents(.undoUpdate)
    }
  }

  /// Lets references among values that were recorded lead where they lead now.
  private func redirected(_ values: [PropertyValue]) -> [PropertyValue] {
    redirects.isEmpty ? values : values.map { $0.following(redirects) }
  }

  /// Empties references of rows that were put back to rows that another context has deleted since.
  private func dropMissingReferences(of ids: [ManagedObjectID]) {
    let objects = ids.compactMap { registered[redirects[$0] ?? $0]?.object }.filter { !$0.isDeleted }
    let targets = Set(
      objects.flatMap { object in object.entity.referenceSlots.compactMap { object.values?[$0].reference } })
    // A store that cannot be read looks as if they were there; the commit finds them missing.
    guard !targets.isEmpty, let rows = try? rows(for: Array(targets)) else { return }
    let missing = targets.subtracting(rows.map(\.id))
    guard !missing.isEmpty else { return }
    for object in objects {
      for slot in object.entity.referenceSlots {
        guard let target = object.values?[slot].reference, missing.contains(target) else { continue }
        if model.isLink(object.objectID.entity) { remove(object) } else { put(.null, slot: slot, of: object) }
      }
    }
  }

  /// Deletes an object without hooks and rules: what they did is undone by itself.
  func remove(_ object: ManagedObject) {
    if object.isFault { fulfill(object) }
    if object.isGone { return }
    recordForUndo(object)
    mark(object, .delete)
    referencesChanged(object.objectID, from: object.values, to: nil)
    if object.committed == nil { changed[object.objectID.entity]?[object.objectID] = nil }
  }

  /// Joins two objects again by another row: the store keeps no versions of such rows, by which an old one could be
  /// told from one that came back.
  private func restoreLink(_ old: ManagedObjectID, values: [PropertyValue]) {
    guard let new = insertLink(old.entity, values: values) else { return }
    undoHistory?.replace(old, by: new)
  }

  /// Brings a deleted object back under its ID.
  func restore(_ id: ManagedObjectID, values: [PropertyValue], version: Int64) {
    redirects.forget(id)
    let object = registered[id]?.object ?? makeObject(id, row: nil)
    if model.isLink(id.entity), !object.isDeleted || object.committed == nil {
      return restoreLink(id, values: values)
    }
    if event[id] == nil, isRecording, undoHistory?.isRecording == true { event[id] = .absent }
    if object.isDeleted, let committed = object.committed {
      // The deletion was not saved: what is left is an ordinary change, or none.
      object.pendingChange = nil
      changed[id.entity]?[id] = nil
      object.values = values
      gathered.noteInserted(id)
      if values != committed.values { mark(object, .update) }
    } else {
      object.values = values
      object.committed = nil
      object.revivedVersion = version + 1
      object.pendingChange = nil
      mark(object, .insert)
    }
    referencesChanged(id, from: nil, to: values)
    scheduleProcessing()
  }
}

extension UndoGroup.State {
  var values: [PropertyValue]? {
    if case .present(let values, _) = self { values } else { nil }
  }

  var version: Int64 {
    if case .present(_, let version) = self { version } else { 0 }
  }

  /// Replaces values of a row by those that another context put in their place.
  mutating func rebase(from base: [PropertyValue], to row: [PropertyValue]) {
    guard case .present(var values, let version) = self else { return }
    for slot in values.indices where values[slot] == base[slot] { values[slot] = row[slot] }
    self = .present(values, version: version)
  }
}
