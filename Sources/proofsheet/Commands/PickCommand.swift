import ArgumentParser
import Browser
import Foundation
import PhotoLibrary
import PictureFetching
import Terminal

/// Opens the browser on the terminal, and prints the photos that the user chooses.
struct PickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose photos in the browser, and print them.",
    discussion: """
      The browser uses the terminal even if the output goes to a pipe or a file. Enter chooses the photo under the \
      cursor. The status is 1 if none was chosen.
      """
  )
  .parsedAlone

  /// The form of a chosen photo.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case id, path, url, json
  }

  @OptionGroup var options: LibraryOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var pictures: PictureOptions
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The photos to choose from, such as “harbor -year:2024”.", valueName: "query"))
  var query: [String] = []
  @Option(help: "What is printed: id, path (of the picture's file), url (of the page) or json.") var format =
    Form.id
  @Flag(help: "Choose several photos: those that are selected.") var multi = false

  func validate() throws { try QueryWords.validate(query) }

  @MainActor
  func run() async throws {
    let terminal = try ControllingTerminal()
    let ending: BrowserEnding
    let files: PictureFiles
    let library: PhotoLibrary
    do {
      (ending, files, library) = try await choose()
    } catch {
      terminal.end()
      throw error
    }
    terminal.end()
    ending.report()
    do {
      if !ending.picked.isEmpty { try await print(ending.picked, files) }
    } catch {
      await library.close(after: ending)
      throw error
    }
    await library.close(after: ending)
    if ending.picked.isEmpty || ending.unsaved != nil { throw ExitCode.failure }
  }

  @MainActor
  private func choose() async throws -> (BrowserEnding, PictureFiles, PhotoLibrary) {
    try Screen.checkTerminal()
    let configuration = try options.configuration()
    let chosen = try sources.refresher(configuration)
    async let opening = options.openForBrowsing()
    let graphics = pictures.choice(configuration)
    var browserOptions = try configuration.browserOptions(graphics)
    let library = try await opening
    let refresher = try sources.refresher(chosen, for: library, configuration)
    let query = QueryWords.text(of: query)
    _ = try library.predicate(of: PhotoQuery(query))
    let tmux = TmuxPane.passingThrough(for: graphics, configuration)
    defer { tmux?.restore() }
    let screen = try Screen(
      colors: configuration.colorPolicy, mouse: configuration.mouse ?? true,
      theme: try configuration.makeTheme())
    defer { screen.close() }
    let (notices, continuation) = AsyncStream<PictureNotice>.makeStream()
    let fetcher = PictureSettings.fetcher(configuration, noting: library) { continuation.yield($0) }
    let files = PictureFiles(folder: Folders.cache.appendingPathComponent("files"), fetcher: fetcher)
    browserOptions.pick = PhotoPick(query: query, allowsSeveral: multi)
    let browser = try Browser(
      library: library, refresher: refresher, fetcher: fetcher, notices: notices, files: files,
      options: browserOptions, surface: .screen(screen))
    return (await browser.run(), files, library)
  }

  /// Prints photos, one a line, or as a JSON array.
  @MainActor
  private func print(_ photos: [Photo], _ files: PictureFiles) async throws {
    guard format != .json else {
      var output = JSONArrayOutput()
      for photo in photos { try output.element(PhotoOutput(photo)) }
      return try output.end()
    }
    var output = Output()
    for photo in photos {
      switch format {
      case .id: try output.row([photo.flickrID])
      case .url: try output.row([photo.pageURL ?? photo.imageURL ?? ""])
      // A path is used as it is: another one names no file.
      case .path: try output.line(try await files.path(of: photo.pictureSubject, title: photo.title))
      case .json: break
      }
    }
    try output.end()
  }
}
