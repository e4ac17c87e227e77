import FetchedResults
import Flickr
import Foundation
import ListChanges
import ObjectGraph
import PhotoLibrary
import PictureFetching
import TestSupport
import Testing
import Transfer

@testable import Browser

/// A library in a folder of its own.
@MainActor
struct TestLibrary {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  var context: ManagedObjectContext { library.context }

  /// Creates a library with photos, whose contexts use the store that `wrapping` returns for its own.
  init(
    _ records: [PhotoRecord] = [], wrapping: (any PersistentStore) -> any PersistentStore = { $0 }
  ) async throws {
    folder = try TemporaryFolder()
    library = try PhotoLibrary(place: .folder(folder.url), wrapping: wrapping)
    try await importPhotos(records)
  }

  /// Creates a library with photos, and returns the store that counts what is read of it.
  static func counted(
    _ records: [PhotoRecord], isRemote: Bool = false
  ) async throws -> (library: TestLibrary, store: CountingStore) {
    var counting: CountingStore?
    let library = try await TestLibrary(records) { store in
      let wrapped = CountingStore(store, isRemote: isRemote)
      counting = wrapped
      return wrapped
    }
    return (library, try #require(counting))
  }

  /// A list of its photos; pictures come from no net.
  func photoList() throws -> PhotoList {
    let cache = PictureCache(folder: folder.url.appendingPathComponent("pictures"))
    let fetcher = PictureFetcher(cache: cache, client: TransferClient())
    return try PhotoList(
      context: context, pictures: PictureLoader(fetcher: fetcher, context: context),
      facts: PhotographerFacts(context: context))
  }

  /// Imports as a refresh does.
  func importPhotos(_ records: [PhotoRecord]) async throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    _ = try await worker.perform {
      try PhotoImporter(context: $0).run(PhotoPage(records: records, skipped: 0))
    }
    try await worker.save()
  }

  func photo(_ id: String) throws -> Photo {
    guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
    return photo
  }
}

extension PhotoRecord {
  init(_ id: String, _ title: String, by name: String) {
    self.init(id: id)
    self.title = title
    ownerID = "\(name)@N00"
    ownerName = name
  }
}

@MainActor extension ObjectList {
  /// What the rows say, section by section.
  func titles(_ title: (Object) -> String) -> [[String]] {
    (0..<controller.sectionCount).map { section in
      (0..<controller.rowCount(inSection: section)).map { row in
        title(controller.object(at: .init(section: section, row: row)))
      }
    }
  }
}

@MainActor extension PhotoList {
  /// Turns to all photos, or to those of a photographer.
  func turn(to scope: PhotoScope, selecting photo: ManagedObjectID? = nil) {
    var condition: FetchPredicate?
    if case .photographer(let id) = scope { condition = Photo.taken(by: id) }
    turn(to: scope, where: condition, selecting: photo)
  }

  /// Lists the same photos in another order.
  func arrange(_ sort: PhotoSort, heading: PhotoHeading) async throws {
    choose { $0.sort(by: sort, heading: heading) }
    try await rearrange()
  }

  /// Lists the photos that contain a text.
  func filter(_ text: String) async throws {
    choose { $0.filter(by: text, where: text.isEmpty ? nil : Photo.containing(text)) }
    try await rearrange()
  }
}
