public import Foundation
public import ObjectGraph

/// What is left of a deleted photo: it keeps the next refresh from bringing the photo again, and can bring it back.
public final class DeletedPhoto: ManagedObject {
  /// Flickr's id of the photo.
  @Attribute("flickrID") public var flickrID: String
  /// When it was deleted.
  @Attribute("deletedAt") public var deletedAt: Date
  /// The photo's record as JSON.
  @Attribute("record") public var record: Data
  /// The names of the sources that had brought it, a line each.
  @Attribute("sources") var sourceText: String?

  /// The names of the sources that had brought it.
  public var sourceNames: [String] { sourceText?.split(separator: "\n").map(String.init) ?? [] }
}
