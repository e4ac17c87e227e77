public import Foundation
public import ObjectGraph

/// A photo of the library.
///
/// Titles and descriptions are untrusted text: sanitize them before they are sent to a terminal.
public final class Photo: ManagedObject {
  /// Flickr's ID, which identifies the photo.
  @Attribute("flickrID") public var flickrID: String
  /// The title for display: trimmed; the description if there is no title, “Unknown” if there is neither.
  @Attribute("title") public var title: String
  /// The sort key of the title.
  @Attribute("sortTitle") public var sortTitle: String
  /// The description for display: without markup, in one line.
  @Attribute("subtitle") public var subtitle: String
  /// The title as received.
  @Attribute("rawTitle") public var rawTitle: String?
  /// The description as received, with markup.
  @Attribute("rawDescription") public var rawDescription: String?
  /// The upload date.
  @Attribute("uploaded") public var uploaded: Date?
  /// The date taken as `YYYY-MM-DD HH:MM:SS` in the owner's time; nil if unknown.
  @Attribute("taken") public var taken: String?
  /// The precision of `taken`: 0 the second, 4 the month, 6 the year, 8 “circa”.
  @Attribute("takenGranularity") public var takenGranularity: Int
  /// The tags, separated by blanks.
  @Attribute("tags") public var tags: String?
  /// The number of views.
  @Attribute("views") public var views: Int?
  /// The number of the license.
  @Attribute("license") public var license: String?
  /// `photo` or `video`.
  @Attribute("media") public var media: String?
  /// The owner's path alias in URLs.
  @Attribute("pathAlias") public var pathAlias: String?
  /// The date of the last change to the photo or its metadata at Flickr.
  @Attribute("lastUpdate") public var lastUpdate: Date?
  /// The latitude in degrees north.
  @Attribute("latitude") public var latitude: Double?
  /// The longitude in degrees east.
  @Attribute("longitude") public var longitude: Double?
  /// The secret in the URLs of its images.
  @Attribute("secret") public var secret: String?
  /// The server of its images.
  @Attribute("server") public var server: String?
  /// The images, one a line: see ``RenditionText``.
  @Attribute("renditions") public var renditionText: String
  /// The date since which its picture is known to be gone; see ``isPictureGone``.
  @Attribute("pictureGoneSince") public internal(set) var pictureGoneSince: Date?
  /// The fingerprint of the pictures that were gone: if a concurrent import sets other pictures, the state
  /// stays correct.
  @Attribute("goneFingerprint") var goneFingerprint: Int?
  /// The date of the last check by a ``Sync``; nil if there was none.
  @Attribute("checkedAt") public internal(set) var checkedAt: Date?
  /// The photographer.
  @ToOne("photographer") public var photographer: Photographer?
  /// The sources of the photo.
  @ToMany("sources") public var sources: ObjectSet<Source>

  /// Deletes the photographer with the last photo.
  public override func prepareForDeletion() {
    guard let photographer, !photographer.isDeleted, !photographer.hasOtherPhotos() else { return }
    managedObjectContext?.delete(photographer)
  }
}
