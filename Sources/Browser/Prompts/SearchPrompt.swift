import ObjectGraph

/// Searches the list that keys go to while a text is typed.
struct SearchPrompt: PromptTask {
  private let browser: Browser
  /// The row under the cursor before the prompt.
  private let origin: ManagedObjectID?
  /// The place before the prompt, to which the user can go back from a match.
  private let jump: Jump

  init(_ browser: Browser) {
    self.browser = browser
    origin = browser.lists.focusedID
    jump = browser.lists.jump
  }

  var history: String { "search" }
  var label: String { "Search: " }

  func changed(to text: String) { browser.find(text, from: origin) }

  func accept(_ text: String) {
    browser.lists.trail.keep(jump)
    let search = browser.lists.search
    if search.text == text, !text.isEmpty, search.matches.isEmpty { browser.reportNothingFound() }
  }

  func cancel() {
    browser.lists.search.forget()
    browser.lists.go(to: origin)
  }
}
