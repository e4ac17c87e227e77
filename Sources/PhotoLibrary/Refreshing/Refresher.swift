public import Flickr
public import ObjectGraph

/// Where photos are fetched from, for whoever knows neither Flickr nor networks.
public struct Refresher: Sendable {
  private let source: PhotoSource
  private let client: FlickrClient

  /// Makes a refresher for a source.
  public init(source: PhotoSource, client: FlickrClient) {
    self.source = source
    self.client = client
  }

  /// The source, as on the command line; secrets are left out.
  public var name: String { source.description }

  /// Whether the photos lie on this computer, so that fetching them asks nobody.
  public var isLocal: Bool { source == .sample }

  /// The same with another source, as on the command line.
  ///
  /// Throws when there is no such source.
  public func with(source text: String) throws -> Refresher {
    Refresher(source: try PhotoSource(parsing: text), client: client)
  }

  /// Brings up to `pages` pages into a library: see ``Refresh``.
  public func run(
    into container: PersistentContainer, pages: Int = 1,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws -> RefreshSummary {
    try await Refresh(of: source, with: client, into: container, progress: progress).run(pages: pages)
  }
}
