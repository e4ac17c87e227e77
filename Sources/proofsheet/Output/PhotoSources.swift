import ObjectGraph
import PhotoLibrary

/// Which sources brought which photos.
struct PhotoSources {
  /// The photos of each source, in the order of their names; nil when each photo is asked by itself.
  private let members: [(name: String, photos: Set<ManagedObjectID>)]?

  /// Reads what each source brought; `forFew` photos, nothing is read before they are asked for.
  ///
  /// One question for each source, where asking each photo would be one for each of a million.
  init(in context: ManagedObjectContext, forFew: Bool) throws {
    guard !forFew else {
      members = nil
      return
    }
    members = try context.fetch(FetchRequest<Source>(order: Source.listOrder)).map { source in
      (
        source.name,
        Set(try context.fetchIDs(FetchRequest<Photo>(where: Photo.imported(from: source.objectID))))
      )
    }
  }

  /// The names of the sources that brought a photo, in alphabetical order.
  func names(of photo: Photo) -> [String] {
    members?.filter { $0.photos.contains(photo.objectID) }.map(\.name) ?? photo.sourceNames
  }
}
