import PhotoLibrary
import TerminalUI

/// Asks for a tag and for the tag that replaces it.
struct TagRenamePrompt: PromptTask {
  private let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  var history: String { "tag-rename" }
  var label: String { "Rename a tag (OLD NEW): " }
  var completes: Bool { true }

  func changed(to text: String) { browser.session.facets.prepare(.tag, where: nil) }

  func accept(_ text: String) throws { try browser.renameTag(text) }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    ChoiceList(title: "Tags", choices: try await TagCompletion(text).choices(in: browser), keysText: "Tab")
  }
}
