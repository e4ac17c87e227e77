import ArgumentParser
import ObjectGraph
import PhotoLibrary
import PictureFetching
import Presentation

/// Finds photos that look alike.
struct LooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "Find photos that look alike.",
    discussion: """
      Pictures of your files and of the cache are examined, as the browser does with the thumbnails that are seen; \
      none is fetched. What was examined is kept after Ctrl-C. The browser lists stacks of photos that look alike with S \
      as “look-alikes”, and finds photos by their colors with f as in color:teal.
      """)

  @OptionGroup var options: LibraryOptions
  @Flag(help: "Print the results as a JSON object.") var json = false

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    let library = try options.openExisting()
    let search = try LookSearch(
      of: library.container, with: PictureSettings.fetcher(configuration, noting: library, tidies: false)
    ) { Talk.progress(LookPresentation.phrase(for: $0)) }
    try await Interruption.canceling {
      do {
        let summary = try await Talk.withProgress { try await search.run() }
        await library.close()
        if json { return try JSON.write(LooksOutput(summary, error: nil)) }
        try Output.write(line: LookPresentation.sentence(for: summary))
      } catch let failure as LookFailure {
        await library.close()
        let reason = Sentence.of(failure.cause)
        if json {
          try JSON.write(
            LooksOutput(failure.summary, error: failure.summary.end == .failed ? reason : nil))
        }
        throw Failure(LookPresentation.sentence(for: failure, reason: reason))
      }
    }
  }
}

/// The JSON form of a result in `looks --json`.
private struct LooksOutput: Encodable {
  let examined: Int
  let unreadable: Int
  let withoutPicture: Int
  let stacks: Int?
  let inStacks: Int?
  let end: String
  let error: String?

  init(_ summary: LookSummary, error: String?) {
    examined = summary.found
    unreadable = summary.unreadable
    withoutPicture = summary.withoutPicture
    stacks = summary.stacks?.stacks
    inStacks = summary.stacks?.photos
    end = summary.end.rawValue
    self.error = error
  }
}
