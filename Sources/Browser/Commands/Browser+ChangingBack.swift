import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Undoing and redoing changes, wherever the library is and whatever files move.
extension Browser {
  /// Undoes or redoes some changes; those that move files are made in the background, and those for which the server of the
  /// library does not answer wait.
  ///
  /// - Parameters:
  ///   - times: The largest number of changes.
  ///   - record: Called after each change.
  ///   - end: Called when all were made that could be, and again for each that moved files or waited.
  func changeBack(
    _ times: Int, _ direction: ChangeDirection, record: @escaping (ChangesBack) -> Void,
    then end: @escaping (ChangesBack) -> Void
  ) {
    guard times > 0 else { return }
    let finish: (ChangesBack) -> Void = { [looks] back in
      guard !back.names.isEmpty else { return }
      Task { await looks.photosDidChange() }
      end(back)
    }
    let back = ChangesBack(of: library.context)
    guard library.isRemote else {
      var rest = times
      do {
        // A change that is moving files is changed back when it has moved them.
        while rest > 0, session.runningChange(meantBy: direction) == nil {
          guard try changeBack(direction, since: nil, in: back, record: record) else {
            rest = 0
            break
          }
          rest -= 1
          session.recordChanges(direction == .undo ? -1 : 1)
        }
      } catch LibraryError.movesFiles {
        // Those before it were made.
      } catch {
        rest = 0
        show(error)
      }
      finish(back)
      if rest > 0 {
        let isRunning = session.runningChange(meantBy: direction) != nil
        startChangingBack(
          rest, direction, since: isRunning ? nil : library.changeHistory(), record: record, then: finish)
      }
      return
    }
    holdingInput { [weak self, library] in
      guard let self else { return }
      await makeEarlierChanges()
      var reason = reasonToWait
      var (rest, movesFiles) = (times, false)
      var history = library.changeHistory()
      let step: () throws -> Bool = { [self] in
        guard try changeBack(direction, since: history, in: back, record: record) else { return false }
        history = library.changeHistory()
        return true
      }
      do {
        while rest > 0 {
          if session.runningChange(meantBy: direction) != nil {
            finish(back)
            return startChangingBack(rest, direction, since: nil, record: record, then: finish)
          }
          guard reason == nil, try await library.context.whenAtHand(step) else { break }
          rest -= 1
          session.recordChanges(direction == .undo ? -1 : 1)
        }
      } catch let error as any ConnectionError where error.isOutage {
        reason = error
      } catch LibraryError.movesFiles {
        movesFiles = true
      } catch {
        show(error)
      }
      finish(back)
      guard let reason, rest > 0 else {
        if movesFiles { startChangingBack(rest, direction, since: history, record: record, then: finish) }
        return
      }
      let kind = direction == .undo ? WaitingChange.Kind.undo : .redo
      let names = names(ofNext: rest, direction)
      if names.isEmpty {
        toasts.show(Toast(.info, "Nothing more to \(direction == .undo ? "undo" : "redo")"))
      }
      for name in names {
        let work: () async throws -> Void = { [weak self] in
          guard let self else { return }
          let left = try await changeBack(
            direction, since: library.changeHistory(), record: record, then: finish)
          if left != nil { session.recordChanges(direction == .undo ? -1 : 1) }
        }
        postpone(kind, name, because: reason, work, onFailure: show)
      }
    }
  }

  /// Undoes or redoes some changes in the background, from one on that moves files.
  ///
  /// - Parameter history: The changes that could be undone and redone when the key was pressed; nil if the first change to undo or
  ///   redo is the one that is moving files now.
  private func startChangingBack(
    _ times: Int, _ direction: ChangeDirection, since history: ChangeHistory?,
    record: @escaping (ChangesBack) -> Void, then finish: @escaping (ChangesBack) -> Void
  ) {
    let isUndo = direction == .undo
    let earlier = history == nil ? session.lastMoving : nil
    let name =
      if let earlier { "\(isUndo ? "undo" : "redo") after \(earlier.name)" } else {
        names(ofNext: 1, direction).first ?? "moving files"
      }
    let moving = MovingChange(isUndo ? .undo : .redo)
    var (rest, last) = (times, history)
    startChange(name, as: isUndo ? .undo : .redo, moving: moving) { [weak self] in
      // The rest would begin moves that the end of the program does not wait for.
      while rest > 0, !Task.isCancelled {
        // Without it, the change that was meant was not made.
        guard let history = last ?? earlier?.moving?.history else { throw LibraryError.changedMeanwhile }
        last = history
        guard let next = try await self?.changeBack(direction, since: history, record: record, then: finish)
        else { break }
        (last, rest) = (next, rest - 1)
      }
      moving.history = last
    }
  }

  /// Undoes or redoes the last change; its files are moved in the background.
  ///
  /// - Parameter history: The changes that could be undone and redone when the key was pressed.
  /// - Returns: Those immediately after the change; nil if there was none.
  private func changeBack(
    _ direction: ChangeDirection, since history: ChangeHistory, record: (ChangesBack) -> Void,
    then finish: (ChangesBack) -> Void
  ) async throws -> ChangeHistory? {
    let back = ChangesBack(of: library.context)
    var left: ChangeHistory?
    do {
      try await library.context.whenAtHand {
        let isMade = try changeBack(direction, since: history, in: back, record: record)
        left = isMade ? library.changeHistory() : nil
      }
    } catch LibraryError.movesFiles {
      let name = try await library.changeBackMovingFiles(direction, since: history) { [library] isMade in
        left = isMade ? library.changeHistory() : nil
      }
      guard let name else { return nil }
      back.record(name, library.undoProblems)
      record(back)
    }
    finish(back)
    return left
  }

  /// Undoes or redoes the last change, which moves no files.
  ///
  /// - Parameter history: The changes that could be undone and redone when the key was pressed; nil for those now.
  /// - Returns: A Boolean value that indicates whether there was one.
  private func changeBack(
    _ direction: ChangeDirection, since history: ChangeHistory?, in back: ChangesBack,
    record: (ChangesBack) -> Void
  ) throws -> Bool {
    try back.perform { [library] back in
      guard let name = try library.changeBack(direction, since: history) else { return false }
      back.record(name, library.undoProblems)
      record(back)
      return true
    }
  }

  /// The names of the changes that would be undone or redone next, after those that wait.
  private func names(ofNext count: Int, _ direction: ChangeDirection) -> [String] {
    let history = library.context.undoHistory
    let isUndo = direction == .undo
    let names = (isUndo ? history?.undoNames : history?.redoNames) ?? []
    let kind = isUndo ? WaitingChange.Kind.undo : .redo
    let waiting = session.waiting.count { $0.kind == kind }
    return names.dropFirst(waiting).prefix(count)
      .map { "\(isUndo ? "undo" : "redo") of \($0 ?? "a change")" }
  }
}
