import Foundation
import ObjectGraph

/// Asks for the folder to which the files of photos are moved; Tab completes it.
struct MovePrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while the folder is typed.
  private let photos: Set<ManagedObjectID>

  init(_ browser: Browser, photos: Set<ManagedObjectID>) { (self.browser, self.photos) = (browser, photos) }

  var history: String { "move" }
  var label: String { photos.count > 1 ? "Move \(photos.count) photos to folder: " : "Move to folder: " }
  var completes: Bool { true }

  func accept(_ text: String) throws {
    let name = text.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw ExportFolder.Problem.noName }
    browser.move(toFolder: name, photos: photos)
  }

  func loadCompletions(of text: String) async throws -> ChoiceList? {
    ChoiceList(
      title: "Folders", choices: try await FolderCompletion(text).choices(in: browser), keysText: "Tab")
  }
}
