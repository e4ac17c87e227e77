import TerminalUI

/// Filters the photos by the distance from a place of the map; the map comes back when it is given up.
struct NearPrompt: PromptTask {
  private let browser: Browser
  private let map: MapScreen
  private let filter: FilterPrompt
  let initialText: String

  /// Creates the prompt with a text to begin with.
  init(_ browser: Browser, map: MapScreen, text: String) {
    (self.browser, self.map) = (browser, map)
    filter = FilterPrompt(browser)
    initialText = text
  }

  var history: String { filter.history }
  var label: String { filter.label }
  var completes: Bool { filter.completes }

  func changed(to text: String) throws { try filter.changed(to: text) }

  func accept(_ text: String) throws {
    try filter.accept(text)
    browser.keepWay(backTo: map, from: filter.initialText, filter: text)
  }

  func cancel() {
    filter.cancel()
    browser.showMap(map)
  }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    try await filter.loadCompletions(of: text)
  }
}
