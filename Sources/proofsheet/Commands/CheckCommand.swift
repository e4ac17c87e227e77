import ArgumentParser
import PhotoLibrary

/// Looks whether the library is sound.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the library: integrity, counts, sizes, orphans, and the pictures kept beside it.")

  @OptionGroup var options: LibraryOptions

  @MainActor
  func run() async throws {
    let check = try await options.openForReading().check()
    var output = Output()
    for line in check.report { try output.line(line) }
    let cache = PictureSettings.cache(try options.configuration())
    for line in await cache.check().report { try output.line(line) }
    try output.end()
    guard check.isSound else { throw Failure("The library is not sound: see above.") }
  }
}
