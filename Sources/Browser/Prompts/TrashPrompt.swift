import PhotoLibrary
import Presentation

/// Asks whether several files are moved to the trash.
struct TrashPrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor meanwhile.
  private let photos: [Photo]
  /// Their files; nil if they could not be read.
  private let plans: [TrashPlan]?

  init(_ browser: Browser, photos: [Photo], plans: [TrashPlan]?) {
    (self.browser, self.photos, self.plans) = (browser, photos, plans)
  }

  var history: String { "trash" }
  var isConfirmation: Bool { true }
  var label: String { "Enter moves them, Esc keeps them: " }

  var facts: String? { TrashPresentation.question(about: plans, photos: photos.count) }

  func accept(_ text: String) { browser.trash(photos, plans) }
}
