import ArgumentParser
import Browser
import Foundation
import PhotoLibrary
import PictureFetching
import Terminal

/// Opens the browser.
struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse the library (the default)."
  )
  .parsedAlone

  @Argument(
    help: "A folder of photos to open, such as ~/Pictures, or an account download of Flickr.",
    completion: .directory)
  var folder: String?

  @OptionGroup var options: LibraryOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var pictures: PictureOptions

  @Flag(help: "Start at the top, not where the library was left.")
  var fresh = false

  @Flag(
    help: "Read commands and write what comes of them line by line: for screen readers and simple terminals.")
  var linear = false

  @MainActor
  func run() async throws {
    let (ending, library) = try await browse()
    ending.report()
    await library.close(after: ending)
    if let error = ending.outputError { throw error }
    if ending.unsaved != nil { throw ExitCode.failure }
  }

  /// Shows the browser until it ends, and returns how it ended, with the library.
  @MainActor
  private func browse() async throws -> (BrowserEnding, PhotoLibrary) {
    let source = try folder.map { try Self.source(ofFolder: $0) }
    if !linear { try Self.checkTerminal() }
    let configuration = try options.configuration()
    let chosen = try sources.refresher(configuration, chosen: source)
    // While the library is opened in another thread, the tables of commands and keys are made.
    async let opening = options.openForBrowsing()
    let graphics = linear ? .none : pictures.choice(configuration)
    var browserOptions = try configuration.browserOptions(graphics)
    (browserOptions.opening, browserOptions.startsFresh) = (source, fresh)
    let library = try await opening
    let refresher = source == nil ? try sources.refresher(chosen, for: library, configuration) : chosen
    let tmux = TmuxPane.passingThrough(for: graphics, configuration)
    defer { tmux?.restore() }
    let screen =
      linear
      ? nil
      : try Screen(
        colors: configuration.colorPolicy, mouse: configuration.mouse ?? true,
        theme: try configuration.makeTheme())
    defer { screen?.close() }
    let (notices, continuation) = AsyncStream<PictureNotice>.makeStream()
    let fetcher = PictureSettings.fetcher(configuration, noting: library) { continuation.yield($0) }
    browserOptions.notice = tmux == nil ? nil : TmuxPane.notice
    let browser = try Browser(
      library: library, refresher: refresher, fetcher: fetcher, notices: notices,
      files: PictureFiles(folder: Folders.cache.appendingPathComponent("files"), fetcher: fetcher),
      options: browserOptions, surface: screen.map { .screen($0) } ?? Self.lines())
    return (await browser.run(), library)
  }

  /// Returns the source of a folder, which must exist.
  private static func source(ofFolder path: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      if path == "help" { throw CleanExit.helpRequest(Proofsheet.self) }
      if RootHelp.names.contains(path) {
        throw ValidationError(
          "Write the command “\(path)” before its options; “proofsheet help \(path)” shows them.")
      }
      throw Failure("There is no folder \(path).")
    }
    let source = LibrarySource.opened(path: path)
    guard isFolder.boolValue || source != .folder(path: path) else {
      let parent = NSString(string: path).deletingLastPathComponent
      let folder = parent.isEmpty ? "." : parent
      throw Failure(
        "\(path) is neither a folder nor a zip file of an account download; open its folder “\(folder)” instead."
      )
    }
    return source.description
  }

  /// The surface of lines, which are written as the terminal can show them.
  @MainActor private static func lines() -> BrowserSurface {
    let terminal = PlainTerminal.find(colors: .never, asks: false) {}.terminal
    return .lines(capabilities: terminal.capabilities, isPrompted: isatty(STDIN_FILENO) == 1) { text in
      let isLine = text.hasSuffix("\n")
      var output = Output()
      try output.bytes(Array((isLine ? terminal.line(String(text.dropLast())) + "\n" : text).utf8))
      try output.end()
    }
  }

  @MainActor private static func checkTerminal() throws {
    do {
      try Screen.checkTerminal()
    } catch {
      throw Failure("\(error) The browser can also be used line by line: proofsheet --linear")
    }
  }
}
