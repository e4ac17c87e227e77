public import Flickr
public import ObjectGraph
import Transfer

/// Brings pages of a source into the library, one after the other.
///
/// Each page is fetched, imported in a worker context and saved as a whole before the next one is asked for. A page
/// that fails changes nothing, and those before it stay. Cancelling the task ends the refresh between two pages or in
/// the middle of a transfer.
public struct Refresh: Sendable {
  private let source: PhotoSource
  private let client: FlickrClient
  private let worker: BackgroundContext
  private let progress: @Sendable (RefreshProgress) -> Void

  /// Makes a refresh into a library; `progress` is called from anywhere.
  public init(
    of source: PhotoSource, with client: FlickrClient, into container: PersistentContainer,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) throws {
    self.source = source
    self.client = client
    self.progress = progress
    // What somebody fetched can be fetched again: no need to wait for the disk.
    worker = try container.makeWorker(mergePolicy: .objectTrumps, durability: .normal, name: "import")
  }

  /// Fetches and imports up to `pages` pages.
  ///
  /// Throws `FlickrError`, what the library throws, or `CancellationError`.
  public func run(pages: Int = 1) async throws -> RefreshSummary {
    var summary = RefreshSummary()
    var number = try await firstPage()
    while summary.pages < pages {
      try Task.checkCancellation()
      guard let page = try await fetch(number) else { break }
      let imported = try await save(page, number)
      summary.pages += 1
      summary.photos += imported
      number = try await pageAfter(number, imported)
      if source.hasOnePage { break }
    }
    summary.total = try await worker.perform { try $0.count(FetchRequest<Photo>()) }
    return summary
  }

  private func fetch(_ number: Int) async throws -> PhotoPage? {
    progress(.fetching(page: number, received: 0, expected: nil))
    do {
      return try await client.page(number, of: source) { transfer in
        progress(.fetching(page: number, received: transfer.received, expected: transfer.expected))
      } waiting: { wait in
        progress(.waiting(page: number, why: wait.why, seconds: wait.seconds))
      }
    } catch  where error.isCancellation {
      throw CancellationError()
    }
  }

  private func save(_ page: PhotoPage, _ number: Int) async throws -> ImportSummary {
    progress(.saving(page: number, photos: page.records.count))
    var attempts = 1
    while true {
      do {
        return try await attemptToSave(page, number)
      } catch let conflict as ConflictError {
        // A photographer of the page was deleted meanwhile, and is made anew.
        attempts += 1
        if attempts > 3 { throw conflict }
      }
    }
  }

  /// Imports a page and saves it, in one transaction with how far the source has been read.
  private func attemptToSave(_ page: PhotoPage, _ number: Int) async throws -> ImportSummary {
    let name = source.description
    do {
      let summary = try await worker.perform { context in
        let summary = try PhotoImporter(context: context).run(page)
        try SourceProgress.note(number + 1, of: name, in: context)
        return summary
      }
      try await worker.save()
      // The next page starts with an empty context, so that memory does not grow with the pages.
      await worker.perform { $0.reset() }
      return summary
    } catch {
      await worker.perform { $0.reset() }
      throw error
    }
  }

  /// Where to start.
  ///
  /// Lists that do not change go on where the last refresh ended; in others, whatever is new comes on the
  /// first page.
  private func firstPage() async throws -> Int {
    guard source.isFixed else { return 1 }
    return try await nextPage()
  }

  /// After a first page that brought nothing new, older photos come from where the last refresh ended.
  private func pageAfter(_ number: Int, _ imported: ImportSummary) async throws -> Int {
    guard number == 1, imported.new == 0 else { return number + 1 }
    return max(2, try await nextPage())
  }

  private func nextPage() async throws -> Int {
    let name = source.description
    return try await worker.perform { try SourceProgress.of(name, in: $0)?.nextPage ?? 1 }
  }
}

extension PhotoSource {
  /// Whether the pages of the source stay what they are.
  fileprivate var isFixed: Bool {
    switch self {
    case .sample: true
    case .address: !hasOnePage
    default: false
    }
  }
}

extension SourceProgress {
  static func of(_ source: String, in context: ManagedObjectContext) throws -> SourceProgress? {
    let isSource = FetchPredicate.comparison(.init("source", .equal, .value(.string(source))))
    return try context.fetch(FetchRequest<SourceProgress>(where: isSource)).first
  }

  /// Notes the first page that has not been fetched, if that is farther than before.
  static func note(_ page: Int, of source: String, in context: ManagedObjectContext) throws {
    let progress = try of(source, in: context) ?? context.insert(SourceProgress.self)
    progress.source = source
    progress.nextPage = max(progress.nextPage, page)
  }
}
