extension ManagedObjectContext {
  /// Saves what changed in this context, and returns when the changes have reached the store.
  ///
  /// In a child they are unsaved changes of the parent then. In the main context this blocks the main actor until the
  /// writer has committed: first everything that was published before, in its order, then these changes. What the
  /// writer made of them and of the commits before them is merged, so that the context shows what is in the store. On a
  /// main actor that has to stay responsive, use ``publish()``. A published save that fails while this waits for it is
  /// reported as ever (``saveDidFail``), and its changes, which are unsaved again, are saved with the others.
  ///
  /// Does nothing else when nothing changed.
  ///
  /// - Throws: ``ValidationError`` for objects that are not valid, ``ConflictError`` for conflicts that the merge policy
  ///   does not resolve, and the errors of the store. All changes are kept then, and unsaved.
  public func save() throws {
    waitForPublishedSaves()
    guard let changes = try prepareSave() else { return }
    let objects = changedObjects
    let report =
      switch role {
      case .main(let home): try commitPublished(changes, home: home)
      case .worker: try commit(changes)
      case .child(let parent): try push(changes, into: parent)
      }
    endSave(of: objects, report)
  }

  /// Shows what changed in this context to all contexts at once, and leaves the commit to the writer.
  ///
  /// Returns without waiting for the store: for a main actor that has to stay responsive. The changes are no longer
  /// unsaved. They are committed after everything that was saved or published before, also if the context or its
  /// container goes, or if the program exits normally (see ``PersistentContainer``). Should the commit fail, they are
  /// unsaved again, and the error comes from ``PendingSave/committed()`` and ``saveDidFail``.
  ///
  /// In a worker and in a child this is the same as ``save()``. Does nothing when nothing changed.
  ///
  /// - Returns: The save, to wait for its commit.
  /// - Throws: ``ValidationError`` for objects that are not valid, ``ConflictError`` for objects of the context that are
  ///   not unique, and the errors of the store's reader. All changes are kept then.
  @discardableResult
  public func publish() throws -> PendingSave {
    guard case .main(let home) = role else {
      try save()
      return PendingSave(result: .success(CommitReport()))
    }
    guard let changes = try prepareSave() else { return PendingSave(result: .success(CommitReport())) }
    let objects = changedObjects
    let pending = publish(changes, home: home, isAwaited: false)
    endSave(of: objects, CommitReport(changes, by: self))
    return pending
  }

  /// Calls hooks, applies rules and validates; returns what is to be written, or nil if there is nothing.
  private func prepareSave() throws -> StoreChanges? {
    if let failure = insertionFailure {
      insertionFailure = nil
      throw failure
    }
    parent?.processPendingChanges()
    tellWillSave()
    try runWillSave()
    applyDeleteRules()
    deriveValues()
    if !isWorker { try settleDuplicates() }
    processPendingChanges()
    try validateChanges()
    let changes = storeChanges()
    guard changes.isEmpty else { return changes }
    let objects = changedObjects
    abandonUnchanged()
    runDidSave(objects)
    return nil
  }

  private func endSave(of objects: [ManagedObject], _ report: CommitReport) {
    runDidSave(objects)
    tellDidSave(report)
    // What is saved is not unsaved any more, and the merge policy can have decided otherwise.
    notifyDistantChildren()
  }

  private func runDidSave(_ objects: [ManagedObject]) {
    for object in objects { object.didSave() }
  }

  /// Whether the store settles what is not unique, before anybody else sees it.
  private var isWorker: Bool {
    if case .worker = role { true } else { false }
  }

  /// Gives up everything that was not saved, and what could be undone.
  ///
  /// New objects count as deleted and have no context any more, deleted ones are back, changed ones show what was read
  /// or saved last.
  public func rollback() {
    deletions.removeAll()
    undoHistory?.removeAll()
    event.removeAll()
    let objects = changedObjects
    for object in objects { giveUpChanges(of: object) }
    changed.removeAll()
    event.removeAll()
    guarded.removeAll()
    for object in objects where object.managedObjectContext != nil {
      object.awakeFromSnapshotEvents(.rollback)
    }
    processPendingChanges()
  }

  /// Forgets all objects, changed or not.
  ///
  /// Observers are told nothing: what they show, they have to fetch again. The objects have no context any more:
  /// reading one gives what it has read, or nothing, and changing one is a programmer's mistake.
  public func reset() {
    for object in registered.values.compactMap(\.object) {
      object.pendingChange = nil
      object.context = nil
    }
    for object in gone.values.compactMap(\.object) { object.context = nil }
    registered.removeAll()
    gone.removeAll()
    changed.removeAll()
    deletions.removeAll()
    event.removeAll()
    guarded.removeAll()
    undoHistory?.removeAll()
    takeGathered()
    notifyDistantChildren()
  }

  /// Turns an object into a fault, so that its values are read again; with `mergingChanges`, changes that were not
  /// saved stay on top of them.
  ///
  /// Does nothing to an object that was never saved, or is deleted; one whose row was gone becomes a fault if the row is
  /// there again. Transient attributes are lost with the values.
  public func refresh(_ object: ManagedObject, mergingChanges: Bool = true) {
    let object = object.resolved
    // Looking for the row brings the object back.
    if object.isGone, object.context === self { return _ = self.object(with: object.objectID) }
    guard object.committed != nil, !object.isDeleted else { return }
    if object.hasChanges, !mergingChanges { giveUpChanges(of: object) }
    object.members.removeAll()
    scheduleProcessing()
    guard object.hasChanges else {
      object.turnIntoFault()
      return gathered.noteUpdated(object.objectID)
    }
    // A store that cannot be read leaves the object as it is; the next fetch throws the reason.
    guard let rows = try? rowsBeneath([object.objectID]) else { return }
    renew(object.objectID, rows[object.objectID], in: ContextChanges(updated: [object.objectID]))
  }

  /// Turns all objects into faults, except that those with changes that were not saved keep these.
  ///
  /// For a context that does not merge by itself, to see what others did. O(objects in use).
  public func refreshAllObjects() {
    for object in registeredObjects.sorted(by: { $0.objectID < $1.objectID }) { refresh(object) }
    processPendingChanges()
  }

  private func giveUpChanges(of object: ManagedObject) {
    let id = object.objectID
    let change = object.pendingChange
    changed[id.entity]?[id] = nil
    object.pendingChange = nil
    let shown = change == .delete ? nil : object.values
    if object.committed != nil { object.values = object.committed?.values }
    referencesChanged(id, from: shown, to: object.committed?.values)
    switch (change, object.committed) {
    case (.insert, _), (_, nil):
      gathered.noteDeleted(id)
      detach(id)
    case (.delete, _): gathered.noteInserted(id)
    default: gathered.noteUpdated(id)
    }
  }

  // MARK: Before a save

  /// Lets objects prepare themselves, again while that changes others; hooks that never come to rest are a
  /// programmer's mistake.
  private func runWillSave() throws {
    var prepared: [ManagedObjectID: [PropertyValue]] = [:]
    var waiting = changedObjects.filter { !$0.isDeleted }
    for _ in 0..<100 {
      let known = changedObjects
      let values = waiting.map { object in
        defer { object.willSave() }
        return object.values
      }
      // Mostly the hooks have changed nothing: then nobody has to look up who was asked already.
      if changedObjects == known, zip(waiting, values).allSatisfy({ $0.values == $1 }) { return }
      for (object, values) in zip(waiting, values) { prepared[object.objectID] = values }
      waiting = changedObjects.filter { !$0.isDeleted && prepared[$0.objectID] != $0.values }
      if waiting.isEmpty { return }
    }
    misuse("willSave() changes objects without end: set a property only if its value differs")
  }

  private func storeChanges() -> StoreChanges {
    var changes = StoreChanges()
    for object in changedObjects {
      guard let row = object.row.map(object.entity.persistent) else { continue }
      switch (object.pendingChange, object.committed) {
      case (.delete, let committed?): changes.deleted.append(committed)
      case (.update, let committed?) where object.hasPersistentChangedValues:
        let base = object.entity.persistent(committed).values
        changes.updated.append(.init(row: row, base: base))
      case (.insert, _): changes.inserted.append(row)
      default: break
      }
    }
    return changes
  }

  /// Changes that cancelled each other out leave nothing to save.
  private func abandonUnchanged() {
    for object in changed.values.flatMap(\.values) {
      object.committed = object.row ?? object.committed
      object.pendingChange = nil
    }
    changed.removeAll()
  }

  // MARK: Worker

  private func commit(_ changes: StoreChanges) throws -> CommitReport {
    let report = try coordinator.writer.commitAndWait(commit(of: changes))
    markSaved()
    guarded.removeAll()
    adoptQuietly(report)
    advanceGeneration()
    return report
  }

  /// What the writer is handed.
  func commit(of changes: StoreChanges, isPublished: Bool = false) -> Commit {
    Commit(
      changes: changes, policy: mergePolicy, durability: durability, guarded: Array(guarded.values),
      isPublished: isPublished, origin: number, knownFailures: failedSaves, knownRedirects: knownRedirects,
      priority: Task.currentPriority,
      author: transactionAuthor, context: name)
  }

  /// Takes over what became of the rows of an own save.
  private func adoptQuietly(_ report: CommitReport) {
    for (id, target) in report.destinations(in: model) { vanish(id, becoming: target) }
    for row in report.inserted + report.kept { adoptQuietly(row) }
    for update in report.updated { adoptQuietly(update.row, before: update.before) }
    for row in report.deleted { detach(row.id) }
    for id in report.redirects.keys { detach(id) }
    adoptMembersQuietly(report)
  }

  private func adoptQuietly(_ row: Row, before: [PropertyValue]? = nil) {
    if let object = revive(row.id) {
      // A deletion that was given up.
      _ = self.object(for: row)
      return referencesChanged(row.id, from: nil, to: object.values)
    }
    let object = registered[row.id]?.object
    let shown = object?.values
    let row = object?.completed(row, by: shown) ?? row
    if let object {
      if object.committed == row { return }
      object.values = row.values
      object.committed = row
      if shown == nil { object.awake() }
    }
    guard let former = shown ?? before, former != row.values else { return }
    referencesChanged(row.id, from: former, to: row.values)
  }

  /// Brings to-many relationships in step with rows that the commit found superfluous, or kept.
  private func adoptMembersQuietly(_ report: CommitReport) {
    for row in report.deleted where model.isLink(row.id.entity) {
      referencesChanged(row.id, from: row.values, to: nil)
    }
    for row in report.kept where model.isLink(row.id.entity) || registered[row.id] == nil {
      referencesChanged(row.id, from: nil, to: row.values)
    }
  }

  /// The changes are in the store, or on their way.
  func markSaved() {
    for (id, object) in changed.values.joined() {
      if object.isDeleted {
        detach(id)
      } else {
        let isWritten = object.isInserted || object.hasPersistentChangedValues
        object.committed = isWritten ? object.row?.saved : object.row
        object.pendingChange = nil
      }
    }
    changed.removeAll()
  }
}
