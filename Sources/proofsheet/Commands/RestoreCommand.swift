internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Restores deleted photos.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore deleted photos.",
    discussion: """
      Files that were moved to the trash with the photos are moved back.

      --list prints ID, title, photographer and date of the deletion, separated by tabs, the photo that was deleted last \
      first.
      """)

  @OptionGroup var options: LibraryOptions
  @Flag(help: "List the deleted photos, which can be restored.") var list = false
  @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String] = []

  func validate() throws {
    if list, !ids.isEmpty { throw ValidationError("--list takes no IDs.") }
    if !list, ids.isEmpty {
      throw ValidationError(
        "No photo is given. “proofsheet restore --list” lists the deleted photos with their IDs.")
    }
  }

  @MainActor
  func run() async throws {
    if list { return try listPhotos() }
    try options.requireLibrary(otherwise: LibraryError.notDeleted(id: ids[0]))
    let library = try options.open()
    let wanted = Set(ids).sorted()
    try await library.restore(wanted).committed()
    await library.close()
    try Output.write(line: "Restored \(Words.count(wanted.count, "photo")).")
  }

  @MainActor
  private func listPhotos() throws {
    let library = try options.openForReading()
    var output = Output()
    for photo in try library.deletedPhotos() {
      try output.row([
        photo.flickrID, photo.title, photo.photographerName ?? "", PhotoOutput.timestamp(photo.deletedAt),
      ])
    }
    try output.end()
  }
}
