import Drafts
import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

/// Leaving the browser: it waits until everything that was begun has ended and everything that was saved is in the library.
extension Browser {
  /// Leaves the browser when all files are written, all changes are made, and the library contains all saves.
  ///
  /// A second call leaves without waiting for that, once the screen says that it waits.
  ///
  /// After leaving, saves that another program blocks are listed on standard error. A save that fails
  /// meanwhile keeps the browser open; the next attempt to leave saves again, and leaves in any case.
  func leave() {
    guard departure == nil else { return leaveWithoutSaving() }
    refresh.cancel()
    slideShow.stop()
    departure = Departure(isLastAttempt: unsavedReason != nil)
    attempt(library.saveAgain)
    Task { await finishLeaving() }
    Task {
      try? await Task.sleep(for: Departure.moment)
      showDeparture()
    }
  }

  /// Has the screen say that the browser waits.
  private func showDeparture() {
    departure?.isSlow = true
    surface.setNeedsFrame()
  }

  /// Leaves the browser, whatever is being saved.
  ///
  /// The screen must say before that what is waited for: most saves end in the first moment, in which it does not yet, and keys
  /// that were typed ahead mean something else.
  private func leaveWithoutSaving() {
    guard departure?.isShown == true else { return showDeparture() }
    departure?.isAbandoned = true
    surface.stop()
  }

  private func finishLeaving() async {
    await workFinished()
    await waitingChangesMade()
    await library.savesFinished()
    await library.container.coordinator.drain()
    guard let departure, !departure.isAbandoned else { return }
    guard let reason = unsavedReason, !departure.isLastAttempt else { return surface.stop() }
    self.departure = nil
    // The photos that were chosen are chosen again, or none are.
    session.picked = []
    toasts.show(Toast(.error, "\(unsaved(because: reason))", hint: hint(.back, "tries again and leaves")))
  }

  /// Waits until no file is being written and no change is being made any more.
  private func workFinished() async {
    await export.finished()
    await startedChangesFinished()
  }

  /// Handles what comes while the browser waits for the library.
  func handleWhileLeaving(_ event: InputEvent) {
    if event == .key(.escape) { leaveWithoutSaving() }
  }

  /// The bottom line while the browser waits for the library; nil as long as that takes no more than a moment.
  var departureLine: StatusLine? {
    guard departure?.isSlow == true else { return nil }
    // The key counts once a frame has shown the line: the hint stays, however narrow the screen is.
    var line = StatusLine(left: [
      .init("Saving…", role: .strong, importance: 1),
      .init(KeyHint(.escape, "leaves without saving"), importance: 2),
    ])
    line.left += [export.progress, session.lockWait].compactMap(\.self).flatMap { $0.segments(importance: 0) }
    return line
  }

  /// Records that a frame has shown ``departureLine``, if there is one.
  func didDrawDeparture() { if departureLine != nil { departure?.isShown = true } }

  /// Cancels what is still going on after the loop ended, remembers the session, waits for the end of the work and for the
  /// library, at most as long as a signal allows, and returns how the browser ended.
  ///
  /// Work that is not awaited would end between two files, or in the middle of one. A user who leaves without saving waits for
  /// that, and not for saves: of a change whose files were moved, only the save is left.
  func ending(_ reason: EventLoop.Ending) async -> BrowserEnding {
    for job in [export, fetching] { job.cancel() }
    for change in session.running { change.task.cancel() }
    await remember()
    var ending = BrowserEnding()
    let isAbandoned = departure?.isAbandoned == true
    ending.isAbandoned = isAbandoned
    let limit = isAbandoned && !export.isRunning ? Departure.abandonedLimit : Departure.limit
    await PhotoLibrary.wait(atMost: limit) { [self] in
      await workFinished()
      if !isAbandoned { await library.savesFinished() }
    }
    ending.picked = session.picked
    if case .signal(let signal) = reason { ending.signal = signal }
    ending.outputError = (surface as? LineSurface)?.outputError
    if !unsavedChanges.isEmpty {
      ending.unsaved = unsaved(because: unsavedReason)
    }
    return ending
  }

  private func unsaved(because reason: (any Error)?) -> UnsavedChanges {
    UnsavedChanges(names: unsavedChanges, reason: reason, drafts: session.drafts.map(\.path))
  }

  /// The reason why a change is not in the library; nil if no change failed or waits for the server.
  private var unsavedReason: (any Error)? {
    library.saveFailure ?? (session.waiting.isEmpty ? nil : session.waiting[0].reason)
  }
}
