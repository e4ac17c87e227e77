public import ObjectGraph

/// A photographer of photos in the library, deleted with the last of them.
public final class Photographer: ManagedObject {
  /// Flickr's ID of the owner, which identifies the photographer; two photographers with the same name stay
  /// separate.
  @Attribute(Photographer.ownerID) public var ownerID: String
  /// The name, as last received from Flickr.
  @Attribute(Photographer.name) public var name: String
  /// The sort key of the name.
  @Attribute(Photographer.sortName) public var sortName: String
  /// The list section of the name: its first letter, or `#`.
  @Attribute(Photographer.initial) public var initial: String
  /// The photos.
  @ToMany(Photographer.photos) public var photos: ObjectSet<Photo>
  /// The albums at Flickr, of which the library knows.
  @ToMany(Photographer.albums) var albums: ObjectSet<Album>

  /// The sort order of lists of photographers: by section, then by name.
  public static let listOrder = [FetchOrder(initial), FetchOrder(sortName)]

  /// Sets the name and the values derived from it.
  public func rename(_ name: String) {
    self.name = name
    sortName = SortText.key(of: name)
    initial = SortText.initial(of: sortName)
  }

  /// Returns whether there are photos that are not deleted.
  ///
  /// Fetches at most one ID.
  func hasPhotos() -> Bool {
    let isTheirs = Photo.taken(by: objectID)
    // If the library cannot be read, its photographers are kept.
    let ids = try? managedObjectContext?.fetchIDs(FetchRequest<Photo>(where: isTheirs, limit: 1))
    return ids?.isEmpty != true
  }
}

/// The names and types, for the model, the accessors and requests.
extension Photographer {
  static let ownerID = Property<Photographer, String>("ownerID")
  static let name = Property<Photographer, String>("name")
  static let sortName = Property<Photographer, String>("sortName")
  static let initial = Property<Photographer, String>("initial")
  static let photos = ToManyProperty<Photographer, Photo>("photos")
  static let albums = ToManyProperty<Photographer, Album>("albums")
}
