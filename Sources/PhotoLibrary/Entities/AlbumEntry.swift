public import ObjectGraph

/// The place of a photo in an album.
///
/// Positions are fractions, so that a photo that moves gets one between those of its new neighbors, and the entries of the
/// other photos stay as they are; see ``AlbumPositions``.
public final class AlbumEntry: ManagedObject {
  /// The number by which the photos of the album are sorted.
  @Attribute(AlbumEntry.position) var position: Double
  /// The album.
  @ToOne(AlbumEntry.album) var album: Album?
  /// The photo.
  @ToOne(AlbumEntry.photo) public internal(set) var photo: Photo?
  /// The album for which the photo stands; `nil` if another one does.
  @ToOne(AlbumEntry.coverOf) var coverOf: Album?

  /// The order of the photos of an album.
  ///
  /// Entries of equal positions, which two programs can insert at the same time, are in the order in which they were inserted.
  public static let listOrder = [FetchOrder(position)]

  /// Returns a predicate for the entries of an album.
  public static func belongs(to album: ManagedObjectID) -> FetchPredicate { AlbumEntry.album == album }
}

/// The names and types, for the model, the accessors and requests.
extension AlbumEntry {
  static let position = Property<AlbumEntry, Double>("position")
  static let album = ToOneProperty<AlbumEntry, Album>("album")
  /// The photo.
  public static let photo = ToOneProperty<AlbumEntry, Photo>("photo")
  static let coverOf = ToOneProperty<AlbumEntry, Album>("coverOf")
}
