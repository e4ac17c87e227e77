import Foundation
import ObjectGraph
import PhotoLibrary

/// Asks for the folder to which the pictures of photos are written, and whether to make one that is missing.
final class ExportPrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while the folder is typed.
  private let photos: [ManagedObjectID]
  let initialText: String
  /// The folder that was found missing: Enter makes it.
  private(set) var missing: String?

  init(_ browser: Browser, photos: [Photo], folder: String? = nil, isMissing: Bool = false) {
    self.browser = browser
    self.photos = photos.map(\.objectID)
    initialText = folder ?? browser.session.exportFolder ?? PictureExport.usualFolder
    missing = isMissing ? folder : nil
  }

  var history: String { "export" }
  var label: String {
    photos.count > 1 ? "Write \(photos.count) pictures to folder: " : "Write to folder: "
  }

  var awaitsEnter: Bool { missing != nil }

  func changed(to text: String) {
    // Line by line, the same text is given again.
    if Self.folder(text).name != missing { missing = nil }
  }

  func accept(_ text: String) throws {
    let folder = Self.folder(text)
    do {
      let path = missing == folder.name ? try folder.make() : try folder.existingPath()
      try browser.export(photos, to: path)
      browser.session.exportFolder = folder.name
    } catch {
      if error as? ExportFolder.Problem == .missing(folder.name) { missing = folder.name }
      throw error
    }
  }

  /// The folder with a name that was typed, or pasted with blanks around it.
  private static func folder(_ text: String) -> ExportFolder {
    ExportFolder(name: text.trimmingCharacters(in: .whitespaces))
  }
}
