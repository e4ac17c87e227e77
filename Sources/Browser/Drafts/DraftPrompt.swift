import Drafts
import TerminalUI

/// Asks whether a draft that cannot be used is edited again.
struct DraftPrompt: PromptTask {
  private let browser: Browser
  private let draft: PhotoDraft
  private let file: DraftFile

  init(_ browser: Browser, draft: PhotoDraft, file: DraftFile) {
    (self.browser, self.draft, self.file) = (browser, draft, file)
  }

  var history: String { "draft" }
  var isConfirmation: Bool { true }
  var label: String { "Enter edits again, Esc gives up: " }

  func accept(_ text: String) { browser.edit(draft, in: file) }

  func cancel() {
    browser.toasts.show(Toast(.info, "Nothing was changed; the draft is \(file.path)"))
  }
}
