/// An album or a gallery as Flickr describes it, without its photos.
public struct AlbumRecord: Hashable, Codable, Sendable {
  /// The ID.
  public var id: String
  /// The title as received.
  public var title: String?
  /// The description as received, with markup.
  public var description: String?
  /// The NSID of the owner.
  public var ownerID: String?
  /// The ID of the photo that stands for the album.
  public var cover: String?

  /// Creates a record.
  public init(id: String) { self.id = id }
}
