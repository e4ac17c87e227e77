internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Moves the files of photos to the trash, and deletes the photos.
struct TrashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "Move the files of photos to the trash, and delete the photos.",
    discussion: """
      The copies of a file that the library knows go with it, and are named. “proofsheet restore” moves the files back, and \
      restores the photos.
      """)

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String]

  @MainActor
  func run() async throws {
    try await Interruption.canceling {
      let (library, photos) = try options.openForEditing(ids)
      let summary = try await library.trash(library.trashPlans(for: photos))
      try await library.finishSaving()
      if summary.photos > 0 {
        try Output.write(line: TrashPresentation.sentence(about: summary) + ".")
        for sentence in TrashPresentation.copies(in: summary) { try Output.write(line: sentence) }
      }
      // Ctrl-C ends the command between two photos, and what was moved until then is recorded.
      let end = summary.isCanceled ? ["The command was ended before the other files were moved."] : []
      let problems = summary.problems + end
      for problem in problems.dropLast() { Talk.line("proofsheet: \(problem)") }
      if let problem = problems.last { throw Failure(problem) }
    }
  }
}
