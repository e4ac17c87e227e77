import PhotoLibrary
import TerminalUI

/// Asks for the album to which photos are added; one that does not exist is created.
struct AlbumPrompt: PromptTask {
  private let browser: Browser
  /// The number of photos from the cursor on; `nil` for those that commands act on.
  private let count: Int?

  let choices: ChoiceList?

  init(_ browser: Browser, count: Int?) {
    (self.browser, self.count) = (browser, count)
    choices = ChoiceList(title: "Your albums", choices: browser.ownAlbumChoices, keysText: "↑ ↓")
  }

  var history: String { "album" }
  var label: String { "Add to album: " }

  func accept(_ text: String) throws { try browser.addToAlbum(named: text, count: count) }
}
