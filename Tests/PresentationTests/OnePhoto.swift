import Flickr
import ObjectGraph
import PhotoLibrary
import TestSupport

/// A library with one photo, in a temporary folder.
@MainActor
struct OnePhoto {
  let photo: Photo
  private let folder: TemporaryFolder
  private let library: PhotoLibrary

  init(_ record: PhotoRecord) async throws {
    folder = try TemporaryFolder()
    library = try PhotoLibrary(folder: folder.url)
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    _ = try await worker.perform {
      try PhotoImporter(context: $0).run(PhotoPage(records: [record], skipped: 0))
    }
    try await worker.save()
    guard let photo = try library.photo(record.id) else { throw LibraryError.noSuchPhoto(id: record.id) }
    self.photo = photo
  }
}
