public import Foundation
public import ObjectGraph

/// The record of a deleted photo, which prevents the next refresh from importing it again, and from which
/// it can be restored.
public final class DeletedPhoto: ManagedObject {
  /// Flickr's ID of the photo.
  @Attribute("flickrID") public var flickrID: String
  /// The date of the deletion.
  @Attribute("deletedAt") public var deletedAt: Date
  /// The photo's record as JSON.
  @Attribute("record") public var record: Data
  /// The names of the sources of the photo, one a line.
  @Attribute("sources") var sourceText: String?

  /// The names of the sources of the photo.
  public var sourceNames: [String] { sourceText?.split(separator: "\n").map(String.init) ?? [] }
}
