import ArgumentParser
import Browser
import ObjectGraph
import PhotoLibrary

/// Imports photos without the browser.
struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Import the next page of photos.")

  @OptionGroup var options: LibraryOptions
  @OptionGroup var sources: SourceOptions
  @Option(help: ArgumentHelp("How many pages to import.", valueName: "n")) var pages = 1
  @Flag(help: "Print the summary as a JSON object.") var json = false

  func validate() throws {
    guard pages > 0 else { throw ValidationError("--pages takes a number from 1 on.") }
  }

  @MainActor
  func run() async throws {
    let refresher = try sources.refresher(try options.configuration())
    let library = try options.open()
    let summary: RefreshSummary
    do {
      defer { Talk.endProgress() }
      summary = try await refresher.run(into: library.container, pages: pages) { Self.tell($0) }
    }
    await library.container.coordinator.drain()
    if json {
      try JSON.write(SummaryOutput(summary))
    } else {
      try Output.write(line: RefreshPresentation.sentence(for: summary))
    }
  }

  private static func tell(_ progress: RefreshProgress) {
    switch progress {
    case .fetching(let page, let received, let expected):
      let size = expected.map { " of \($0 / 1000) KB" } ?? " KB"
      Talk.progress("Fetching page \(page): \(received / 1000)\(size)")
    case .waiting(let page, let why, let seconds): Talk.progress("Page \(page) \(why): \(seconds) s")
    case .saving(let page, let photos): Talk.progress("Saving page \(page): \(photos) photos")
    }
  }
}

/// A summary as `refresh --json` tells it.
private struct SummaryOutput: Encodable {
  let new: Int
  let changed: Int
  let unchanged: Int
  let skipped: Int
  let pages: Int
  let photos: Int

  init(_ summary: RefreshSummary) {
    new = summary.photos.new
    changed = summary.photos.changed
    unchanged = summary.photos.unchanged
    skipped = summary.photos.skipped
    pages = summary.pages
    photos = summary.total
  }
}
