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

  /// How many photos there are, or so many that it does not matter, while several are being deleted: the library is not
  /// asked for each of them then.
  var photosLeft: Int?

  /// Sets the name and what follows from it.
  public func rename(_ name: String) {
    self.name = name
    sortName = SortText.key(of: name)
    initial = SortText.initial(of: sortName)
  }

  /// Whether there are photos beside one that is being deleted; to be asked once for each.
  func hasOtherPhotos() -> Bool {
    guard let photosLeft else { return hasPhotos() }
    self.photosLeft = photosLeft - 1
    return photosLeft > 1
  }

  /// Whether there are photos that are not deleted.
  ///
  /// Reads no more than one ID.
  func hasPhotos() -> Bool {
    let isTheirs = Photo.taken(by: objectID)
    // A library that cannot be read keeps its photographers.
    let ids = try? managedObjectContext?.fetchIDs(FetchRequest<Photo>(where: isTheirs, limit: 1))
    return ids?.isEmpty != true
  }
}
