public import Flickr
public import ObjectGraph
import PhotoFiles

/// A source of photos for callers that do not depend on Flickr or networks.
public struct Refresher: Sendable {
  private let source: LibrarySource
  private let client: FlickrClient
  /// The sources that have names of their own.
  public let named: [NamedSource]
  private let keyError: (any Error)?

  /// Creates a refresher for a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - client: The client that fetches pages.
  ///   - named: Further sources to choose from.
  ///   - keyError: The reason why the client lacks the key that the user has; it is thrown where a source needs the key.
  public init(
    source: LibrarySource, client: FlickrClient, named: [NamedSource] = [], keyError: (any Error)? = nil
  ) {
    self.source = source
    self.client = client
    self.named = named
    self.keyError = keyError
  }

  /// The source, as on the command line, without secrets.
  public var name: String { source.description }

  /// A Boolean value that indicates whether the photos are on this computer, so that fetching them needs no
  /// network.
  public var isLocal: Bool { source.isLocal }

  /// A Boolean value that indicates whether the source is the sample roll.
  public var isSample: Bool { source == .pages(.sample) }

  /// A Boolean value that indicates whether the photos are in a folder of the user.
  public var isFolder: Bool { source.isFolder }

  /// Returns elements whenever files in the folder of the source change, until the task is canceled; `nil` for other sources,
  /// and if the system allows no more watches.
  ///
  /// Several changes before the next element are one.
  public func folderChanges() -> AsyncStream<Void>? {
    guard let path = source.path, let watch = FolderWatch(path: path) else { return nil }
    // The stream retains the watch, and has no buffer of its own: changes that nothing has asked for yet stay one.
    return AsyncStream(unfolding: {
      for await _ in watch.changes { return () }
      return nil
    })
  }

  /// Returns a refresher with another source, given as on the command line, or by its name.
  ///
  /// - Throws: A `PhotoSourceError` if there is no such source.
  public func with(source text: String) throws -> Refresher {
    let text = named.first { $0.name == text }?.text ?? text
    return Refresher(
      source: try LibrarySource(parsing: text), client: client, named: named, keyError: keyError)
  }

  /// Checks that the user's key can be used, if the source needs it.
  ///
  /// - Throws: The reason why it cannot.
  public func requireKey() throws {
    if source.needsKey, let keyError { throw keyError }
  }

  /// Imports pages into a library: see ``Refresh``, whose ``RefreshFailure`` it throws.
  ///
  /// - Throws: Also the error of ``requireKey()``.
  @concurrent
  public func run(
    into library: PhotoLibrary, _ options: RefreshOptions = RefreshOptions(),
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws -> RefreshSummary {
    try requireKey()
    let container = library.container
    // The import works beside the main actor, and must find what the user did before in the store.
    await container.coordinator.drain()
    switch source {
    case .pages(let source):
      return try await Refresh(of: source, with: client, into: container, progress: progress).run(options)
    case .folder(let path):
      if library.fileTurns.hasUnsavedMoves {
        try? await library.saveAgain()
        await library.savesFinished()
      }
      let worker = try FolderRefresh.makeWorker(in: container)
      return try await FolderRefresh(
        root: path, source: name, worker: worker, turns: library.fileTurns, progress: progress
      ).run()
    case .download(let kind, let path):
      let worker = try container.makeBackgroundContext(
        mergePolicy: .objectTrumps, durability: .normal, name: "import")
      return try await DownloadRefresh(
        kind: kind, root: path, source: name, worker: worker, progress: progress
      ).run()
    }
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

  /// Requests the first page of the source, or looks at the folder.
  ///
  /// - Throws: A `FlickrError`, or a ``FolderError``.
  @concurrent
  public func test() async throws -> SourceAnswer {
    guard case .pages(let source) = source else { return try folderAnswer() }
    let page = try await client.page(1, of: source)
    return SourceAnswer(photos: page?.records.count ?? 0, total: page?.total)
  }

  private func folderAnswer() throws -> SourceAnswer {
    guard let path = source.path else { return SourceAnswer(photos: 0, total: nil) }
    if case .download(let kind, _) = source {
      let download = try Download.read(kind, at: path)
      if let fault = download.faults.first { throw fault }
      if download.isEmpty { throw FolderError.nothingFound(path: path, kind: kind) }
      return SourceAnswer(photos: download.items.count, total: download.items.count)
    }
    var walk = FolderWalk(from: path)
    guard let listing = walk.next() else { throw FolderError.unreadable(path: path) }
    return SourceAnswer(photos: listing.files.count, total: nil)
  }
}
