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
  @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    let (library, photos) = try options.openForEditing(ids)
    let summary = try await library.trash(library.trashPlans(for: photos))
    try await library.finishSaving()
    if summary.photos > 0 { try Output.write(line: TrashPresentation.sentence(about: summary) + ".") }
    for problem in summary.problems.dropLast() { Talk.line("proofsheet: \(problem)") }
    if let problem = summary.problems.last { throw Failure(problem) }
  }
}
