import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of the library.
extension Browser {
  /// Performs work that reads and then changes the library, and reports its failure.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, and the work may be performed
  /// several times until then (`ManagedObjectContext.whenAtHand`). If the machine does not answer, the work waits until it
  /// does. So what the work changes must be chosen before: the photos under the cursor may be others then. The work must not
  /// start another change, which would be made after those that wait behind this one.
  ///
  /// - Parameters:
  ///   - name: The name of the change, as “deleting “Pier””.
  ///   - work: The work.
  ///   - fail: Called with the error, instead of a message.
  func attemptChange(
    _ name: String, _ work: @escaping () throws -> Void, onFailure fail: ((any Error) -> Void)? = nil
  ) {
    let fail = fail ?? show
    guard library.isRemote else {
      do { return try work() } catch { return fail(error) }
    }
    holdingInput { [weak self, library] in
      await self?.make(name, { try await library.context.whenAtHand(work) }, onFailure: fail)
    }
  }

  /// Starts work that changes the library in the background, and reports its failure.
  ///
  /// If the library is on another machine that does not answer, the work waits until it does. Work that the outage ends has
  /// changed nothing. Leaving the browser waits for the work, and cancels it if a signal asks for the end.
  ///
  /// - Parameters:
  ///   - name: The name of the change.
  ///   - kind: The relation of the change to those before it.
  ///   - moving: The outcome of a change that moves files in folders: it begins after those before it which do so, and not while
  ///     pictures or sidecars are being written.
  ///   - work: The work.
  ///   - end: Called when the work has ended, or waits.
  func startChange(
    _ name: String, as kind: WaitingChange.Kind = .edit, moving: MovingChange? = nil,
    _ work: @escaping () async throws -> Void, then end: @escaping () -> Void = {}
  ) {
    if moving != nil, case .disabled(let reason) = canMoveFiles {
      return toasts.show(Toast(.info, reason))
    }
    session.lastStarted += 1
    let number = session.lastStarted
    let earlier = moving == nil ? nil : session.lastMoving
    let task = start { [weak self] in
      await earlier?.task.value
      await self?.make(name, as: kind, work) { self?.toasts.showInTurn(Toast(.error, "\($0)")) }
      end()
      self?.session.running.removeAll { $0.number == number }
    }
    session.running.append(RunningChange(number: number, name: name, moving: moving, task: task))
  }

  /// Waits until the changes that were started have been made, have failed or wait for the server of the library.
  func startedChangesFinished() async {
    while let change = session.running.first { await change.task.value }
  }

  /// Performs work as ``attemptChange(_:_:onFailure:)`` does, and throws its error if the library is on this machine.
  func change(_ name: String, _ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    attemptChange(name, work)
  }

  /// Performs work that reads the library, and throws its error.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, the work may be performed several
  /// times until then, and its error becomes a message.
  func whenAtHand(_ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    holdingInput { [weak self, library] in
      do { try await library.context.whenAtHand(work) } catch { self?.show(error) }
    }
  }

  /// Shows an error as a message.
  func show(_ error: any Error) { toasts.show(Toast(.error, "\(error)")) }

  /// Has keys wait for work that reads from a server.
  func holdingInput(_ work: @escaping @MainActor () async -> Void) {
    surface.holdInput(atMost: Self.longestReading) { [weak self] in
      await work()
      self?.surface.setNeedsFrame()
    }
  }

  /// The time for which keys wait for what a change reads from a server.
  private static let longestReading = Duration.seconds(10)

  // MARK: Changes that are not saved

  /// The failure of the last save, in the status line; `nil` if none failed, or if the library cannot be read anyway.
  var saveFailureIndicator: ProgressIndicator? {
    guard session.hasSaveFailure, session.canReadLibrary else { return nil }
    return ProgressIndicator("Changes are not saved", short: "Not saved")
  }

  /// Shows whether the last save failed, and removes the drafts of what is saved.
  func unsavedEditsDidChange() {
    removeSavedDrafts()
    let hasFailed = library.saveFailure != nil
    guard session.hasSaveFailure != hasFailed else { return }
    session.hasSaveFailure = hasFailed
    surface.setNeedsFrame()
  }

  // MARK: Undoable changes

  /// Makes a change, and records where the cursors were if there is something to undo.
  ///
  /// - Returns: The result of the change, and a Boolean value that indicates whether there is something to undo.
  @discardableResult
  func changing<Result>(_ change: () throws -> Result) rethrows -> (result: Result, isUndoable: Bool) {
    let place = place
    // What was changed before is a group of its own.
    library.context.processPendingChanges()
    let former = library.context.undoHistory?.recordedGroups
    let result = try change()
    let isUndoable = library.context.undoHistory?.recordedGroups != former
    if isUndoable { recordChange(from: place) }
    return (result, isUndoable)
  }

  /// Records where the cursors were before a change that can be undone, and that it came after those that are moving files.
  func recordChange(from place: Trail.Place) {
    lists.trail.places.append(place)
    session.recordChanges(1)
  }

  /// Records that a change was taken back because it could not be saved.
  func forgetChange() {
    _ = lists.trail.places.popLast()
    session.recordChanges(-1)
  }
}
