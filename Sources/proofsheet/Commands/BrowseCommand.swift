import ArgumentParser
import Browser
import Foundation
import PhotoLibrary
import PictureFetching
import Terminal

/// Opens the browser.
struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse the library (the default).")

  @OptionGroup var options: LibraryOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var pictures: PictureOptions

  @Flag(help: "Start at the top, not where the library was left.")
  var fresh = false

  @MainActor
  func run() async throws {
    try Screen.checkTerminal()
    let configuration = try options.configuration()
    let refresher = try sources.refresher(configuration)
    let library = try options.openForBrowsing()
    let screen = try Screen(
      colors: configuration.colorPolicy, mouse: configuration.mouse ?? true,
      theme: try configuration.makeTheme())
    defer { screen.close() }
    let (notices, continuation) = AsyncStream<PictureNotice>.makeStream()
    let fetcher = PictureSettings.fetcher(configuration, noting: library) { continuation.yield($0) }
    let browser = try Browser(
      library: library, refresher: refresher,
      fetcher: fetcher, notices: notices,
      graphics: pictures.choice(configuration), bindings: try configuration.makeKeyBindings(),
      files: PictureFiles(folder: Folders.cache.appendingPathComponent("files"), fetcher: fetcher),
      rules: try configuration.makeOpenRules(),
      startsFresh: fresh,
      log: MessageLog(file: Folders.state.appendingPathComponent("log")), screen: screen)
    let ending = await browser.run()
    screen.close()
    if let signal = ending.signal {
      if let unsaved = ending.unsaved { Talk.line("proofsheet: " + Sentence.of(unsaved)) }
      Interruption.end(by: signal)
    }
    if let unsaved = ending.unsaved { throw unsaved }
  }
}
