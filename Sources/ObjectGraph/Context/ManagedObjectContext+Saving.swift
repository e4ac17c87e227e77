internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Saves the changes of this context, and returns when they have reached the store.
  ///
  /// In a child, the changes become unsaved changes of the parent. In the main context, the call blocks the
  /// main actor until the writer has committed: first all saves that were published before, in their order,
  /// then these changes. The results of these commits are merged, so that the context shows the rows of the
  /// store. On a main actor that must stay responsive, use ``publish()``. If a published save fails during
  /// the wait, ``saveDidFail`` is called as usual, and its changes, which are unsaved again, are part of this
  /// save.
  ///
  /// Without changes, the call only waits for published saves.
  ///
  /// - Throws: ``ValidationError`` for objects that are not valid, ``ConflictError`` for conflicts that the
  ///   merge policy does not resolve, and the errors of the store. All changes then stay unsaved.
  public func save() throws {
    waitForPublishedSaves()
    guard let changes = try prepareSave() else { return }
    let objects = changedObjects
    let report =
      switch role {
      case .main(let saves): try commitPublished(changes, saves)
      case .worker, .standIn: try commit(changes)
      case .child(let link): try push(changes, over: link)
      }
    endSave(of: objects, report)
  }

  /// Makes the changes of this context visible to all contexts at once, and enqueues the commit for the
  /// writer.
  ///
  /// The call returns without waiting for the store. Use it on a main actor that must stay responsive. The
  /// changes are no longer unsaved. They are committed after everything that was saved or published before,
  /// even if the context or its container is released, or if the program exits normally (see
  /// ``PersistentContainer``). If the commit fails, the changes are unsaved again, and
  /// ``PendingSave/committed()`` and ``saveDidFail`` report the error.
  ///
  /// In a worker and in a child, this is the same as ``save()``. Without changes, the call has no effect.
  ///
  /// - Returns: The pending save, which the caller can await.
  /// - Throws: ``ValidationError`` for objects that are not valid, ``ConflictError`` for objects of the
  ///   context that are not unique, and the errors of the store's reader. All changes then stay unsaved.
  @discardableResult
  public func publish() throws -> PendingSave {
    guard let mainSaves else {
      try save()
      return PendingSave(result: .success(CommitReport()))
    }
    guard let changes = try prepareSave() else { return PendingSave(result: .success(CommitReport())) }
    let objects = changedObjects
    let pending = publish(changes, mainSaves, isAwaited: false)
    endSave(of: objects, CommitReport(changes, by: self))
    return pending
  }

  /// Applies delete rules, calls hooks and validates the changes.
  ///
  /// - Returns: The changes to write, or `nil` if there are none.
  private func prepareSave() throws -> RowChanges? {
    try throwLostChange()
    parent?.processPendingChanges()
    applyDeleteRules()
    notifyWillSave()
    runWillSave()
    deriveValues()
    if !isWorker { try resolveDuplicates() }
    processPendingChanges()
    // Observers delete objects as well.
    applyDeleteRules()
    try validateChanges()
    // The hooks and rules change objects as well.
    try throwLostChange()
    let changes = storeChanges()
    guard changes.isEmpty else { return changes }
    let objects = changedObjects
    abandonUnchanged()
    runDidSave(objects)
    return nil
  }

  /// Throws the error for which a change was lost since the last save.
  private func throwLostChange() throws {
    guard let error = unsaved.lostChange else { return }
    unsaved.lostChange = nil
    throw error
  }

  private func endSave(of objects: [ManagedObject], _ report: @autoclosure () -> CommitReport) {
    runDidSave(objects)
    notifyDidSave(report())
    // The unsaved rows have changed, and the merge policy may have chosen other values.
    notifyDistantChildren()
  }

  private func runDidSave(_ objects: [ManagedObject]) {
    for object in objects { object.didSave() }
  }

  /// A Boolean value that indicates whether the store resolves uniqueness conflicts, before other contexts
  /// see the rows.
  private var isWorker: Bool {
    switch role {
    case .worker, .standIn: true
    case .main, .child: false
    }
  }

  /// Discards all unsaved changes and the undo history.
  ///
  /// New objects count as deleted and no longer have a context. Deleted objects are restored. Changed objects
  /// show the values that were last read or saved.
  public func rollback() {
    unsaved.deletions.removeAll()
    undoHistory?.removeAll()
    recorder.removeAll()
    let objects = changedObjects
    for object in objects { giveUpChanges(of: object) }
    unsaved.removeAll()
    detachDiscarded()
    recorder.removeAll()
    unsaved.guarded.removeAll()
    unsaved.lostChange = nil
    for object in objects where object.managedObjectContext != nil {
      object.awakeFromSnapshotEvents(.rollback)
    }
    processPendingChanges()
  }

  /// Removes all objects from the context and discards unsaved changes.
  ///
  /// Observers are not notified: they must fetch again. Sequences of values and changes
  /// of objects end. The objects no longer have a context. A read of a
  /// property returns the values that were read before, or none. You must not change such an object.
  public func reset() {
    for object in registry.objects { object.pendingChange = nil }
    for object in registry.removeAll() { object.context = nil }
    unsaved.removeAll()
    _ = unsaved.removeDiscarded()
    unsaved.deletions.removeAll()
    unsaved.guarded.removeAll()
    unsaved.lostChange = nil
    recorder.removeAll()
    undoHistory?.removeAll()
    notifier.removeChanges()
    missing.removeAll()
    let released = notifier.removeObjectObservers()
    withExtendedLifetime(released) {}
    notifyDistantChildren()
  }

  /// Turns an object into a fault, so that its values are read again.
  ///
  /// The call has no effect on an object that was never saved or is deleted. An object whose row was gone
  /// becomes a fault if the row exists again. Values of transient attributes are lost.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - mergingChanges: If `true`, unsaved changes are kept and applied to the values that are read. If `false`,
  ///     they are discarded, in a one-to-one relationship on both sides. Members of to-many relationships stay: those changes
  ///     belong to the members, or to rows that join two objects. References that the deletion of another object has emptied
  ///     stay empty.
  public func refresh(_ object: ManagedObject, mergingChanges: Bool = true) {
    let object = object.resolved
    // If the row exists again, the lookup registers the object again.
    if object.isGone, object.context === self { return _ = self.object(with: object.objectID) }
    guard canRefresh(object) else { return }
    if object.hasChanges, !mergingChanges { discardChanges(of: object) }
    refresh([object])
  }

  /// Discards the unsaved changes of one object, while those of other objects stay.
  ///
  /// Undo does not restore the discarded changes, unless they are part of the event in progress.
  private func discardChanges(of object: ManagedObject) {
    recorder.beginMerging()
    restorePairs(of: object)
    giveUpChanges(of: object)
    emptyReferencesToDeleted(of: object)
    recorder.endMerging()
  }

  private func canRefresh(_ object: ManagedObject) -> Bool {
    // A fault has no values that could be old, but members can have been read.
    (object.committed != nil || object.isFault) && !object.isDeleted
  }

  /// Turns objects without changes into faults, and merges the current rows of the others, with one read for all of them.
  private func refresh(_ objects: [ManagedObject]) {
    var changed: Set<ManagedObjectID> = []
    // A hook of an object that turns into a fault can delete others.
    for object in objects where canRefresh(object) {
      object.members.removeAll()
      if object.hasChanges {
        changed.insert(object.objectID)
      } else {
        object.turnIntoFault()
        notifier.recordUpdate(object.objectID)
      }
    }
    if !objects.isEmpty { scheduleProcessing() }
    let ids = changed.sorted()
    if ids.isEmpty || (try? mergeRowsBeneath(ids)) != nil { return }
    // An object whose row cannot be read does not change, and the others do. A server that does not answer is not asked for each.
    if ids.count > 1, !coordinator.store.isRemote { for id in ids { try? mergeRowsBeneath([id]) } }
  }

  /// Merges the current rows beneath objects, with one read.
  private func mergeRowsBeneath(_ ids: [ManagedObjectID]) throws {
    let rows = try rowsBeneath(ids)
    let changes = ContextChanges(updated: Set(ids))
    for id in ids {
      mergeCurrentRow(rows[id], of: id, in: changes, from: parent == nil ? .store : .parent)
    }
  }

  /// Turns all objects into faults.
  ///
  /// Objects with unsaved changes keep them. Use it in a context that does not merge changes automatically,
  /// to see the commits of other contexts.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registered objects.
  public func refreshAllObjects() {
    refresh(registeredObjects.sorted { $0.objectID < $1.objectID })
    processPendingChanges()
  }

  private func giveUpChanges(of object: ManagedObject) {
    let id = object.objectID
    let change = object.pendingChange
    unsaved.remove(id)
    object.pendingChange = nil
    let shown = change == .delete ? nil : object.values
    if object.committed != nil { object.values = object.committed?.values }
    referencesChanged(id, from: shown, to: object.committed?.values)
    switch (change, object.committed) {
    case (.insert, _), (_, nil):
      notifier.recordDeletion(id)
      detach(id)
    case (.delete, _): notifier.recordInsertion(id)
    default: notifier.recordUpdate(id)
    }
  }

  // MARK: Before a save

  /// Calls ``ManagedObject/willSave()`` of all changed objects, and again for objects that the hooks have
  /// changed, also by deleting others.
  ///
  /// The program ends if the hooks still change objects after 100 rounds.
  private func runWillSave() {
    var prepared: [ManagedObjectID: [PropertyValue]] = [:]
    applyDeleteRules()
    var waiting = changedObjects.filter { !$0.isDeleted }
    for _ in 0..<100 {
      let known = changedObjects
      let values = waiting.map { object in
        // A hook of this round may have deleted it.
        defer { if !object.isDeleted { object.willSave() } }
        return object.values
      }
      applyDeleteRules()
      // Usually no hook changes anything. Then the lookup of objects that were already called is not needed. Later rounds
      // call the hooks of some objects only, which can change the others.
      if prepared.isEmpty, changedObjects == known, zip(waiting, values).allSatisfy({ $0.values == $1 }) {
        return
      }
      for (object, values) in zip(waiting, values) { prepared[object.objectID] = values }
      waiting = changedObjects.filter { !$0.isDeleted && prepared[$0.objectID] != $0.values }
      if waiting.isEmpty { return }
    }
    misuse("willSave() changes objects without end: set a property only if its value differs")
  }

  private func storeChanges() -> RowChanges {
    var changes = RowChanges()
    for object in changedObjects {
      guard let row = object.row.map(object.entity.persistent) else { continue }
      switch (object.pendingChange, object.committed) {
      case (.delete, let committed?): changes.deleted.append(committed)
      case (.update, let committed?) where object.hasPersistentChangedValues:
        let base = object.entity.persistent(committed).values
        changes.updated.append(.init(row: row, before: base))
      case (.insert, _): changes.inserted.append(row)
      default: break
      }
    }
    return changes
  }

  /// Clears pending changes that cancel each other out and leave nothing to save.
  private func abandonUnchanged() {
    for object in unsaved.all {
      object.committed = object.row ?? object.committed
      object.pendingChange = nil
    }
    unsaved.removeAll()
    detachDiscarded()
  }

  // MARK: Worker

  private func commit(_ changes: RowChanges) throws -> CommitReport {
    let report = try coordinator.writer.commitAndWait(commit(of: changes))
    markSaved()
    unsaved.guarded.removeAll()
    mergeOutcome(report, of: changes)
    advanceGeneration()
    return report
  }

  /// Returns the commit for the writer.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - save: The number of the published save; `nil` for a commit that is not published.
  func commit(of changes: RowChanges, save: Int? = nil) -> Commit {
    Commit(
      changes: changes, policy: mergePolicy, durability: durability, guarded: Array(unsaved.guarded.values),
      save: save, origin: number, knownFailures: mainSaves?.failures ?? 0,
      failedRows: mainSaves?.failedRows ?? [:], knownRedirects: mainSaves?.knownRedirects ?? 0,
      priority: Task.currentPriority,
      author: transactionAuthor, context: name)
  }

  /// Clears pending changes, which are committed or published.
  func markSaved() {
    let isInEvent = !recorder.isEmpty
    for object in unsaved.all {
      if object.isDeleted {
        detach(object.objectID)
      } else {
        let isWritten = object.isInserted || object.hasPersistentChangedValues
        object.committed = isWritten ? object.row?.saved : object.row
        object.pendingChange = nil
        if isInEvent { recorder.recordSave(object.objectID, object.committed?.values) }
      }
    }
    unsaved.removeAll()
    detachDiscarded()
  }
}
