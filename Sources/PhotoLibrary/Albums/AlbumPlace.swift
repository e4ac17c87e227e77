import Foundation

/// The place of a deleted photo in an album, to which it returns when it is restored.
///
/// A ``DeletedPhoto`` stores it as JSON.
struct AlbumPlace: Hashable, Codable, Sendable {
  /// The text that identifies the album.
  let album: String
  /// The position of the photo in it.
  let position: Double
  /// A Boolean value that indicates whether the photo stands for the album; `nil` for `false`.
  let isCover: Bool?

  /// Returns the places of a photo, in the order of the albums' identifiers.
  static func places(of photo: Photo) -> [AlbumPlace] {
    photo.albumEntries.compactMap { entry in
      entry.album.map {
        AlbumPlace(
          album: $0.identifier, position: entry.position, isCover: entry.coverOf == nil ? nil : true)
      }
    }
    .sorted { $0.album < $1.album }
  }
}

extension [AlbumPlace] {
  /// Returns the places for storage; `nil` for none.
  func encoded() throws -> Data? { isEmpty ? nil : try JSONEncoder().encode(self) }
}

extension PhotoLibrary {
  /// Puts photos back to their places in those albums that are still there.
  func restore(_ places: [(photo: Photo, place: AlbumPlace)]) throws {
    var albums: [String: Album?] = [:]
    for (photo, place) in places {
      let album = try albums[place.album] ?? album(withIdentifier: place.album)
      albums[place.album] = .some(album)
      // A refresh may have put the photo into its album again.
      guard let album, !photo.albumEntries.contains(where: { $0.album === album }) else { continue }
      let entry = try insertEntry(of: photo, in: album, at: place.position)
      if place.isCover == true, album.cover == nil { album.cover = entry }
    }
  }
}
