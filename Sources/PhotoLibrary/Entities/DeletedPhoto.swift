import Flickr
public import Foundation
public import ObjectGraph

/// The record of a deleted photo, which prevents the next refresh from importing it again, and from which
/// it can be restored.
public final class DeletedPhoto: ManagedObject {
  /// Flickr's ID of the photo.
  @Attribute(DeletedPhoto.flickrID) public var flickrID: String
  /// The date of the deletion.
  @Attribute(DeletedPhoto.deletedAt) public var deletedAt: Date
  /// The photo's record as JSON.
  @Attribute(DeletedPhoto.record) public var record: Data
  /// The names of the sources of the photo, one a line.
  @Attribute(DeletedPhoto.sourceText) var sourceText: String?

  /// Returns the photo's record.
  ///
  /// - Throws: A `DecodingError` if another program has written something else.
  func photoRecord() throws -> PhotoRecord { try JSONDecoder().decode(PhotoRecord.self, from: record) }

  /// The names of the sources of the photo.
  public var sourceNames: [String] { sourceText?.split(separator: "\n").map(String.init) ?? [] }
}

/// The names and types, for the model, the accessors and requests.
extension DeletedPhoto {
  static let flickrID = Property<DeletedPhoto, String>("flickrID")
  static let deletedAt = Property<DeletedPhoto, Date>("deletedAt")
  static let record = Property<DeletedPhoto, Data>("record")
  static let sourceText = Property<DeletedPhoto, String?>("sources")
}
