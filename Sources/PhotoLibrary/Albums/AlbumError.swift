/// The reason why an operation on an album failed.
public enum AlbumError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A title without visible characters.
  case noTitle
  /// There is another own album with this title.
  case titleTaken(String)
  /// The title is the ID of an album, which it would hide.
  case titleIsID(String)
  /// The library has no album with this title or ID.
  case noSuchAlbum(String)
  /// The album is one of Flickr's, which imports change.
  case notOwn(title: String)
  /// The photo is not in the album.
  case notInAlbum(photo: String, title: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .noTitle: "An album needs a title."
    case .titleTaken(let title): "There is an album “\(title)” already; choose another title."
    case .titleIsID(let title): "“\(title)” is the ID of an album; choose another title."
    case .noSuchAlbum(let name): "There is no album “\(name)” in the library."
    case .notOwn(let title):
      "The album “\(title)” cannot be changed: it is kept as it is at Flickr; copy it, and change the copy."
    case .notInAlbum(let photo, let title):
      "“\(photo)” is not in the album “\(title)”; add it first."
    }
  }
}
