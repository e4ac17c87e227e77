import Flickr
import ObjectGraph
import PictureFetching

/// The values of a deleted photo from which it is restored, besides those that the user gave to it.
///
/// A ``DeletedPhoto`` stores them as JSON: the record, and in addition what the record does not have. An earlier version
/// wrote the record alone, and reads no more than that.
struct DeletedValues: Codable, Sendable {
  /// The record.
  let record: PhotoRecord
  /// The settings of the camera; `nil` if they were not known.
  let shot: ShotRecord?
  /// The marks that came from a file; `nil` if there were none.
  let fileMarks: PhotoMarks?
  /// The text of the user's own picture from a download; `nil` if there was none.
  let ownPicture: String?

  private enum Key: String, CodingKey {
    case shot, fileMarks, ownPicture
  }

  /// Copies the values of a photo.
  init(_ photo: Photo) {
    record = photo.record
    shot = photo.shot?.record
    fileMarks = photo.markOrigin == .file ? photo.marks : nil
    ownPicture = photo.ownPictureText
  }

  init(from decoder: any Decoder) throws {
    record = try PhotoRecord(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    shot = try container.decodeIfPresent(ShotRecord.self, forKey: .shot)
    fileMarks = try container.decodeIfPresent(PhotoMarks.self, forKey: .fileMarks)
    ownPicture = try container.decodeIfPresent(String.self, forKey: .ownPicture)
  }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(shot, forKey: .shot)
    try container.encodeIfPresent(fileMarks, forKey: .fileMarks)
    try container.encodeIfPresent(ownPicture, forKey: .ownPicture)
  }

  /// Gives a photo that was imported from the record the other values.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - lost: The paths of files in the trash that cannot be moved back, because they are not there any more.
  /// - Throws: Errors of the context.
  func addRest(to photo: Photo, withoutFiles lost: Set<String>) throws {
    if let ownPicture, let place = OwnPicture(text: ownPicture)?.place, !lost.contains(place.path) {
      photo.ownPictureText = ownPicture
    }
    if let fileMarks { photo.follow(fileMarks: fileMarks) }
    guard let shot, let context = photo.managedObjectContext else { return }
    let object = try photo.shot ?? context.insert(Shot.self)
    object.set(shot)
    photo.shot = object
  }
}
