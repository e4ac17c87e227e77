/// Asks for the list in the left pane.
struct MasterPrompt: PromptTask {
  private let browser: Browser
  let initialText: String
  let choices: ChoiceList?

  init(_ browser: Browser) {
    self.browser = browser
    initialText = browser.lists.master.name
    choices = ChoiceList(
      title: "Browse by", choices: MasterChoices.all, keysText: "↑ ↓", current: initialText)
  }

  var history: String { "browse" }
  var label: String { "Browse by: " }

  func accept(_ text: String) throws { try browser.browse(by: text) }
}
