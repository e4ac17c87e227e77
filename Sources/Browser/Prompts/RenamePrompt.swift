import ObjectGraph
import PhotoLibrary

/// Asks for the pattern by which the files of photos are renamed.
struct RenamePrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while the pattern is typed.
  private let photos: Set<ManagedObjectID>

  init(_ browser: Browser, photos: Set<ManagedObjectID>) { (self.browser, self.photos) = (browser, photos) }

  var history: String { "rename" }
  var label: String { photos.count > 1 ? "Rename \(photos.count) photos to: " : "Rename to: " }
  var facts: String? { RenamePattern.help }

  func accept(_ text: String) throws { try browser.rename(by: text, photos: photos) }
}
