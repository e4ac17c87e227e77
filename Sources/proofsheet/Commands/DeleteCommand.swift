internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Deletes photos.
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete photos; they stay deleted when they are fetched again.")

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    let (library, photos) = try options.openForEditing(ids)
    try library.delete(photos)
    try await library.finishSaving()
    try Output.write(line: "Deleted \(Words.count(photos.count, "photo")).")
  }
}
