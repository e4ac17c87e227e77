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
    // It may be meant as a text, so that the filter holds.
    guard browser.lists.focus == .photos, let name = try? PhotoQuery(text).unknownFacets.first else { return }
    throw CommandLineError.unavailable(
      reason: "“\(name):” is no facet, and is looked for as a text; Tab lists facets")
  }

  func accept(_ text: String) throws { try browser.filter(text) }
  func cancel() { try? browser.filter(initialText) }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    guard completes else { return nil }
    return try await FacetCompletion(text).choices(in: browser)
  }
}
