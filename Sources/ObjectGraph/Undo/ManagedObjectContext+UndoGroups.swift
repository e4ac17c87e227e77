/// Which changes are undone together, and which never.
extension ManagedObjectContext {
  /// Begins a group that goes on over several events, until ``endUndoGroup()``: for what a person does in one go, such
  /// as dragging.
  ///
  /// Groups can be nested; the outermost decides, and its name counts. Without a history nothing happens.
  /// ``undoable(_:_:)`` does the same around a closure.
  public func beginUndoGroup(_ name: String? = nil) {
    guard let history = undoHistory else { return }
    if history.depth == 0 {
      processPendingChanges()
      history.name = name
    }
    history.depth += 1
  }

  /// Ends the group that was begun last.
  ///
  /// Without one that is a programmer's mistake.
  public func endUndoGroup() {
    guard let history = undoHistory else { return }
    require(history.depth > 0, "endUndoGroup() without a group: call beginUndoGroup(_:) first")
    history.depth -= 1
    guard history.depth == 0 else { return }
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    closeEvent()
    history.name = nil
  }

  /// Names the group that is being recorded, or else the last one that was.
  public func setUndoName(_ name: String) {
    guard let history = undoHistory else { return }
    if history.depth > 0 || !event.isEmpty {
      history.name = name
    } else if let last = history.undoable.indices.last {
      history.undoable[last].name = name
    }
  }

  /// Runs `body` without recording what it changes, which cannot be undone then.
  ///
  /// What was recorded before can: undoing puts back only what the recorded groups changed. Not for objects that an
  /// open group has changed already, which is undone with all that happened to them until its end.
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
