import ObjectGraph

/// A change of the library after files were moved for it, which is being saved.
struct RecordedChange {
  /// The way in which the change was made.
  enum Kind {
    case edit
    case undo
    case redo
  }

  /// The name of the edit among those that are not saved.
  let name: String
  let kind: Kind
  let save: PendingSave
  /// The changes that could be undone and redone immediately after it.
  let history: ChangeHistory
}

extension PhotoLibrary {
  /// Makes and publishes a change under a name, and returns it.
  func recordedChange(
    _ name: String, _ kind: RecordedChange.Kind, _ change: (_ name: String) throws -> PendingSave
  ) throws -> RecordedChange {
    let save = try change(name)
    return RecordedChange(name: name, kind: kind, save: save, history: ChangeHistory(context))
  }

  /// Returns a Boolean value that indicates whether a change is the last one, and was not undone or redone.
  func isLast(_ change: RecordedChange) -> Bool { ChangeHistory(context) == change.history }

  /// Takes back a change that could not be saved; returns `false` if it is not the last one any more.
  func takeBack(_ change: RecordedChange) async -> Bool {
    let revert = { [self] () -> Bool in
      context.processPendingChanges()
      guard isLast(change) else { return false }
      if change.kind == .undo { context.redo() } else { context.undo() }
      context.processPendingChanges()
      return true
    }
    let isTakenBack = try? await context.whenAtHand { () -> Bool in
      if change.kind == .undo { try context.readForRedo() } else { try context.readForUndo() }
      try context.requireAtHand()
      return revert()
    }
    // After the outage that ended the commit, nothing can be read; what was changed is here.
    guard isTakenBack ?? revert() else { return false }
    forgetEdit(change.name)
    return true
  }
}
