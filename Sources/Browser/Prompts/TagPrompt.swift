import PhotoLibrary
import TerminalUI

/// Asks for the tags to add to photos, and for those to remove; Tab completes with the numbers of photos that have them.
struct TagPrompt: PromptTask {
  private let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  var history: String { "tag" }
  var label: String { "Tags (-tag removes): " }
  var completes: Bool { true }

  func changed(to text: String) { browser.session.facets.prepare(.tag, where: nil) }

  func accept(_ text: String) throws { try browser.tag(text) }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    let sign = text[start...].hasPrefix("-") ? "-" : ""
    let typed = String(text[start...].dropFirst(sign.count))
    let counts = try await browser.session.facets.counts(of: .tag, where: nil)
    let choices = FacetValue.sorted(counts, startingWith: typed).prefix(Self.limit).map { value in
      Choice(text: text[..<start] + sign + value.text, meaning: "\(value.count)", label: sign + value.text)
    }
    return ChoiceList(title: "Tags", choices: choices, keysText: "Tab")
  }

  /// The highest number of tags that are offered.
  private static let limit = 200
}
