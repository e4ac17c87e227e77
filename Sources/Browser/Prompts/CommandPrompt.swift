/// Calls a command by its name.
struct CommandPrompt: PromptTask {
  private let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  var history: String { "command" }
  var label: String { ":" }

  var completes: Bool { true }

  func completions(of text: String) -> ChoiceList? { browser.completions(of: text) }
  func loadCompletions(of text: String) async throws -> ChoiceList? {
    try await browser.loadCompletions(of: text)
  }
  func accept(_ text: String) throws { try browser.run(text) }
}
