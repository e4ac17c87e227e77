/// The origin of an album.
public enum AlbumKind: Int, CaseIterable, Sendable {
  /// The user made it here. No import changes it.
  case own
  /// It is an album of a photographer at Flickr. Each import gives it the photos, the order and the texts that it has there.
  case flickr

  /// The name for scripts: `own` or `flickr`.
  public var name: String {
    switch self {
    case .own: "own"
    case .flickr: "flickr"
    }
  }
}
