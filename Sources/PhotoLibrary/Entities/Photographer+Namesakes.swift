internal import ObjectGraph

extension Photographer {
  /// The text that distinguishes the photographer from others of the same name: the path alias at Flickr,
  /// else the ID there.
  ///
  /// It is nil if no other photographer in the library has the name, or if the library cannot be read.
  ///
  /// - Complexity: Two indexed fetches of at most two rows.
  public var distinction: String? {
    guard let context = managedObjectContext else { return nil }
    let namesakes = FetchRequest<Photographer>(where: Self.namesakes(of: self), limit: 2)
    guard (try? context.fetchIDs(namesakes).count) == 2 else { return nil }
    let alias = Photo.pathAlias != nil
    let photos = FetchRequest<Photo>(where: Photo.taken(by: objectID) && alias, limit: 1)
    return (try? context.fetch(photos).first?.pathAlias) ?? ownerID
  }
}
