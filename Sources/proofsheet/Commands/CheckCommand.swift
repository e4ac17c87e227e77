import ArgumentParser
import PhotoLibrary
import PictureFetching

/// Looks whether the library is sound.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the library and the cached pictures.")

  @OptionGroup var options: LibraryOptions

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    try configuration.checkSources()
    let check = try await options.openForReading().check()
    var output = Output()
    let pictures = await PictureSettings.cache(configuration).check()
    // The verdict comes last, and pictures have no part in it: they can be fetched again.
    for line in check.report.dropLast() + pictures.report + check.report.suffix(1) { try output.line(line) }
    try output.end()
    guard check.isSound else { throw Failure("The library is not sound: see above.") }
  }
}
