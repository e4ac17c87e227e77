/// Filters the list that keys go to while a text is typed.
struct FilterPrompt: PromptTask {
  private let browser: Browser
  /// The filter before the prompt.
  let initialText: String

  init(_ browser: Browser) {
    self.browser = browser
    initialText = browser.lists.filter
  }

  var history: String { "filter" }
  var label: String { "Filter: " }

  func changed(to text: String) { browser.filter(text) }
  func accept(_ text: String) {}
  func cancel() { browser.filter(initialText) }
}
