internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Moves the files of photos to the trash, and deletes the photos.
struct TrashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "Move the files of photos to the trash, and delete the photos.",
    discussion: "“proofsheet restore” moves the files back, and restores the photos.")

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The ids of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    guard PhotoLibrary.exists(in: try options.folder()) else { throw LibraryError.noSuchPhoto(id: ids[0]) }
    let library = try options.open()
    let photos = try Set(ids).sorted().map { id in
      guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
      return photo
    }
    let summary = try await library.trash(library.trashPlans(for: photos))
    await library.savesFinished()
    if let failure = library.saveFailure { throw failure }
    await library.container.coordinator.drain()
    if summary.photos > 0 { try Output.write(line: TrashPresentation.sentence(about: summary) + ".") }
    for problem in summary.problems.dropLast() { Talk.line("proofsheet: \(problem)") }
    if let problem = summary.problems.last { throw Failure(problem) }
  }
}
