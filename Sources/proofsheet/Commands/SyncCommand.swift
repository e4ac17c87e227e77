import ArgumentParser
import ObjectGraph
import PhotoLibrary
import Presentation

/// Notices which photos their owners took away.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Find and mark photos that their owners removed.",
    discussion: """
      The photos that were checked longest ago come first, at most one request a second for all processes of the user. \
      With a key, Flickr's API is asked, which also knows which photos were made private. Without a key, and for photos \
      from other sites, the host of the pictures is asked, which only knows which ones were deleted or replaced. Photos \
      of the sample roll and of files are not checked, nor are those of which a download has the picture.

      Results are kept after Ctrl-C. Each removed photo is a line with its ID and title; the figures follow.
      """)

  @OptionGroup var options: LibraryOptions
  @OptionGroup var services: ServiceOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Check at most this many photos (default: 100 with a key, 25 without).", valueName: "n"))
  var limit: Int?
  @Flag(help: "Print the results as a JSON object.") var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    let client = services.client(configuration, key: try KeySettings.key(configuration))
    let library = try options.openExisting()
    let sync = try Sync(
      of: library.container, with: client, forgettingIn: PictureSettings.cache(configuration)
    ) { Talk.progress(SyncPresentation.phrase(for: $0)) }
    let limit = limit ?? Sync.gentleLimit(with: client)
    try await Interruption.canceling {
      do {
        let summary = try await Talk.withProgress { try await sync.run(limit: limit) }
        await library.close()
        try write(summary, error: nil)
        if !json { try Output.write(line: SyncPresentation.sentence(for: summary)) }
      } catch let failure as SyncFailure {
        await library.close()
        let reason = Sentence.of(failure.cause)
        try write(failure.summary, error: failure.summary.end == .failed ? reason : nil)
        throw Failure(SyncPresentation.sentence(for: failure, reason: reason))
      }
    }
  }

  private func write(_ summary: SyncSummary, error: String?) throws {
    guard !json else { return try JSON.write(SyncOutput(summary, error: error)) }
    var output = Output()
    for photo in summary.gone { try output.row(["gone", photo.id, photo.title]) }
    try output.end()
  }
}

/// The JSON form of a result in `sync --json`.
private struct SyncOutput: Encodable {
  let checked: Int
  let gone: [String]
  let present: Int
  let unclear: Int
  let waiting: Int
  let requests: Int
  let end: String
  let error: String?

  init(_ summary: SyncSummary, error: String?) {
    checked = summary.checked
    gone = summary.gone.map(\.id)
    present = summary.present
    unclear = summary.unclear
    waiting = summary.waiting
    requests = summary.requests
    end = summary.end.rawValue
    self.error = error
  }
}
