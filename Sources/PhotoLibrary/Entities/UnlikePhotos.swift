public import ObjectGraph

/// Photos that the user said are not alike though their pictures look it.
public final class UnlikePhotos: ManagedObject {
  /// The Flickr IDs of the photos, in the form of ``Separation/text``: they hold for photos that are deleted and restored.
  @Attribute(UnlikePhotos.ids) var ids: String
}

/// The names and types, for the model, the accessors and requests.
extension UnlikePhotos {
  static let ids = Property<UnlikePhotos, String>("photos")
}
