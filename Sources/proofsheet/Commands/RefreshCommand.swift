import ArgumentParser
import ObjectGraph
import PhotoLibrary
import Presentation

/// Imports photos without the browser.
struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Import new photos: one page, unless more are requested.",
    discussion: """
      If the source lists new photos first, the refresh stops at a page with known photos only. Within a day, an \
      interrupted refresh is continued by one of the same kind, at the page that failed. Figures are printed in any \
      case, also after an error or Ctrl-C; with --json, “end” is the reason, one of: \
      \(RefreshEnd.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @OptionGroup var options: LibraryOptions
  @OptionGroup var sources: SourceOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Import at most this many pages (default: 1).", valueName: "n"))
  var pages: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Import at most this many new photos, from any number of pages.", valueName: "n"))
  var limit: Int?
  @Flag(help: "Import all pages, known or not.") var all = false
  @Flag(help: "Continue with older photos where the last refresh ended.") var older = false
  @Flag(help: "Print the summary as a JSON object.") var json = false

  func validate() throws {
    if let pages, pages < 1 { throw ValidationError("--pages must be at least 1.") }
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if all, older { throw ValidationError("--all and --older cannot be combined.") }
    if all, pages != nil { throw ValidationError("--all and --pages cannot be combined.") }
  }

  private var wanted: RefreshOptions {
    let isEndless = all || limit != nil
    return RefreshOptions(
      pages: pages ?? (isEndless ? nil : 1), newPhotos: limit, reach: all ? .all : older ? .older : .new)
  }

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    let chosen = try sources.refresher(configuration)
    try chosen.requireKey()
    let library = try options.openForRefresh()
    let refresher = try sources.refresher(chosen, for: library, configuration)
    try await Interruption.canceling {
      do {
        let summary = try await fetch(refresher, into: library)
        if !json { try Output.write(line: RefreshPresentation.sentence(for: summary)) }
        nameUnreadableFiles(of: summary)
        await library.removeOldHistory()
      } catch let failure as RefreshFailure {
        nameUnreadableFiles(of: failure.summary)
        let reason = Sentence.of(failure.cause)
        throw Failure(RefreshPresentation.sentence(for: failure, reason: reason))
      }
    }
  }

  private func nameUnreadableFiles(of summary: RefreshSummary) {
    for sentence in RefreshPresentation.unreadableFiles(of: summary) { Talk.line(sentence) }
  }

  /// Refreshes, and prints the result as JSON if requested, also after a failure.
  @MainActor
  private func fetch(_ refresher: Refresher, into library: PhotoLibrary) async throws -> RefreshSummary {
    do {
      let summary = try await Talk.withProgress {
        try await refresher.run(into: library, wanted) {
          Talk.progress(RefreshPresentation.phrase(for: $0))
        }
      }
      await library.close()
      if json { try JSON.write(SummaryOutput(summary, error: nil)) }
      return summary
    } catch let failure as RefreshFailure {
      await library.close()
      let isFailed = failure.summary.end == .failed
      if json {
        try JSON.write(SummaryOutput(failure.summary, error: isFailed ? Sentence.of(failure.cause) : nil))
      }
      throw failure
    }
  }
}

/// The JSON form of a summary in `refresh --json`.
private struct SummaryOutput: Encodable {
  let new: Int
  let changed: Int
  let unchanged: Int
  let skipped: Int
  let deleted: Int
  let unreadable: Int
  let unreadableSidecars: Int
  let unreadableFiles: [String]
  let missing: Int
  let otherKinds: [String: Int]
  let missingPackages: [String: Int]
  let albumError: String?
  let pages: Int
  let requests: Int
  let photos: Int
  let end: String
  let error: String?

  init(_ summary: RefreshSummary, error: String?) {
    new = summary.photos.new
    changed = summary.photos.changed
    unchanged = summary.photos.unchanged
    skipped = summary.photos.skipped
    deleted = summary.photos.deleted
    unreadable = summary.photos.unreadable
    unreadableSidecars = summary.unreadableSidecars
    unreadableFiles = summary.unreadableFiles.map(\.path)
    missing = summary.gone
    otherKinds = summary.otherKinds
    missingPackages = summary.missingPackages
    albumError = summary.albumFailure
    pages = summary.pages
    requests = summary.requests
    photos = summary.total
    end = summary.end.rawValue
    self.error = error
  }
}
