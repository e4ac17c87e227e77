import ArgumentParser
import PhotoLibrary
import PictureFetching

/// Looks whether the library is sound.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the library and the cached pictures."
  )
  .parsedAlone

  @Flag(help: "Write a copy of the library beside it, and repair what can be repaired.")
  var repair = false

  @OptionGroup var options: LibraryOptions

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    try configuration.checkSources()
    var output = Output()
    let check: LibraryCheck
    if repair {
      let result = try await options.repair()
      for line in result.repairs { try output.row(Self.fields(of: line)) }
      check = result.check
    } else {
      check = try await options.openForReading().check()
    }
    let pictures = await PictureSettings.cache(configuration).check()
    // The verdict comes last, and pictures have no part in it: they can be fetched again.
    for line in check.report.dropLast() + pictures.report + check.report.suffix(1) {
      try output.row(Self.fields(of: line))
    }
    try output.end()
    guard check.isSound else {
      throw Failure(
        repair
          ? "The library is not sound: what is named above cannot be repaired."
          : "The library is not sound: see above. “proofsheet check --repair” repairs what can be repaired.")
    }
  }

  private static func fields(of line: String) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
}
