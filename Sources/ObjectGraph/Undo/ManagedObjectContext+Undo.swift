internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Runs `body` as one undo group with a name.
  ///
  /// Within another group or a deletion, the changes belong to that, and the name is not used. If `body` throws, its changes
  /// until then stay, and can be undone.
  ///
  /// - Throws: The errors of `body`.
  public func withUndoGroup<Result>(named name: String, _ body: () throws -> Result) rethrows -> Result {
    guard let history = undoHistory else { return try body() }
    beginUndoGroup(name)
    let replacements = history.replacements
    defer { if history.replacements == replacements { endUndoGroup() } }
    return try body()
  }

  /// Runs `body` as one undo group with a name, all of it or nothing: if it throws, its changes until then are taken back.
  ///
  /// What was taken back cannot be redone, and what could be redone before still can. Without an undo history, and if `body`
  /// has set another one, the changes stay.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Throws: The errors of `body`.
  public func withWholeUndoGroup<Result>(named name: String, _ body: () throws -> Result) rethrows -> Result {
    guard let history = undoHistory else { return try body() }
    require(
      history.depth == 0 && !unsaved.deletions.isInProgress,
      "withWholeUndoGroup(named:_:) within an undo group or a deletion, which is taken back as a whole")
    beginUndoGroup(name)
    let replacements = history.replacements
    do {
      let result = try body()
      if history.replacements == replacements { endUndoGroup() }
      return result
    } catch {
      if history.replacements == replacements { takeBackOpenGroup(of: history) }
      throw error
    }
  }

  /// Restores the state before the open undo group, and ends it as if it had not been.
  private func takeBackOpenGroup(of history: UndoHistory) {
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    let group = UndoGroup(name: history.name, changes: eventChanges(), series: nil)
    recorder.removeAll()
    history.depth -= 1
    // The groups before can change: restored join rows have new IDs.
    let count = history.redoable.count
    putBack(group, destination: .undo) {}
    history.removeRedoable(after: count)
  }

  /// Restores the state before the last undo group, as unsaved changes.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Returns: The name of the group, or nil if there is nothing to undo or the group has no name.
  @discardableResult
  public func undo() -> String? { undo {} }

  /// Restores the state before the last undo group, as unsaved changes, with further changes.
  ///
  /// - Parameter also: Makes the further changes, which redoing reverts too. If it throws, its changes until then stay.
  ///   It is not called if there is nothing to undo.
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Returns: The name of the group, or nil if there is nothing to undo or the group has no name.
  /// - Throws: The errors of `also`.
  @discardableResult
  public func undo(also: () throws -> Void) rethrows -> String? {
    closeOpenEvent("undo()")
    guard let history = undoHistory, let group = history.popUndoable() else { return nil }
    try putBack(group, destination: .undo, also: also)
    return group.name
  }

  /// Restores the state before the last undo, as unsaved changes.
  ///
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Returns: The name of the group, or nil if there is nothing to redo or the group has no name.
  @discardableResult
  public func redo() -> String? { redo {} }

  /// Restores the state before the last undo, as unsaved changes, with further changes.
  ///
  /// - Parameter also: Makes the further changes, which undoing reverts too. If it throws, its changes until then stay.
  ///   It is not called if there is nothing to redo.
  /// - Precondition: No undo group is open, and no ``ManagedObject/prepareForDeletion()`` is running.
  /// - Returns: The name of the group, or nil if there is nothing to redo or the group has no name.
  /// - Throws: The errors of `also`.
  @discardableResult
  public func redo(also: () throws -> Void) rethrows -> String? {
    closeOpenEvent("redo()")
    guard let history = undoHistory, let group = history.popRedoable() else { return nil }
    try putBack(group, destination: .redo, also: also)
    return group.name
  }

  /// Ends the event, so that its group is the next one to undo.
  ///
  /// - Parameter caller: The function that requires that no undo group is open and no deletion is in progress.
  func closeOpenEvent(_ caller: String) {
    require(
      undoHistory?.depth ?? 0 == 0,
      "\(caller) within an undo group: end the group first (endUndoGroup(), or the body of withUndoGroup(named:_:))"
    )
    require(
      !unsaved.deletions.isInProgress,
      "\(caller) within a deletion, which is not complete: call it after prepareForDeletion()")
    endEvent()
  }

  // MARK: Recording

  /// Records the state of an object before its first change in the current event.
  func recordForUndo(_ object: ManagedObject, wasAbsent: Bool = false) {
    guard let undoHistory, undoHistory.isRecording, recorder.isRecording,
      recorder[object.objectID] == nil
    else { return }
    recorder[object.objectID] = wasAbsent ? .absent : state(of: object)
  }

  private func state(of object: ManagedObject) -> UndoGroup.State {
    guard !object.isDeleted, let values = object.values else { return .absent }
    return .present(values, version: object.committed?.version ?? 0)
  }

  /// Returns the state of an object, or nil if only the store has its values.
  private func knownState(of id: ManagedObjectID) -> UndoGroup.State? {
    guard let object = registry[id], object.isDeleted || !object.isFault else { return nil }
    return state(of: object)
  }

  /// Returns the states of objects that only the store has, with one read for all of them.
  ///
  /// If the store cannot be read, the result is empty.
  private func storedStates(of ids: [ManagedObjectID]) -> [ManagedObjectID: UndoGroup.State] {
    guard !ids.isEmpty, let rows = try? rows(for: ids) else { return [:] }
    var states = Dictionary(ids.map { ($0, UndoGroup.State.absent) }, uniquingKeysWith: { $1 })
    for row in rows { states[row.id] = .present(row.values, version: row.version) }
    return states
  }

  /// Creates an undo group of the changes since the last one.
  func closeEvent() {
    guard let history = undoHistory, !recorder.isEmpty, history.depth == 0 else { return }
    let changes = eventChanges()
    recorder.removeAll()
    defer { if history.depth == 0 { history.name = nil } }
    guard !changes.isEmpty else { return }
    history.add(UndoGroup(name: history.name, changes: changes, series: history.series))
  }

  /// Returns the changes of the current event so far, in the order of the IDs.
  func eventChanges() -> [UndoGroup.Change] {
    let recorded = recorder.all
    // A save has released objects that nothing else retains, and a refresh has turned others into faults.
    let stored = storedStates(of: recorded.map(\.id).filter { knownState(of: $0) == nil })
    let changes = recorded.compactMap { id, before -> UndoGroup.Change? in
      // What became of an object that cannot be read is unknown. Without its change, the rest can be undone.
      guard let after = knownState(of: id) ?? stored[id] else { return nil }
      return before.values == after.values ? nil : .init(id: id, before: before, after: after)
    }
    return changes.sorted { $0.id < $1.id }
  }

  // MARK: Applying

  /// Restores the state before a group, and records the restoration and the changes of `also` as a group of its own.
  private func putBack(
    _ group: UndoGroup, destination: UndoHistory.Destination, also: () throws -> Void
  ) rethrows {
    guard let history = undoHistory else { return }
    history.destination = destination
    // Fetches of `also` end the event, which must not end the group.
    history.depth += 1
    let replacements = history.replacements
    defer {
      if history.replacements == replacements { history.depth -= 1 }
      history.replaceRestoredLinks()
      closeEvent()
      (history.destination, history.name) = (.edit, nil)
    }
    // A deny rule is checked last, after all references of this group to the object have been removed.
    let (last, first) = group.netChanges.reduce(into: ([UndoGroup.Change](), [UndoGroup.Change]())) {
      parts, change in
      if change.before.values == nil, denies(change.id) {
        parts.0.append(change)
      } else {
        parts.1.append(change)
      }
    }
    for change in first { revert(change) }
    let owners = readDenyingMembers(of: last.map(\.id))
    for change in last where !isStillReferred(change.id) { revert(change) }
    dropMissingReferences(of: group.netChanges)
    withExtendedLifetime(owners) {}
    history.name = group.name
    defer { if propagatesDeletesAtEndOfEvent { applyDeleteRules() } }
    try also()
  }

  private func denies(_ id: ManagedObjectID) -> Bool {
    model.entity(of: id).relationships.contains { $0.deleteRule == .deny }
  }

  /// Returns a Boolean value that indicates whether a deny rule prevents the deletion of an object that
  /// others refer to.
  private func isStillReferred(_ id: ManagedObjectID) -> Bool {
    let object = object(with: id)
    return object.entity.relationships.contains { relationship in
      relationship.deleteRule == .deny
        && others(relationship, of: object).contains { !self.object(with: $0).isDeleted }
    }
  }

  private func revert(_ change: UndoGroup.Change) {
    switch step(undoing: change) {
    case .delete(let id):
      let object = object(with: id)
      if !object.isDeleted { remove(object) }
      object.awakeFromSnapshotEvents(.undoInsertion)
    case .restore(let id, let values, let version):
      restore(id, values: values, version: version)
      object(with: id).awakeFromSnapshotEvents(.undoDeletion)
    case .update(let id, let values):
      let object = object(with: id)
      for (slot, value) in values { put(value, slot: slot, of: object) }
      object.awakeFromSnapshotEvents(.undoUpdate)
    case nil: break
    }
  }

  /// Sets restored references to null if another context has deleted their destination, and removes restored join rows that
  /// have such a reference.
  ///
  /// Other references of the objects stay: if their destination is gone, the merge of its deletion updates them.
  private func dropMissingReferences(of changes: [UndoGroup.Change]) {
    let restored = changes.compactMap { change -> (object: ManagedObject, slots: [Slot])? in
      let id = undoHistory?.restoredLinks[change.id] ?? registry.redirects[change.id] ?? change.id
      guard let object = registry[id], !object.isDeleted else { return nil }
      let (before, after) = (change.before.values, change.after.values)
      let slots = object.entity.referenceSlots.filter { before == nil || before?[$0] != after?[$0] }
      return slots.isEmpty ? nil : (object, slots)
    }
    let targets = Set(
      restored.flatMap { object, slots in slots.compactMap { object.values?[$0].reference } })
    // If the store cannot be read, the references stay, and the commit finds the missing rows.
    guard !targets.isEmpty, let rows = try? rows(for: Array(targets)) else { return }
    let missing = targets.subtracting(rows.map(\.id))
    guard !missing.isEmpty else { return }
    for (object, slots) in restored {
      for slot in slots {
        guard let target = object.values?[slot].reference, missing.contains(target) else { continue }
        if model.isLink(object.objectID.entity) { remove(object) } else { put(.null, slot: slot, of: object) }
      }
    }
  }

  /// Deletes an object without hooks and delete rules, whose effects are undone separately.
  func remove(_ object: ManagedObject) {
    if object.isFault { fulfillForChange(object) }
    if object.isFault || object.isGone { return }
    recordForUndo(object)
    mark(object, .delete)
    referencesChanged(object.objectID, from: object.values, to: nil)
    if object.committed == nil { unsaved.discard(object.objectID) }
  }

  /// Joins two objects again with a new join row.
  ///
  /// The store keeps no versions of join rows, so it cannot distinguish a restored row from the deleted one.
  private func restoreLink(_ old: ManagedObjectID, values: [PropertyValue]) {
    guard let new = insertLink(old.entity, values: values) else { return }
    undoHistory?.restoredLinks[old] = new
  }

  /// Restores a deleted object under its ID.
  func restore(_ id: ManagedObjectID, values: [PropertyValue], version: Int64) {
    registry.redirects.forget(id)
    let object = registry[id] ?? makeObject(id, row: nil)
    if model.isLink(id.entity), !object.isDeleted || object.committed == nil {
      return restoreLink(id, values: values)
    }
    if recorder[id] == nil, recorder.isRecording, undoHistory?.isRecording == true { recorder[id] = .absent }
    if object.isDeleted, let committed = object.committed {
      // The deletion was not saved: the result is an ordinary update, or no change.
      object.pendingChange = nil
      unsaved.remove(id)
      object.values = values
      notifier.recordInsertion(id)
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

  /// Replaces unchanged values of a row by those of another context's commit.
  mutating func rebase(from base: [PropertyValue], to row: [PropertyValue]) {
    guard case .present(var values, let version) = self else { return }
    for slot in values.slots where values[slot] == base[slot] { values[slot] = row[slot] }
    self = .present(values, version: version)
  }
}
