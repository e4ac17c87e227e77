internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Restores deleted photos.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore deleted photos.")

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    try options.requireLibrary(otherwise: LibraryError.notDeleted(id: ids[0]))
    let library = try options.open()
    let wanted = Set(ids).sorted()
    try await library.restore(wanted).committed()
    await library.close()
    try Output.write(line: "Restored \(Words.count(wanted.count, "photo")).")
  }
}
