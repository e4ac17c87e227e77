public import ObjectGraph
import PhotoFiles

/// Photos that the user, or a photographer at Flickr, has put into an order.
public final class Album: ManagedObject {
  /// The text that identifies the album: Flickr's ID, or a random one that no other album has.
  @Attribute(Album.identifier) public internal(set) var identifier: String
  /// The number of the kind; see ``AlbumKind``.
  @Attribute(Album.kindNumber) var kindNumber: Int
  /// The title: one line.
  @Attribute(Album.title) public internal(set) var title: String
  /// The description: one line; empty if there is none.
  @Attribute(Album.about) public internal(set) var about: String
  /// A Boolean value that indicates whether the album was received from Flickr itself, and not only in a download.
  @Attribute(Album.isFetched) var isFetched: Bool
  /// The photographer whose album it is at Flickr; `nil` if the library does not know who that is.
  @ToOne(Album.owner) public internal(set) var owner: Photographer?
  /// The place of the cover photo in the album; `nil` for the first photo.
  @ToOne(Album.cover) var cover: AlbumEntry?
  /// The places of the photos, in no order; see ``AlbumEntry/listOrder``.
  @ToMany(Album.entries) var entries: ObjectSet<AlbumEntry>

  /// The kind.
  ///
  /// A number that another program has written and that has no meaning counts as Flickr's: such an album cannot be edited.
  public var kind: AlbumKind { AlbumKind(rawValue: kindNumber) ?? .flickr }

  /// The photo that was chosen to stand for the album; `nil` if none was.
  public var coverPhoto: Photo? { cover?.photo }

  /// The sort order of lists of albums: the user's own first, then by title.
  public static let listOrder = [
    FetchOrder(kindNumber), FetchOrder(title.keyPath, comparison: .natural),
  ]

  /// The key of the title in the order of lists.
  var titleKey: ExactText { ExactText(FetchOrder.Comparison.natural.key(of: title)) }
}

/// The names and types, for the model, the accessors and requests.
extension Album {
  static let identifier = Property<Album, String>("identifier")
  static let kindNumber = Property<Album, Int>("kind")
  static let title = Property<Album, String>("title")
  static let about = Property<Album, String>("about")
  static let isFetched = Property<Album, Bool>("isFetched")
  static let owner = ToOneProperty<Album, Photographer>("owner")
  static let cover = ToOneProperty<Album, AlbumEntry>("cover")
  static let entries = ToManyProperty<Album, AlbumEntry>("entries")
}
