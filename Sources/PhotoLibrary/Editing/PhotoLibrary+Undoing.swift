import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Undoes the last event and saves, as ``changeBack(_:since:)`` does.
  ///
  /// - Returns: The name of the event; nil if there was nothing to undo.
  @discardableResult
  public func undo() throws -> String? { try changeBack(.undo) }

  /// Redoes the last undone event and saves, as ``changeBack(_:since:)`` does.
  ///
  /// - Returns: The name of the event; nil if there was nothing to redo.
  @discardableResult
  public func redo() throws -> String? { try changeBack(.redo) }

  /// Undoes the last event, or redoes the last undone one, and saves.
  ///
  /// A photographer is deleted with the last photo.
  ///
  /// - Parameters:
  ///   - direction: The direction.
  ///   - history: The changes that could be undone and redone when the user asked for it; `nil` for those now.
  /// - Returns: The name of the event; nil if there was none.
  /// - Throws: ``LibraryError/movesFiles(change:)`` if the event gives files other places:
  ///   ``changeBackMovingFiles(_:since:didChange:)`` makes it. ``LibraryError/changedMeanwhile``. Errors of the store.
  @discardableResult
  public func changeBack(_ direction: ChangeDirection, since history: ChangeHistory? = nil) throws -> String?
  {
    try requireLast(history)
    guard canChangeBack(direction) else { return nil }
    guard try movePlans(of: direction).isEmpty else {
      throw LibraryError.movesFiles(change: nextName(direction) ?? "the last change")
    }
    return try changeBack(direction, after: nil).name
  }

  /// Undoes the last event, or redoes the last undone one, moves its files, and returns when that is saved.
  ///
  /// Files are moved in the background, before the library is changed. One that cannot be moved stays where it is, with a reason
  /// (``undoProblems``). An event that moves no files is undone or redone as ``changeBack(_:since:)`` does.
  ///
  /// - Parameters:
  ///   - direction: The direction.
  ///   - history: The changes that could be undone and redone when the user asked for it; `nil` for those now.
  ///   - didChange: Called with `true` when the event was undone or redone, and with `false` if that could not be saved and was
  ///     taken back.
  /// - Returns: The name of the event; nil if there was none.
  /// - Throws: ``LibraryError/changedMeanwhile`` if the last change is another one by then, and errors of the store; the
  ///   files are then where they were. ``LibraryError/leftMoved(reason:problems:)`` if some of them cannot be moved back.
  @discardableResult
  public func changeBackMovingFiles(
    _ direction: ChangeDirection, since history: ChangeHistory? = nil,
    didChange: @escaping (_ isMade: Bool) -> Void = { _ in }
  ) async throws -> String? {
    try requireWritable()
    // Other changes can come while this waits for its turn, and must not be taken for the one that is meant.
    let history = history ?? changeHistory()
    await fileTurns.begin()
    var folders: Set<ExactText> = []
    defer { fileTurns.end(moving: folders) }
    try requireLast(history)
    guard canChangeBack(direction) else { return nil }
    let plans = try await context.whenAtHand {
      // The plans end the event: what was changed until then is a group of its own.
      try requireLast(history)
      return try movePlans(of: direction)
    }
    guard !plans.isEmpty else {
      let name = try await context.whenAtHand { try changeBack(direction, since: history) }
      if name != nil { didChange(true) }
      return name
    }
    // A redo is the move once more, and may not end beside other files than that.
    let run = await MoveRun.run(
      plans.map { $0.following(returnedFiles) }, returning: direction == .undo ? companions : [:])
    folders = run.folders
    await record(returned: run.returned, saves: true)
    if run.plans.isEmpty, Task.isCancelled { throw CancellationError() }
    let name = nextName(direction) ?? ""
    try await commit(run, didChange: didChange) { [self] in
      try requireLast(history)
      let (changed, save) = try changeBack(direction, after: run)
      return try recordedChange(
        direction == .undo ? "undo of " + changed : changed, direction == .undo ? .undo : .redo
      ) { _ in save }
    }
    return name
  }

  private func canChangeBack(_ direction: ChangeDirection) -> Bool {
    switch direction {
    case .undo: context.undoHistory?.canUndo == true
    case .redo: context.undoHistory?.canRedo == true
    }
  }

  private func nextName(_ direction: ChangeDirection) -> String? {
    switch direction {
    case .undo: context.undoHistory?.undoName
    case .redo: context.undoHistory?.redoName
    }
  }

  /// Undoes or redoes an event, moves the files of its photos from and to the trash, deletes the photographers who lose all
  /// photos, and makes stacks smaller that lose some.
  ///
  /// A refresh can have given a photo another photographer since the event, and a search another stack.
  ///
  /// - Parameter run: The files that were moved for the event.
  /// - Returns: The name of the event, and the pending save.
  func changeBack(
    _ direction: ChangeDirection, after run: MoveRun?
  ) throws -> (name: String, save: PendingSave) {
    let isUndo = direction == .undo
    if isUndo { try context.readForUndo() } else { try context.readForRedo() }
    let ids = isUndo ? context.idsDeletedByUndo() : context.idsDeletedByRedo()
    let photos = living(ids.compactMap { context.object(with: $0) as? Photo })
    let photographers = try photographersLosingAllPhotos(photos, except: Set(ids))
    let related = context.readForDeletion(of: photographers)
    let stackPlaces = try stackPlaces(without: photos)
    defer { withExtendedLifetime(related) {} }
    let rows = try run.map { try followedRows(of: $0) }
    try context.requireAtHand()
    return try movingFiles(rows) {
      let also = { [context] in
        for photographer in photographers { context.delete(photographer) }
        for (look, place) in stackPlaces { look.move(to: place) }
      }
      return isUndo ? context.undo(also: also) : context.redo(also: also)
    } save: { name in
      try save(isUndo ? "undo of " + name : name)
    } revert: {
      if isUndo { context.redo() } else { context.undo() }
    }
  }
}
