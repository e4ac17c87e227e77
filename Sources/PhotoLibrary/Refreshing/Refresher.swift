public import Flickr
public import ObjectGraph

/// A source of photos for callers that do not depend on Flickr or networks.
public struct Refresher: Sendable {
  private let source: PhotoSource
  private let client: FlickrClient
  /// The sources that have names of their own.
  public let named: [NamedSource]

  /// Creates a refresher for a source; `named` are further sources to choose from.
  public init(source: PhotoSource, client: FlickrClient, named: [NamedSource] = []) {
    self.source = source
    self.client = client
    self.named = named
  }

  /// The source, as on the command line, without secrets.
  public var name: String { source.description }

  /// A Boolean value that indicates whether the photos are on this computer, so that fetching them needs no
  /// network.
  public var isLocal: Bool { source == .sample }

  /// Returns a refresher with another source, given as on the command line, or by its name.
  ///
  /// - Throws: A `PhotoSourceError` if there is no such source.
  public func with(source text: String) throws -> Refresher {
    let text = named.first { $0.name == text }?.text ?? text
    return Refresher(source: try PhotoSource(parsing: text), client: client, named: named)
  }

  /// Imports pages into a library: see ``Refresh``, whose ``RefreshFailure`` it throws.
  public func run(
    into container: PersistentContainer, _ options: RefreshOptions = RefreshOptions(),
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws -> RefreshSummary {
    try await Refresh(of: source, with: client, into: container, progress: progress).run(options)
  }

  /// Returns the text without the key for Flickr's API, for log files.
  public func redacting(_ text: String) -> String { client.redacting(text) }

  /// A Boolean value that indicates whether there is a key for Flickr's API.
  public var hasKey: Bool { client.hasKey }

  /// Returns what fetches the settings with which photos of a library were taken.
  public func shots(of container: PersistentContainer) -> Shots {
    Shots(client: client, container: container)
  }

  /// Returns whether Flickr accepts the key; `false` without a key.
  ///
  /// - Throws: A `FlickrError`.
  public func testKey() async throws -> Bool { try await client.testKey() }

  /// Requests the first page of the source.
  ///
  /// - Throws: A `FlickrError`.
  public func test() async throws -> SourceAnswer {
    let page = try await client.page(1, of: source)
    return SourceAnswer(photos: page?.records.count ?? 0, total: page?.total)
  }
}
