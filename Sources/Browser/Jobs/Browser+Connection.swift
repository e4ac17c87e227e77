import PhotoLibrary
import Presentation
import TerminalUI

/// The connection to the server of a library.
extension Browser {
  /// Shows that the library cannot be read, or that it can be read again; edits that could not be saved meanwhile are saved
  /// then.
  func show(_ state: PhotoLibrary.ConnectionState) {
    (session.hasOutage, session.isUnreadable) = (false, false)
    switch state {
    case .lost(let error):
      session.hasOutage = true
      toasts.showInTurn(Toast(.error, "\(error). What is shown may be out of date"))
    case .unreadable(let error):
      session.isUnreadable = true
      toasts.showInTurn(Toast(.error, "\(error). What is shown may be out of date"))
    case .restored:
      let unsaved = (library.saveFailure == nil ? [] : library.unsavedEdits) + session.waiting.map(\.name)
      let saving = unsaved.isEmpty ? "" : "; saving again: \(unsaved.joined(separator: ", "))"
      // The errors were those of the outage, and would hide the message.
      toasts.withdrawErrors()
      toasts.showInTurn(Toast(.info, "The library answers again\(saving)"))
      start(lists.master.loadMissing, lists.photos.loadMissing)
      if let places = map?.places, places.hasFailed { places.read() }
      attempt(library.saveAgain)
      makeWaitingChanges()
    }
    surface.setNeedsFrame()
  }

  /// The outage of the server of the library, or its refusal to show the library, in the status line; nil while the library
  /// can be read.
  var outageIndicator: ProgressIndicator? {
    guard !session.canReadLibrary else { return nil }
    // Nothing is promised after a refusal: only the user, or the owner of the library, can remove most of the reasons.
    let (text, short) =
      session.isUnreadable
      ? ("The library cannot be read, and may have changed", "Out of date")
      : ("The library does not answer; trying again", "No connection")
    let count = session.waiting.count
    guard count > 0 else { return ProgressIndicator(text, short: short) }
    let verb = count == 1 ? "waits" : "wait"
    return ProgressIndicator(
      "\(text); \(Words.count(count, "change")) \(verb)", short: "\(short), \(count) \(verb)")
  }
}
