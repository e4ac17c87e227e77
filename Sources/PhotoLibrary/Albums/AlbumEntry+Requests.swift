public import ObjectGraph
import PhotoFiles

extension AlbumEntry {
  /// Returns the request of the entries of an album whose photos meet a condition, in the order of the album.
  ///
  /// A list of its results shows changes of the photos as well as moves.
  public static func request(
    of album: ManagedObjectID, where condition: FetchPredicate?
  ) -> FetchRequest<AlbumEntry> {
    // Every photo has an ID: a list that asks for it depends on the photos.
    let isThere = AlbumEntry.photo.flickrID != ""
    let isListed = condition?.reached(by: AlbumEntry.photo.keyPath) ?? .constant(true)
    return FetchRequest<AlbumEntry>(where: belongs(to: album) && isThere && isListed, order: listOrder)
  }

  /// The identity of the album; `nil` if the entry was deleted.
  public var albumID: ManagedObjectID? { isDeleted ? nil : album?.objectID }

  /// The identity of the photo; `nil` if the entry was deleted.
  public var photoID: ManagedObjectID? { isDeleted ? nil : photo?.objectID }
}

extension Photo {
  /// The albums that have the photo, in the order of ``Album/listOrder``.
  public var albums: [Album] {
    albumEntries.compactMap(\.album).map { ($0, $0.titleKey) }.sorted {
      ($0.0.kindNumber, $0.1, $0.0.identifier) < ($1.0.kindNumber, $1.1, $1.0.identifier)
    }.map(\.0)
  }

  /// Returns a predicate for the photos in at least one of some albums.
  static func isIn(_ albums: [ManagedObjectID]) -> FetchPredicate {
    albums.isEmpty ? .constant(false) : albumEntries.any.album.isIn(albums)
  }
}
