internal import Synchronization

/// How a context other than the main one takes over what others saved: it reads again.
extension ManagedObjectContext {
  /// A Boolean value that indicates whether changes of other contexts are merged into this one as they come.
  ///
  /// The default is `true` for the main context and `false` for others. A context on the store merges what all contexts
  /// of the coordinator commit. A child merges changes of its parent, unsaved ones included: at once if it shares the
  /// parent's isolation. With an isolation of its own, it merges them soon after, several together if they come
  /// quickly, and neither waits for the other; each time costs the parent O(its unsaved rows).
  ///
  /// Unsaved changes of this context stay on top, property by property. Earlier changes are not merged when the value
  /// becomes `true` (see ``refreshAllObjects()``), and nothing is merged while the context is pinned
  /// (``queryGeneration``).
  public var automaticallyMergesChangesFromParent: Bool {
    get { parentChanges?.isWanted ?? (parent == nil ? following.isWanted : parentObservation != nil) }
    set {
      if let parentChanges { return parentChanges.isWanted = newValue }
      guard let parent else { return following.isWanted = newValue }
      guard newValue != automaticallyMergesChangesFromParent else { return }
      parentObservation = newValue ? parent.observe { [weak self] in self?.merge($0) } : nil
    }
  }

  /// Takes over what a commit or a save of another context wrote.
  ///
  /// Whatever the report says, the rows are read again from where this context reads, so that an old report does no
  /// harm. Holds the context's isolation for as long as that takes, O(rows of the report). Does nothing while the
  /// context is pinned (``queryGeneration``).
  ///
  /// - Precondition: The report describes a commit to the context's store.
  public func mergeChanges(from report: CommitReport) {
    if let id = report.anyID { coordinator.requireOwn(id) }
    guard queryGeneration == .unpinned else { return }
    processPendingChanges()
    disturbed.removeAll()
    for row in report.inserted { mergeReferences(row.id, from: nil, to: row.values) }
    for update in report.updated {
      mergeReferences(update.row.id, from: update.before, to: update.row.values)
    }
    for row in report.deleted { mergeReferences(row.id, from: row.values, to: nil) }
    var changes = report.changes
    for owner in gathered.updated { changes.noteMembersChanged(owner) }
    merge(changes, redirects: report.destinations(in: model))
  }

  /// Tells relationships of a row that another context changed; one that is deleted here has left them.
  private func mergeReferences(
    _ id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?
  ) {
    let isDeleted = registered[id]?.object?.isDeleted == true
    referencesChanged(id, from: old, to: isDeleted ? nil : new)
  }

  /// Brings the objects that changed beneath in step with the rows that lie there now.
  func merge(_ changes: ContextChanges, redirects: [(ManagedObjectID, ManagedObjectID)] = []) {
    // What others did is no event of this context's, to be undone here.
    isRecording = !event.isEmpty
    for (id, target) in redirects {
      if registered[id]?.object != nil {
        vanish(id, becoming: target)
      } else if changes.deleted.contains(id) {
        self.redirects.record(id, as: target)
      }
    }
    let changes = changes.leavingOut(beingSaved)
    let ids = changes.inserted.union(changes.updated).sorted()
    // Rows that cannot be read stay as they are; the next fetch throws the reason.
    if let rows = try? rowsBeneath(
      ids.filter { registered[$0] != nil || changed[$0.entity]?.isEmpty == false })
    {
      for id in ids {
        if changes.inserted.contains(id), let row = rows[id] { giveWay(to: row) }
        renew(id, rows[id], in: changes)
      }
      for id in changes.deleted.sorted() { vanish(id) }
    }
    reapplyDeleteRules()
    isRecording = true
    processPendingChanges()
  }

  /// Brings an object in step with the row that lies beneath it, and tells of it.
  func renew(_ id: ManagedObjectID, _ row: Row?, in changes: ContextChanges) {
    if row != nil { redirects.forget(id) }
    if let object = registered[id]?.object ?? (row == nil ? nil : revive(id)) {
      // Its row was not there and is again.
      if object.isDeleted, object.committed == nil { object.pendingChange = nil }
      // Members are read again when they are needed, also by a deleted object that an undo brings back.
      object.members.removeAll()
      guard !object.isDeleted else {
        // Undoing the deletion brings it back as it is beneath.
        if let row { rebase(object, on: row) }
        return
      }
      guard let row else { return object.isInserted ? () : vanish(id) }
      // Somebody else has brought back what an undo brought back here.
      if object.isInserted { object.pendingChange = .update }
      if let shown = object.values {
        rebase(object, on: row)
        // Members are not known any more, values are: those that are shown have not changed.
        if shown == object.values, !changes.inserted.contains(id) { return gathered.noteMembersChanged(id) }
        referencesChanged(id, from: shown, to: object.values)
      }
    }
    if changes.inserted.contains(id) {
      gathered.noteInserted(id)
    } else if changes.onlyMembersChanged.contains(id) {
      gathered.noteMembersChanged(id)
    } else {
      gathered.noteUpdated(id)
    }
  }
}

/// Whether a context takes over what others commit, for those who commit to see.
final class Following: Sendable {
  private let wanted = Atomic(false)
  private let resting = Atomic(false)

  /// Whether it is to.
  var isWanted: Bool {
    get { wanted.load(ordering: .relaxed) }
    set { wanted.store(newValue, ordering: .relaxed) }
  }

  /// Whether it does not for the time being.
  var isResting: Bool {
    get { resting.load(ordering: .relaxed) }
    set { resting.store(newValue, ordering: .relaxed) }
  }

  /// Whether it does now.
  var isOn: Bool { isWanted && !isResting }
}
