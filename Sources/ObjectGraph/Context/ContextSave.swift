internal import ObjectModel
public import ObjectStore

/// An event that observers of saves receive.
public enum ContextSave: Sendable {
  /// A save has begun. These are the objects that it would save; the observer can still change them.
  case will(ContextChanges)
  /// A save has succeeded. The report contains the saved rows as values.
  ///
  /// For ``ManagedObjectContext/publish()`` in the main context, it contains the changes that were handed to
  /// the writer, which may still fail (``ManagedObjectContext/saveDidFail``).
  /// ``PersistentStoreCoordinator/commits`` reports the rows that were written in the end. For a child, it
  /// contains the changes that the parent has received.
  case did(CommitReport)
}

extension ManagedObjectContext {
  /// Calls `handler` in the context's isolation before and after each save with changes, until the
  /// observation is released.
  ///
  /// Reports are `Sendable`: pass one to ``mergeChanges(from:)`` of another context to merge the save there.
  ///
  /// - Returns: The observation, which the caller must retain.
  public func observeSaves(_ handler: @escaping (ContextSave) -> Void) -> ContextObservation {
    let number = notifier.saveObservers.add(handler)
    return ContextObservation { [weak self] in
      let observer = self?.notifier.saveObservers.remove(number)
      withExtendedLifetime(observer) {}
    }
  }

  func notifyWillSave() {
    guard !notifier.saveObservers.isEmpty, hasChanges else { return }
    processPendingChanges()
    var changes = ContextChanges(in: model)
    for object in unsaved.all {
      let id = object.objectID
      switch object.pendingChange {
      case .insert: changes.recordInsertion(id)
      case .update: changes.recordUpdate(id)
      case .delete: changes.recordDeletion(id)
      case .gone, .inaccessible, nil: break
      }
    }
    notify(.will(changes))
  }

  /// - Parameter report: The report of the save, which is not made if there is no observer.
  func notifyDidSave(_ report: @autoclosure () -> CommitReport) {
    if !notifier.saveObservers.isEmpty { notify(.did(report())) }
  }

  private func notify(_ save: ContextSave) {
    for number in notifier.saveObservers.numbers {
      if let observer = notifier.saveObservers[number] { observer(save) }
    }
  }
}

extension CommitReport {
  /// Makes a report of the changes that a save handed to the writer or to the parent, before conflicts are
  /// resolved.
  init(_ changes: RowChanges, by saver: ManagedObjectContext) {
    self.init()
    author = saver.transactionAuthor
    context = saver.name
    lastEntity = EntityNumber(saver.model.entities.count)
    rows = RowChanges(
      inserted: changes.inserted.map(\.saved),
      updated: changes.updated.map { .init(row: $0.row.saved, before: $0.before) },
      deleted: changes.deleted)
  }
}
