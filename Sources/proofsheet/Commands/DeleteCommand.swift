internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Deletes photos.
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete photos; they stay deleted when they are fetched again.")

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("Flickr's ids of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    guard PhotoLibrary.exists(in: try options.folder()) else { throw LibraryError.noSuchPhoto(id: ids[0]) }
    let library = try options.open()
    let photos = try Set(ids).sorted().map { id in
      guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
      return photo
    }
    try await library.delete(photos).committed()
    await library.container.coordinator.drain()
    try Output.write(line: "Deleted \(Words.count(photos.count, "photo")).")
  }
}
