public import Flickr
import Foundation
public import ObjectGraph
import Transfer

/// Imports the pages of a source into the library, one after the other.
///
/// Each page is fetched, imported in a worker context and saved completely before the next one is
/// requested. A page that fails changes nothing, and earlier pages stay. Canceling the task ends the
/// refresh between two pages or during a transfer.
public struct Refresh: Sendable {
  private let source: PhotoSource
  private let client: FlickrClient
  private let worker: BackgroundContext
  private let progress: @Sendable (RefreshProgress) -> Void

  /// Creates a refresh into a library; `progress` is called on any thread.
  public init(
    of source: PhotoSource, with client: FlickrClient, into container: PersistentContainer,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) throws {
    self.source = source
    self.client = client.counting()
    self.progress = progress
    // Fetched photos can be fetched again, so the commit need not wait for the disk.
    worker = try container.makeBackgroundContext(
      mergePolicy: .objectTrumps, durability: .normal, name: "import")
  }

  /// Fetches and imports pages.
  ///
  /// Continues at the failed page if the last refresh of the source was interrupted, had the same reach, and fetched its last
  /// page within a day; if the failed page fails again, begins as if it had not been.
  ///
  /// - Throws: A ``RefreshFailure``, also if the task is canceled.
  public func run(_ options: RefreshOptions = RefreshOptions()) async throws -> RefreshSummary {
    var summary = RefreshSummary()
    let record = RefreshRecord(source: source.description, worker: worker)
    let newest = await record.newest()
    do {
      summary.end = try await fetchPages(options, &summary)
      if summary.pages > 0 { try await record.recordFetch(summary, newestBefore: newest) }
      try await countRows(&summary)
    } catch {
      let cause = error.orCancellation
      summary.end = cause is CancellationError ? .canceled : .failed
      // A library that cannot be read or written is already the cause.
      if summary.pages > 0 { try? await record.recordFetch(summary, newestBefore: newest) }
      try? await countRows(&summary)
      throw RefreshFailure(summary: summary, cause: cause)
    }
    return summary
  }

  private func countRows(_ summary: inout RefreshSummary) async throws {
    summary.requests = client.tally.count
    summary.total = try await RefreshRecord(source: source.description, worker: worker).photoCount()
  }

  /// Walks from page to page, and returns the reason for the end.
  private func fetchPages(
    _ options: RefreshOptions, _ summary: inout RefreshSummary
  ) async throws -> RefreshEnd {
    var walk = try await startingWalk(options)
    var query: SourceQuery?
    var album: AlbumWalk?
    var received = ReceivedPhotos()
    while true {
      if let end = walk.end { return end }
      try Task.checkCancellation()
      let place = walk.place
      progress(.fetching(page: place.page, received: 0, expected: nil))
      let asked = if let query { query } else { try await client.query(for: source) }
      if query == nil { album = try await albumWalk(of: asked, from: place, &summary) }
      query = asked
      let found: PhotoPage?
      do {
        found = try await fetch(place, of: asked)
      } catch let error as FlickrError where error.concernsPage && walk.isResumed && walk.pages == 0 {
        // This page may never come, and new photos are on others.
        walk = try await startingWalk(options, resumes: false)
        album = album.map { AlbumWalk(record: $0.record, offset: offset(of: walk.place)) }
        continue
      }
      if let page = found {
        if walk.split(page) { continue }
        try await importNew(page, &walk, &received, &album, &summary)
      } else {
        walk.recordNothing()
        if walk.end != nil { try await record(walk) }
      }
    }
  }

  private func fetch(_ place: SourcePlace, of query: SourceQuery) async throws -> PhotoPage? {
    try await client.page(place.page, of: query, within: place.window ?? .always) { transfer in
      progress(.fetching(page: place.page, received: transfer.received, expected: transfer.expected))
    } waiting: { wait in
      progress(.waiting(page: place.page, why: wait.why, seconds: wait.seconds))
    }
  }

  /// Returns the walk through an album or a gallery; `nil` for other sources.
  ///
  /// The photos of an album whose description cannot be fetched are imported without it.
  private func albumWalk(
    of query: SourceQuery, from place: SourcePlace, _ summary: inout RefreshSummary
  ) async throws -> AlbumWalk? {
    do throws(FlickrError) {
      guard let record = try await client.album(of: query) else { return nil }
      return AlbumWalk(record: record, offset: offset(of: place))
    } catch {
      try Task.checkCancellation()
      summary.albumFailure = "\(error)"
      return nil
    }
  }

  /// Returns the number of photos before a page.
  private func offset(of place: SourcePlace) -> Int { (place.page - 1) * client.photosPerPage(of: source) }

  private func importNew(
    _ page: PhotoPage, _ walk: inout SourceWalk, _ received: inout ReceivedPhotos, _ album: inout AlbumWalk?,
    _ summary: inout RefreshSummary
  ) async throws {
    let fresh = received.fresh(of: page)
    progress(.saving(page: walk.place.page, photos: fresh.records.count))
    let saved = try await save(page, fresh, walk, album, after: received)
    received.record(page)
    summary.pages += 1
    summary.photos += saved.imported
    (walk, album) = (saved.walk, saved.album)
  }

  private func save(
    _ page: PhotoPage, _ fresh: PhotoPage, _ walk: SourceWalk, _ album: AlbumWalk?,
    after received: ReceivedPhotos
  ) async throws -> (imported: ImportSummary, album: AlbumWalk?, walk: SourceWalk) {
    var attempts = 1
    while true {
      do {
        let ((imported, album), walk) = try await saveInWorker(walk) { walk, context in
          let importer = PhotoImporter(context: context, source: source.description)
          let imported = try importer.run(fresh, newAtMost: walk.newAtMost)
          walk.record(page, fresh: fresh, imported: imported)
          var album = album
          let isAtEnd = walk.end == .everythingRead
          try album?.record(page.records.map(\.id), after: received, isAtEnd: isAtEnd).run(in: context)
          return (imported, album)
        }
        return (imported, album, walk)
      } catch let conflict as ConflictError {
        // A photographer of the page was deleted meanwhile, and is inserted again.
        attempts += 1
        if attempts > 3 { throw conflict }
      }
    }
  }

  /// Records the end position of a walk that imported nothing more.
  private func record(_ walk: SourceWalk) async throws {
    _ = try await saveInWorker(walk) { _, _ in }
  }

  /// Performs work in the worker's context and saves it, in one transaction with the progress of the
  /// source.
  private func saveInWorker<Result: Sendable>(
    _ walk: SourceWalk, _ work: @Sendable (inout SourceWalk, ManagedObjectContext) throws -> Result
  ) async throws -> (Result, SourceWalk) {
    let name = source.description
    do {
      let done = try await worker.perform { context in
        var walk = walk
        let result = try work(&walk, context)
        try SourceProgress.record(walk, of: name, in: context)
        return (result, walk)
      }
      try await worker.save()
      // The next page starts with an empty context, so that memory does not grow with the pages.
      await worker.perform { $0.reset() }
      return done
    } catch {
      await worker.perform { $0.reset() }
      throw error
    }
  }

  /// Returns the start of a walk.
  ///
  /// - Parameter resumes: A Boolean value that indicates whether an interrupted refresh goes on.
  private func startingWalk(_ options: RefreshOptions, resumes: Bool = true) async throws -> SourceWalk {
    let name = source.description
    let (older, interrupted) = try await worker.perform { context in
      let progress = try SourceProgress.of(name, in: context)
      return (progress?.older, progress?.interrupted)
    }
    return SourceWalk(
      source, options, perPage: client.photosPerPage(of: source), older: older,
      resuming: resumes ? interrupted : nil, now: Int(Date().timeIntervalSince1970))
  }
}
