public import ObjectGraph

/// Somebody who took photos of the library; goes when the last of them goes.
public final class Photographer: ManagedObject {
  /// Flickr's id of the owner, by which photographers are told apart; two of one name stay two.
  @Attribute("ownerID") public var ownerID: String
  /// The name, as Flickr last told it.
  @Attribute("name") public var name: String
  /// What names are sorted by.
  @Attribute("sortName") public var sortName: String
  /// The section of the list that the name belongs to: its first letter, or `#`.
  @Attribute("initial") public var initial: String
  /// The photos.
  @ToMany("photos") public var photos: ObjectSet<Photo>

  /// Sets the name and what follows from it.
  public func rename(_ name: String) {
    self.name = name
    sortName = SortText.key(of: name)
    initial = SortText.initial(of: sortName)
  }

  /// Whether there are photos that are not deleted, besides one.
  ///
  /// Reads no more than a few IDs.
  func hasPhotos(besides photo: Photo) -> Bool {
    guard let context = managedObjectContext else { return true }
    let others =
      Photo.taken(by: objectID) && .comparison(.init("SELF", .notEqual, .value(.reference(photo.objectID))))
    // A library that cannot be read keeps its photographers.
    return (try? context.fetchIDs(FetchRequest<Photo>(where: others, limit: 1)).isEmpty == false) ?? true
  }
}
