import ObjectGraph
import TerminalUI

/// Searches the list that keys go to while a text is typed.
struct SearchPrompt: PromptTask {
  private let browser: Browser
  /// The row under the cursor before the prompt.
  private let origin: ManagedObjectID?
  /// The place before the prompt, to which the user can go back from a match.
  private let jump: Jump
  /// The search before the prompt, which a canceled one leaves as it was.
  private let former: (text: String, pane: ListsScreen.Pane)

  init(_ browser: Browser) {
    self.browser = browser
    origin = browser.lists.focused.selectedID
    jump = browser.lists.jump
    former = (browser.lists.search.text, browser.lists.search.pane)
  }

  var history: String { "search" }
  var label: String { "Search: " }

  var completes: Bool { browser.lists.focus == .photos }

  func changed(to text: String) throws { try browser.find(text, from: origin) }

  func accept(_ text: String) throws {
    let search = browser.lists.search
    // A text that is no query was not searched for: what was typed before is.
    if !text.isEmpty, search.text != text { try browser.find(text, from: origin) }
    browser.lists.trail.keep(jump)
    guard search.text == text, !text.isEmpty, search.matches.isEmpty, !search.isSearching else { return }
    browser.reportNothingFound()
  }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    guard completes else { return nil }
    return try await FacetCompletion(text).choices(in: browser)
  }

  func cancel() {
    browser.restoreSearch(former.text, in: former.pane)
    browser.lists.goTo(origin)
  }
}
