import Flickr

/// The photos of an album that a refresh has received, page by page.
struct AlbumWalk: Sendable {
  /// The description of the album.
  let record: AlbumRecord
  /// The number of photos of the album before the first page.
  let offset: Int
  /// The IDs of the photos in their order.
  var photos: [String] = []

  /// Returns the import of the photos so far.
  ///
  /// - Parameter isAtEnd: A Boolean value that indicates whether no page is left, so that photos that were not received are no
  ///   longer in the album.
  func albumImport(isAtEnd: Bool) -> AlbumImport {
    AlbumImport(album: record, photos: photos, offset: offset, isWhole: isAtEnd && offset == 0)
  }
}
