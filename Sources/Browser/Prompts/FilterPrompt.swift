import PhotoLibrary
import TerminalUI

/// Filters the list that keys go to while a text is typed; photos by a query with facets.
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

  var completes: Bool { browser.lists.focus == .photos }

  func changed(to text: String) throws {
    if completes { FacetCompletion(text).prepare(in: browser) }
    try browser.filter(text)
  }

  func accept(_ text: String) throws { try browser.filter(text) }
  func cancel() { try? browser.filter(initialText) }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    guard completes else { return nil }
    return try await FacetCompletion(text).choices(in: browser)
  }
}
