internal import ObjectModel

/// Boundaries of undo groups, and changes that are not recorded.
extension ManagedObjectContext {
  /// Begins an undo group that continues over several events until ``endUndoGroup()``, for one user action
  /// such as dragging.
  ///
  /// Groups can be nested; only the outermost group counts, with its name. In ``ManagedObject/prepareForDeletion()``, the
  /// changes belong to the deletion, which keeps its name. Without an undo history, the function does nothing. ``withUndoGroup(named:_:)`` does the same around a closure.
  public func beginUndoGroup(_ name: String? = nil) {
    guard let history = undoHistory else { return }
    if history.depth == 0 {
      processPendingChanges()
      if !unsaved.deletions.isInProgress { history.name = name }
    }
    history.depth += 1
  }

  /// Ends the innermost open undo group.
  ///
  /// - Precondition: A group is open.
  public func endUndoGroup() {
    guard let history = undoHistory else { return }
    require(history.depth > 0, "endUndoGroup() without a group: call beginUndoGroup(_:) first")
    history.depth -= 1
    guard history.depth == 0 else { return }
    endEvent()
    if !unsaved.deletions.isInProgress { history.name = nil }
  }

  /// Sets the name of the group that is being recorded, or else of the last recorded group.
  public func setUndoName(_ name: String) {
    guard let history = undoHistory else { return }
    if history.depth > 0 || !recorder.isEmpty {
      history.name = name
    } else {
      history.renameUndoable(name)
    }
  }

  /// Runs `body` without recording its changes, which then cannot be undone.
  ///
  /// Earlier groups can still be undone: undoing restores only values that the group changed. Do not change
  /// objects that an open group has already changed: that group is undone with all changes of its objects
  /// until its end.
  ///
  /// - Throws: The errors of `body`.
  public func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let history = undoHistory else { return try body() }
    processPendingChanges()
    history.suspensions += 1
    defer {
      applyDeleteRules()
      history.suspensions -= 1
    }
    return try body()
  }
}
