import FetchedResults
import Flickr
import Foundation
import ListChanges
import ObjectGraph
import PhotoLibrary
import TestSupport
import Transfer

/// A library in a folder of its own, with the lists that a browser has of it.
final class OpenLibrary {
  let folder: TemporaryFolder
  private let library: PhotoLibrary
  private let worker: BackgroundContext
  /// The lists; `nil` if none observe the library.
  private var lists: Lists?
  private var shownChanges = 0

  private struct Lists {
    let photographers: FetchedResultsController<Photographer>
    let photos: FetchedResultsController<Photo>
    /// The rows that were there at first.
    var first = 0
  }

  /// Opens a new library, or that in `folder`, with lists of all photographers and of all photos, or those of a source.
  init(
    isObserved: Bool = true, folder: TemporaryFolder? = nil, source: LibrarySource? = nil
  ) async throws {
    self.folder = try folder ?? TemporaryFolder()
    library = try PhotoLibrary(folder: self.folder.url)
    worker = try library.container.makeBackgroundContext(
      mergePolicy: .objectTrumps, durability: .normal, name: "import")
    guard isObserved else { return }
    let photographers = try FetchedResultsController(
      FetchRequest<Photographer>(order: [FetchOrder("initial"), FetchOrder("sortName")]),
      sectionKeyPath: "initial", context: library.context)
    let condition = try source.map { try library.photos(ofSource: "\($0)") }
    // All photos are the longest list there can be.
    let photos = try FetchedResultsController(
      FetchRequest<Photo>(where: condition, order: PhotoOrder.title.keys), context: library.context)
    try await photographers.load()
    try await photos.load()
    photographers.onChange = { [weak self] in self?.shownChanges += $0.insertedRows.count }
    photos.onChange = { [weak self] in self?.shownChanges += $0.insertedRows.count }
    lists = Lists(
      photographers: photographers, photos: photos, first: photographers.count + photos.count)
  }

  /// Imports pages as a refresh does: one is saved, and shown by the lists, before the next one comes.
  ///
  /// - Returns: The duration of each page.
  @discardableResult
  func importPhotos(_ pages: [PhotoPage]) async throws -> [Duration] {
    var durations: [Duration] = []
    for page in pages {
      durations.append(
        try await time {
          _ = try await worker.perform { try PhotoImporter(context: $0).run(page) }
          try await save()
        })
    }
    await library.container.coordinator.drain()
    return durations
  }

  /// Imports a page from the bytes of a response.
  func importPhotos(decoding bytes: [UInt8]) async throws {
    _ = try await worker.perform { try PhotoImporter(context: $0).run(PhotoPageDecoder.decode(bytes)) }
    try await save()
  }

  private func save() async throws {
    try await worker.save()
    await worker.perform { $0.reset() }
  }

  /// Imports a page that is known, and returns how many objects that made.
  func objectsMade(by page: PhotoPage) async throws -> Int {
    try await worker.perform { context in
      defer { context.reset() }
      _ = try PhotoImporter(context: context).run(page)
      return context.registeredObjects.count
    }
  }

  /// Refreshes as the browser does, until all is on disk.
  func refresh(
    _ source: PhotoSource, with client: FlickrClient, _ options: RefreshOptions
  ) async throws -> RefreshSummary {
    let summary = try await Refresh(of: source, with: client, into: library.container).run(options)
    await library.container.coordinator.drain()
    return summary
  }

  /// Reads a folder as the browser does, until all is on disk.
  func refresh(folder path: String) async throws -> RefreshSummary {
    let refresher = Refresher(
      source: .folder(path: path), client: FlickrClient(transfer: TransferClient()))
    let summary = try await refresher.run(into: library, RefreshOptions()) { _ in }
    await library.container.coordinator.drain()
    return summary
  }

  /// Makes sure that the lists show as many photos as there should be.
  func check(_ count: Int) throws {
    guard try photoCount == count else {
      throw Refusal("\(count) photos were imported, not \(try photoCount)")
    }
    guard let lists else { return }
    guard lists.photos.count == count, shownChanges == count + lists.photographers.count - lists.first else {
      throw Refusal("\(count) photos were imported, and the lists show \(lists.photos.count)")
    }
  }

  var photoCount: Int { get throws { try library.photoCount() } }

  // MARK: The log

  private var file: String { folder.path(PhotoLibrary.fileName) }

  /// The length of the write-ahead log.
  var logBytes: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file + "-wal")
    return attributes?[.size] as? Int ?? 0
  }

  /// Copies the log into the file and empties it when the search indexes are complete, so that it grows by all that is
  /// written; returns its length.
  func emptyLog() async throws -> Int {
    let database = try RawSQLite(path: file)
    try await database.waitForSearchIndexes()
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return logBytes
  }
}

/// Libraries that programs are started on, each made once.
final class MadeLibraries {
  private var made: [Int: TemporaryFolder] = [:]

  /// The folder of a library with that many photos.
  func folder(_ count: Int) async throws -> URL {
    if let folder = made[count] { return folder.url }
    let folder = try TemporaryFolder()
    _ = try await KeptLibrary(folder: folder.url, count: count).make()
    made[count] = folder
    return folder.url
  }
}
