import PhotoLibrary
import Presentation
import TerminalUI

extension RefreshProgress {
  /// The progress in words, and as a bar while a page is being fetched.
  var indicator: ProgressIndicator {
    let (text, short) = (RefreshPresentation.phrase(for: self), RefreshPresentation.shortPhrase(for: self))
    guard case .fetching(_, let received, let expected) = self, received > 0 else {
      return ProgressIndicator(text, short: short)
    }
    return ProgressIndicator(text, short: short, done: received, of: expected)
  }
}
