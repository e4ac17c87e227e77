/// What an observer of saves is told.
public enum ContextSave: Sendable {
  /// A save has begun, and these are the objects that it would save; they can still be changed.
  case will(ContextChanges)
  /// A save has succeeded, and this is what it wrote, as values.
  ///
  /// For ``ManagedObjectContext/publish()`` in the main context it is what was handed to the writer, which may yet fail
  /// (``ManagedObjectContext/saveDidFail``); what was written in the end comes from
  /// ``PersistentStoreCoordinator/commits``. For a child it is what the parent has received.
  case did(CommitReport)
}

extension ManagedObjectContext {
  /// Calls `handler` in the context's isolation before and after each save that has something to save, until the
  /// observation is released.
  ///
  /// What a save wrote is `Sendable`: hand it to another context's ``mergeChanges(from:)``.
  public func observeSaves(_ handler: @escaping (ContextSave) -> Void) -> ContextObservation {
    lastObserver += 1
    saveObservers[lastObserver] = handler
    return ContextObservation(context: self, number: lastObserver)
  }

  func tellWillSave() {
    guard !saveObservers.isEmpty, hasChanges else { return }
    processPendingChanges()
    var changes = ContextChanges(in: model)
    for (id, object) in changed.values.joined() {
      switch object.pendingChange {
      case .insert: changes.noteInserted(id)
      case .update: changes.noteUpdated(id)
      case .delete: changes.noteDeleted(id)
      case .gone, .inaccessible, nil: break
      }
    }
    tell(.will(changes))
  }

  func tellDidSave(_ report: CommitReport) { tell(.did(report)) }

  private func tell(_ save: ContextSave) {
    for (_, handler) in saveObservers.sorted(by: { $0.key < $1.key }) { handler(save) }
  }
}

extension CommitReport {
  /// What a save handed to the writer or to the parent, before conflicts are resolved.
  init(_ changes: StoreChanges, by saver: ManagedObjectContext) {
    author = saver.transactionAuthor
    context = saver.name
    lastEntity = saver.model.entities.count
    inserted = changes.inserted.map(\.saved)
    updated = changes.updated.map { Update(row: $0.row.saved, before: $0.base) }
    deleted = changes.deleted
  }
}
