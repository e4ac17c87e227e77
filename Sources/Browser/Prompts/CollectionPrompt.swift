import PhotoLibrary

/// Asks for the source of photos.
struct SourcePrompt: PromptTask {
  private let browser: Browser
  let initialText: String
  let choices: ChoiceList?

  init(_ browser: Browser) {
    self.browser = browser
    initialText = browser.refresh.refresher.name
    choices = ChoiceList(
      title: "Sources", choices: browser.sourceChoices, keysText: "↑ ↓", current: initialText)
  }

  var history: String { "source" }
  var label: String { "Source: " }

  func accept(_ text: String) throws { try browser.use(source: text) }
}
