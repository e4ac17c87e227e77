import PhotoLibrary
import Presentation

/// Asks whether several files are moved to the trash.
struct TrashPrompt: PromptTask {
  private let browser: Browser
  /// The files, whatever becomes of the cursor meanwhile.
  private let plans: [TrashPlan]

  init(_ browser: Browser, plans: [TrashPlan]) { (self.browser, self.plans) = (browser, plans) }

  var history: String { "trash" }
  var label: String { "Enter moves them, Esc keeps them: " }

  var facts: String? {
    let files = Words.count(plans.reduce(0) { $0 + $1.count }, "file")
    let photos = Words.count(plans.filter { $0.count > 0 }.count, "photo")
    return
      "Move \(files) of \(photos) to the trash, with their sidecars, and delete the photos from the library?"
  }

  func accept(_ text: String) { browser.trash(plans) }
}
