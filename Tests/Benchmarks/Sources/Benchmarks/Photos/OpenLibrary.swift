import FetchedResults
import Flickr
import Foundation
import ListChanges
import ObjectGraph
import PhotoLibrary
import TestSupport

/// A library in a folder of its own, with the lists that a browser has of it.
final class OpenLibrary {
  let folder: TemporaryFolder
  private let library: PhotoLibrary
  private let worker: BackgroundContext
  private let photographers: FetchedResultsController<Photographer>
  private let photos: FetchedResultsController<Photo>
  private var shownChanges = 0

  init() async throws {
    folder = try TemporaryFolder()
    library = try PhotoLibrary(folder: folder.url)
    worker = try library.container.makeBackgroundContext(
      mergePolicy: .objectTrumps, durability: .normal, name: "import")
    photographers = try FetchedResultsController(
      FetchRequest<Photographer>(order: [FetchOrder("initial"), FetchOrder("sortName")]),
      sectionKeyPath: "initial", context: library.context)
    // All photos: the longest list there can be.
    photos = try FetchedResultsController(
      FetchRequest<Photo>(order: PhotoOrder.title.keys), context: library.context)
    try await photographers.load()
    try await photos.load()
    photographers.onChange = { [weak self] in self?.shownChanges += $0.insertedRows.count }
    photos.onChange = { [weak self] in self?.shownChanges += $0.insertedRows.count }
  }

  /// Imports pages as a refresh does: one is saved, and shown by the lists, before the next one comes.
  func importPhotos(_ pages: [PhotoPage]) async throws {
    for page in pages {
      _ = try await worker.perform { try PhotoImporter(context: $0).run(page) }
      try await worker.save()
      await worker.perform { $0.reset() }
    }
    await library.container.coordinator.drain()
  }

  /// Refreshes as the browser does, until all is on disk.
  func refresh(
    _ source: PhotoSource, with client: FlickrClient, _ options: RefreshOptions
  ) async throws -> RefreshSummary {
    let summary = try await Refresh(of: source, with: client, into: library.container).run(options)
    await library.container.coordinator.drain()
    return summary
  }

  /// Makes sure that the lists show as many photos as there should be.
  func check(_ count: Int) throws {
    guard photos.count == count, shownChanges == count + photographers.count else {
      throw Refusal("\(count) photos were imported, and the lists show \(photos.count)")
    }
  }
}

/// Libraries that programs are started on, each made once.
final class MadeLibraries {
  private var made: [Int: TemporaryFolder] = [:]

  /// The folder of a library with that many photos.
  func folder(_ count: Int) async throws -> URL {
    if let folder = made[count] { return folder.url }
    let library = try await OpenLibrary()
    try await library.importPhotos(PhotoPages.make(count))
    made[count] = library.folder
    return library.folder.url
  }
}
