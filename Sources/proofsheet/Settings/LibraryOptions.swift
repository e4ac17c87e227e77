import ArgumentParser
import Flickr
import Foundation
import PhotoLibrary
import Transfer

/// The options that every command has.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the library (default: $PROOFSHEET_LIBRARY, else proofsheet in $XDG_DATA_HOME).",
      valueName: "dir"))
  var library: String?

  @Option(
    help: ArgumentHelp(
      "A configuration file (default: proofsheet/config.toml in $XDG_CONFIG_HOME).", valueName: "file"))
  var config: String?

  /// The settings of the configuration file.
  func configuration() throws -> Configuration {
    if let config { return try Configuration(file: URL(fileURLWithPath: config)) }
    let file = Folders.configuration.appendingPathComponent("config.toml")
    guard FileManager.default.fileExists(atPath: file.path) else { return Configuration() }
    return try Configuration(file: file)
  }

  /// The folder of the library.
  func folder() throws -> URL {
    if let library { return URL(fileURLWithPath: library) }
    if let named = Environment.value("PROOFSHEET_LIBRARY") { return URL(fileURLWithPath: named) }
    if let configured = try configuration().library { return URL(fileURLWithPath: configured) }
    return Folders.data
  }

  /// Opens the library, or makes it.
  @MainActor
  func open() throws -> PhotoLibrary { try PhotoLibrary(folder: try folder()) }

  /// Opens the library for reading; there must be one.
  @MainActor
  func openForReading() throws -> PhotoLibrary {
    let folder = try folder()
    guard PhotoLibrary.exists(in: folder) else {
      throw Failure("There is no library in \(folder.path) yet: “proofsheet refresh” makes one.")
    }
    return try PhotoLibrary(folder: folder, isReadOnly: true)
  }
}

/// The options that say where photos come from.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where photos come from: sample, feed[:TAGS], recent, interesting, search:TEXT, tag:TAGS, user:NAME, or the \
      address (file:, http:, https:) of a page in Flickr's format, in which {page} stands for its number \
      (default: sample).
      """, valueName: "source"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "The base address of Flickr's services, for a proxy or a test (default: $PROOFSHEET_ENDPOINT, else Flickr's).",
      valueName: "url"))
  var endpoint: String?

  /// Where photos come from, by the options, the environment and the configuration, in this order.
  func refresher(_ configuration: Configuration) throws -> Refresher {
    let source = try PhotoSource(parsing: self.source ?? configuration.source ?? "sample")
    let base = endpoint ?? Environment.value("PROOFSHEET_ENDPOINT") ?? configuration.endpoint
    let client = FlickrClient(
      transfer: TransferClient(),
      // A key that cannot be read disturbs nobody who needs none.
      key: source.needsKey ? try KeySettings.key(configuration) : try? KeySettings.key(configuration),
      endpoint: base.map { FlickrEndpoint(base: $0) } ?? .flickr, sampleRoll: Assets.sampleRoll,
      pace: PaceSettings.pace)
    return Refresher(source: source, client: client)
  }
}

/// The pace at which Flickr is asked.
enum PaceSettings {
  /// One for all processes of the user; `PROOFSHEET_PACE=always` keeps it on loopback addresses too, for a test.
  static var pace: RequestPace {
    RequestPace(
      file: Folders.state.appendingPathComponent("pace").path,
      includesLoopback: Environment.value("PROOFSHEET_PACE") == "always")
  }
}

/// Something that cannot be done, in a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
