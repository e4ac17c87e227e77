import Flickr

/// The way of a refresh through the photos of an album, page by page.
struct AlbumWalk: Sendable {
  /// The description of the album.
  let record: AlbumRecord
  private let isFromTop: Bool
  /// The number of photos of the album before the next page.
  private var offset: Int

  /// Starts a walk at a page.
  ///
  /// - Parameters:
  ///   - record: The description of the album.
  ///   - offset: The number of photos of the album before the page.
  init(record: AlbumRecord, offset: Int) {
    (self.record, self.offset) = (record, offset)
    isFromTop = offset == 0
  }

  /// Records a received page, and returns its import.
  ///
  /// - Parameters:
  ///   - page: The IDs of its photos in their order.
  ///   - received: The photos that were received before in this walk.
  ///   - isAtEnd: A Boolean value that indicates whether no page is left, so that photos that were not received are no longer
  ///     in the album.
  mutating func record(_ page: [String], after received: ReceivedPhotos, isAtEnd: Bool) -> AlbumImport {
    defer { offset += page.count }
    return AlbumImport(
      album: record, photos: page, offset: offset, placed: received.ids, isWhole: isAtEnd && isFromTop)
  }
}
