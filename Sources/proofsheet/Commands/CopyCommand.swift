import ArgumentParser
import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation

/// Copies the library to another place.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy the library to another folder, or to a PostgreSQL database or from one.",
    discussion: """
      The copy is complete or not there: all rows are written in one transaction, read back and compared before it is \
      committed. A place that has a library with rows of any kind, such as albums or sources, is refused. Pictures and the \
      place where the browser was left are not part of the library.
      """)

  @OptionGroup var options: LibraryOptions
  @Argument(
    help: ArgumentHelp(
      "The place of the copy: a folder, or the address of a database.", valueName: "dir|address"),
    completion: .directory)
  var target: String

  @MainActor
  func run() async throws {
    let place = try LibraryPlace(target)
    let library = try options.openForReading()
    try await Interruption.canceling {
      do {
        let copy = try await Talk.withProgress {
          try await library.copy(to: place, onLockWait: LibraryOptions.report) { progress in
            Talk.progress(Self.phrase(for: progress))
          }
        }
        try Output.write(line: Self.sentence(about: copy, at: place))
      } catch let failure as LibraryCopyFailure {
        let rest =
          failure.isLeftEmpty ? " An empty library is left there; the same command can be run again." : ""
        throw Failure(Self.sentence(about: failure.cause, at: failure.place) + rest)
      } catch let error as LibraryError {
        throw Failure(Self.sentence(about: error, at: place))
      }
    }
  }

  private nonisolated static func phrase(for progress: LibraryCopy.Progress) -> String {
    switch progress {
    case .copying(let rows): "Copying: \(rows.completed) of \(Words.count(rows.total, "row"))"
    case .comparing(let rows): "Comparing: \(rows.completed) of \(Words.count(rows.total, "row"))"
    }
  }

  private static func sentence(about copy: LibraryCopy, at place: LibraryPlace) -> String {
    """
    Copied \(Words.count(copy.photos, "photo")), \(Words.count(copy.rows, "row")) in all, to \(place); every row was read \
    back and is equal.
    """
  }

  private static func sentence(about error: any Error, at place: LibraryPlace) -> String {
    let reason =
      error is CancellationError
      ? "the copy was canceled." : Sentence.of(error, otherPlace: "choose another place for the copy")
    return "Nothing was copied to \(place): \(reason)"
  }
}
