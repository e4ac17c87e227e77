import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

/// Leaving the browser: it waits until everything that was saved is in the library.
extension Browser {
  /// Leaves the browser when the library contains all saves.
  ///
  /// A second call leaves at once.
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
      departure?.isSlow = true
      surface.setNeedsFrame()
    }
  }

  /// Leaves the browser, whatever is being saved.
  private func leaveWithoutSaving() {
    departure?.isAbandoned = true
    surface.stop()
  }

  private func finishLeaving() async {
    await waitingChangesMade()
    await library.savesFinished()
    await library.container.coordinator.drain()
    guard let departure, !departure.isAbandoned else { return }
    guard let reason = unsavedReason, !departure.isLastAttempt else { return surface.stop() }
    self.departure = nil
    // The photos that were chosen are chosen again, or none are.
    session.picked = []
    let changes = UnsavedChanges(names: unsavedChanges, reason: reason)
    toasts.show(Toast(.error, "\(changes)", hint: hint(.back, "tries again and leaves")))
  }

  /// Handles what comes while the browser waits for the library.
  func handleWhileLeaving(_ event: InputEvent) {
    if event == .key(.escape) { leaveWithoutSaving() }
  }

  /// The bottom line while the browser waits for the library; nil as long as that takes no more than a moment.
  var departureLine: StatusLine? {
    guard departure?.isSlow == true else { return nil }
    var line = StatusLine(left: [
      .init("Saving…", role: .strong, importance: 2),
      .init(KeyHint(.escape, "leaves without saving"), importance: 1),
    ])
    line.left += session.lockWait?.segments(importance: 0) ?? []
    return line
  }

  /// Waits for the library again after the loop ended, at most as long as a signal allows, and returns how
  /// the browser ended.
  func ending(_ reason: EventLoop.Ending) async -> BrowserEnding {
    var ending = BrowserEnding()
    ending.isAbandoned = departure?.isAbandoned == true
    if !ending.isAbandoned { await library.savesFinished(within: Departure.limit) }
    ending.picked = session.picked
    if case .signal(let signal) = reason { ending.signal = signal }
    ending.outputError = (surface as? LineSurface)?.outputError
    if !unsavedChanges.isEmpty {
      ending.unsaved = UnsavedChanges(names: unsavedChanges, reason: unsavedReason)
    }
    return ending
  }

  /// The reason why a change is not in the library; nil if no change failed or waits for the server.
  private var unsavedReason: (any Error)? {
    library.saveFailure ?? (session.waiting.isEmpty ? nil : session.waiting[0].reason)
  }
}
