import PhotoLibrary

/// Asks for the collection or the source whose photos are listed.
struct CollectionPrompt: PromptTask {
  private let browser: Browser
  let initialText: String
  let choices: ChoiceList?

  init(_ browser: Browser) {
    self.browser = browser
    initialText =
      browser.lists.photos.scope.collection?.name
      ?? (browser.lists.photos.scope == .all ? Browser.everything : browser.refresh.refresher.name)
    choices = ChoiceList(
      title: "Look at", choices: browser.collectionChoices, keysText: "↑ ↓", current: initialText)
  }

  var history: String { "source" }
  var label: String { "Look at: " }

  func accept(_ text: String) throws { try browser.look(at: text) }
}
