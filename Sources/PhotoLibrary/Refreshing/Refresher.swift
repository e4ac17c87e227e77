public import Flickr
public import ObjectGraph

/// Where photos are fetched from, for whoever knows neither Flickr nor networks.
public struct Refresher: Sendable {
  private let source: PhotoSource
  private let client: FlickrClient
  /// The sources that have names of their own.
  public let named: [NamedSource]

  /// Makes a refresher for a source; `named` are further ones to choose from.
  public init(source: PhotoSource, client: FlickrClient, named: [NamedSource] = []) {
    self.source = source
    self.client = client
    self.named = named
  }

  /// The source, as on the command line; secrets are left out.
  public var name: String { source.description }

  /// Whether the photos lie on this computer, so that fetching them asks nobody.
  public var isLocal: Bool { source == .sample }

  /// The same with another source, as on the command line, or by its name.
  ///
  /// Throws when there is no such source.
  public func with(source text: String) throws -> Refresher {
    let text = named.first { $0.name == text }?.text ?? text
    return Refresher(source: try PhotoSource(parsing: text), client: client, named: named)
  }

  /// Brings pages into a library: see ``Refresh``, whose ``RefreshFailure`` it throws.
  public func run(
    into container: PersistentContainer, _ options: RefreshOptions = RefreshOptions(),
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws -> RefreshSummary {
    try await Refresh(of: source, with: client, into: container, progress: progress).run(options)
  }

  /// The text without the key to Flickr's API, for a file that keeps messages.
  public func redacting(_ text: String) -> String { client.redacting(text) }

  /// Asks Flickr what it thinks of the key.
  ///
  /// `false` without a key; throws `FlickrError`.
  public func testKey() async throws -> Bool { try await client.testKey() }

  /// Asks the source for its first page.
  ///
  /// Throws `FlickrError`.
  public func test() async throws -> SourceAnswer {
    let page = try await client.page(1, of: source)
    return SourceAnswer(photos: page?.records.count ?? 0, total: page?.total)
  }
}

/// A source that somebody gave a name.
public struct NamedSource: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The source, as on the command line.
  public let text: String

  /// Makes a named source.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// What a source answered when it was tried.
public struct SourceAnswer: Hashable, Sendable {
  /// How many photos its first page has.
  public let photos: Int
  /// How many there are on all pages, if the answer said.
  public let total: Int?
}
