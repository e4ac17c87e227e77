import PhotoLibrary
import TerminalUI

/// The connection to the server of a library.
extension Browser {
  /// Shows that the server does not answer, or that it answers again; edits that could not be saved meanwhile are saved then.
  func show(_ state: PhotoLibrary.ConnectionState) {
    switch state {
    case .lost(let error):
      session.outage = ProgressIndicator("The library does not answer; trying again", short: "No connection")
      toasts.show(Toast(.error, "\(error). What is shown may be out of date"))
    case .restored:
      session.outage = nil
      let unsaved = library.saveFailure == nil ? [] : library.unsavedEdits
      let saving = unsaved.isEmpty ? "" : "; saving again: \(unsaved.joined(separator: ", "))"
      // The errors were those of the outage, and would hide the message.
      toasts.withdraw()
      toasts.show(Toast(.info, "The library answers again\(saving)"))
      attempt(library.saveAgain)
    }
    surface.setNeedsFrame()
  }
}
