import ArgumentParser
import Flickr
import ObjectGraph
import PhotoLibrary
import Transfer

/// The options that say where photos come from.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where photos come from: sample, feed[:TAGS], feed:any:TAGS, feed:user:IDS, recent, interesting[:YYYY-MM-DD], \
      search:TEXT, tag:TAGS, user:NAME, favorites:NAME, album:ID, group:NAME, gallery:ID, \
      place:MINLON,MINLAT,MAXLON,MAXLAT, license:LICENSES, folder:DIR, export:DIR, export:FILE.zip, gallery-dl:DIR, the address of a Flickr page for these, a name from \
      “source add”, or the address (file:, http:, https:) of a page in Flickr's format, in which {page} stands for \
      the page number (default: source of the configuration, else the source that the library was refreshed from last, \
      else sample).
      """, valueName: "source"),
    completion: .list(Self.beginnings))
  var source: String?

  /// The beginnings of all sources.
  private static let beginnings = [
    "sample", "feed", "recent", "interesting", "search:", "tag:", "user:", "favorites:", "album:", "group:",
    "gallery:", "place:", "license:", "folder:", "export:", "gallery-dl:",
  ]

  @OptionGroup var services: ServiceOptions

  /// Returns the source of photos, from the options, the environment and the configuration, in this order.
  ///
  /// `chosen` takes precedence over all of them.
  ///
  /// A key that cannot be read is an error only where a source needs it; see `Refresher.requireKey()`.
  ///
  /// - Throws: `ValidationError` if a source is malformed.
  func refresher(_ configuration: Configuration, chosen: String? = nil) throws -> Refresher {
    let text = chosen ?? source ?? configuration.source ?? "sample"
    var (key, keyError): (APIKey?, (any Error)?) = (nil, nil)
    do { key = try KeySettings.key(configuration) } catch { keyError = error }
    let refresher = Refresher(
      source: .pages(.sample), client: services.client(configuration, key: key),
      named: configuration.namedSources, keyError: keyError)
    do {
      return try refresher.with(source: text)
    } catch let error as PhotoSourceError where isTyped(text, chosen, configuration) {
      throw ValidationError(error.description)
    } catch let error as PhotoSourceError {
      throw configuration.failure(about: error, named: text) ?? error
    }
  }

  /// Returns a refresher for the source that the library was refreshed from last, or the given one if a source is chosen or no
  /// other is known: the sample roll is not mixed with a user's photos.
  ///
  /// - Throws: Errors of the store.
  @MainActor
  func refresher(
    _ refresher: Refresher, for library: PhotoLibrary, _ configuration: Configuration
  ) throws -> Refresher {
    guard source ?? configuration.source == nil, let last = try library.lastSourceName() else {
      return refresher
    }
    // An earlier version may have known other forms.
    return (try? refresher.with(source: last)) ?? refresher
  }

  /// Returns a Boolean value that indicates whether a source was given on the command line rather than by the
  /// configuration.
  private func isTyped(_ text: String, _ chosen: String?, _ configuration: Configuration) -> Bool {
    chosen ?? source != nil && !configuration.namedSources.contains { $0.name == text }
  }
}
