import PhotoLibrary

/// Asks for the collection or the source whose photos are listed.
struct CollectionPrompt: PromptTask {
  private let browser: Browser
  let initialText: String
  let choices: ChoiceList?

  init(_ browser: Browser) {
    self.browser = browser
    initialText =
      browser.shownAlbumName ?? browser.lists.photos.scope.collection?.name
      ?? (browser.lists.photos.scope == .all ? Browser.everything : browser.refresh.refresher.name)
    choices = Self.list(browser.collectionChoices, current: initialText)
  }

  var history: String { "source" }
  var label: String { "Look at: " }

  func loadChoices() async throws -> ChoiceList? {
    Self.list(try await browser.countedCollectionChoices(), current: initialText)
  }

  private static func list(_ choices: [Choice], current: String) -> ChoiceList {
    ChoiceList(title: "Look at", choices: choices, keysText: "↑ ↓", current: current)
  }

  func accept(_ text: String) throws { try browser.look(at: text) }
}
