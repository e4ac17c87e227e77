import ArgumentParser
import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import Synchronization
import Transfer

/// The options that every command has.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library folder (default: $PROOFSHEET_LIBRARY, else proofsheet in $XDG_DATA_HOME).",
      valueName: "dir"))
  var library: String?

  @Option(
    help: ArgumentHelp(
      "A configuration file (default: proofsheet/config.toml in $XDG_CONFIG_HOME).", valueName: "file"))
  var config: String?

  /// The settings of the configuration file.
  func configuration() throws -> Configuration {
    let file = configurationFile
    guard config != nil || FileManager.default.fileExists(atPath: file.path) else { return Configuration() }
    return try Configuration(file: file)
  }

  /// The path of the configuration file, which may not exist.
  var configurationFile: URL {
    config.map { URL(fileURLWithPath: $0) } ?? Folders.configuration.appendingPathComponent("config.toml")
  }

  /// The folder of the library.
  func folder() throws -> URL {
    if let library { return URL(fileURLWithPath: library) }
    if let named = Environment.value("PROOFSHEET_LIBRARY") { return URL(fileURLWithPath: named) }
    if let configured = try configuration().library { return URL(fileURLWithPath: configured) }
    return Folders.data
  }

  /// Opens the library, or creates it.
  @MainActor
  func open() throws -> PhotoLibrary { try open(isReadOnly: false) }

  @MainActor
  private func open(isReadOnly: Bool) throws -> PhotoLibrary {
    try PhotoLibrary(folder: try folder(), isReadOnly: isReadOnly, onLockWait: Self.report)
  }

  /// Opens the library, or creates it, for the browser: its contexts show what other programs commit.
  ///
  /// Waits for another program go to standard error only until the library is open. Later ones would write over the
  /// screen of the browser, which shows them itself.
  @MainActor
  func openForBrowsing() throws -> PhotoLibrary {
    let isOpen = Atomic(false)
    defer { isOpen.store(true, ordering: .relaxed) }
    return try PhotoLibrary(folder: try folder(), followsOtherPrograms: true) { wait in
      if !isOpen.load(ordering: .relaxed) { Self.report(wait) }
    }
  }

  private static func report(_ wait: PhotoLibrary.LockWait) {
    if wait == .waiting { Talk.line(PhotoLibrary.LockWait.message + ".") }
  }

  /// The sentence about a library that is not there.
  func noLibrary() throws -> String {
    "There is no library in \(try folder().path) yet: “proofsheet refresh” makes one."
  }

  /// Opens the library for reading; there must be one.
  @MainActor
  func openForReading() throws -> PhotoLibrary {
    guard PhotoLibrary.exists(in: try folder()) else {
      throw Failure(try noLibrary())
    }
    do {
      return try open(isReadOnly: true)
    } catch StoreError.otherModel {
      // Made by an earlier version: opened for writing once, it is brought up to date.
      _ = try open()
      return try open(isReadOnly: true)
    }
  }
}

/// The options that say where photos come from.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where photos come from: sample, feed[:TAGS], feed:any:TAGS, feed:user:IDS, recent, interesting[:YYYY-MM-DD], \
      search:TEXT, tag:TAGS, user:NAME, favorites:NAME, album:ID, group:NAME, gallery:ID, \
      place:MINLON,MINLAT,MAXLON,MAXLAT, license:NUMBERS, the address of a Flickr page for these, a name from \
      “source add”, or the address (file:, http:, https:) of a page in Flickr's format, in which {page} stands for \
      the page number (default: sample).
      """, valueName: "source"))
  var source: String?

  @OptionGroup var services: ServiceOptions

  /// Returns the source of photos, from the options, the environment and the configuration, in this order.
  ///
  /// `chosen` takes precedence over all of them.
  ///
  /// - Throws: `ValidationError` if a source is malformed.
  func refresher(_ configuration: Configuration, chosen: String? = nil) throws -> Refresher {
    let text = chosen ?? source ?? configuration.source ?? "sample"
    let client = services.client(configuration, key: try key(for: text, configuration))
    let refresher = Refresher(source: .sample, client: client, named: configuration.namedSources)
    do {
      return try refresher.with(source: text)
    } catch let error as PhotoSourceError where isTyped(text, chosen, configuration) {
      throw ValidationError(error.description)
    } catch let error as PhotoSourceError {
      throw configuration.failure(about: error, named: text) ?? error
    }
  }

  /// Returns a Boolean value that indicates whether a source was given on the command line rather than by the
  /// configuration.
  private func isTyped(_ text: String, _ chosen: String?, _ configuration: Configuration) -> Bool {
    chosen ?? source != nil && !configuration.namedSources.contains { $0.name == text }
  }

  /// Returns the user's key; an unreadable key is an error only for a source that needs one.
  private func key(for source: String, _ configuration: Configuration) throws -> APIKey? {
    let text = configuration.namedSources.first { $0.name == source }?.text ?? source
    let needsKey = (try? PhotoSource(parsing: text))?.needsKey ?? false
    return needsKey ? try KeySettings.key(configuration) : try? KeySettings.key(configuration)
  }
}

/// The option that says where Flickr's services are.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The base address of Flickr's services, for a proxy or a test (default: $PROOFSHEET_ENDPOINT, else Flickr's).",
      valueName: "url"))
  var endpoint: String?

  /// Returns the client of the services, with `key`.
  func client(_ configuration: Configuration, key: APIKey?) -> FlickrClient {
    let base = endpoint ?? Environment.value("PROOFSHEET_ENDPOINT") ?? configuration.endpoint
    return FlickrClient(
      transfer: TransferClient(), key: key, endpoint: base.map { FlickrEndpoint(base: $0) } ?? .flickr,
      sampleRoll: Assets.sampleRoll, pace: PaceSettings.pace)
  }
}

/// The rate limit of requests to Flickr.
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
