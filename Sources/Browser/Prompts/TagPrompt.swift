import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Asks for the tags to add to photos, and for those to remove; Tab completes with the numbers of photos that have them.
struct TagPrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while tags are typed.
  private let photos: Set<ManagedObjectID>
  let facts: String?

  /// The highest number of photos whose tags are counted before they are tagged.
  static let countedPhotos = 2_000

  /// Creates the prompt; `facts` are the tags that the photos have, in words.
  init(_ browser: Browser, photos: Set<ManagedObjectID>, facts: String?) {
    (self.browser, self.photos, self.facts) = (browser, photos, facts)
  }

  var history: String { "tag" }
  var label: String { "Tags (-tag removes): " }
  var completes: Bool { true }

  func changed(to text: String) { browser.session.facets.prepare(.tag, where: nil) }

  func accept(_ text: String) throws { try browser.tag(text, on: photos) }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    ChoiceList(title: "Tags", choices: try await TagCompletion(text).choices(in: browser), keysText: "Tab")
  }
}
