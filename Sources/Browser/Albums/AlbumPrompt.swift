import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Asks for the album to which photos are added; one that does not exist is created.
struct AlbumPrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while the album is chosen.
  private let photos: Set<ManagedObjectID>
  let choices: ChoiceList?

  init(_ browser: Browser, photos: Set<ManagedObjectID>) {
    (self.browser, self.photos) = (browser, photos)
    choices = ChoiceList(title: "Your albums", choices: browser.ownAlbumChoices, keysText: "↑ ↓")
  }

  var history: String { "album" }
  var label: String { "Add to album: " }

  func accept(_ text: String) throws { try browser.addToAlbum(named: text, photos) }
}
