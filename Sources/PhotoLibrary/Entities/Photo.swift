public import Foundation
public import ObjectGraph

/// A photo of the library.
///
/// Titles and descriptions are text from outside: make them safe before they reach a terminal.
public final class Photo: ManagedObject {
  /// Flickr's id, by which photos are told apart.
  @Attribute("flickrID") public var flickrID: String
  /// The title for people: trimmed, from the description where there is none, “Unknown” where there is neither.
  @Attribute("title") public var title: String
  /// What titles are sorted by.
  @Attribute("sortTitle") public var sortTitle: String
  /// The description for people: without markup, in one line.
  @Attribute("subtitle") public var subtitle: String
  /// The title as it came.
  @Attribute("rawTitle") public var rawTitle: String?
  /// The description as it came, with markup.
  @Attribute("rawDescription") public var rawDescription: String?
  /// When it was uploaded.
  @Attribute("uploaded") public var uploaded: Date?
  /// When it was taken: `YYYY-MM-DD HH:MM:SS` in the owner's time; nil when nobody knows.
  @Attribute("taken") public var taken: String?
  /// How exact `taken` is: 0 the second, 4 the month, 6 the year, 8 “circa”.
  @Attribute("takenGranularity") public var takenGranularity: Int
  /// Words, separated by blanks.
  @Attribute("tags") public var tags: String?
  /// How often it was looked at.
  @Attribute("views") public var views: Int?
  /// The number of the licence.
  @Attribute("license") public var license: String?
  /// `photo` or `video`.
  @Attribute("media") public var media: String?
  /// The owner's name in addresses.
  @Attribute("pathAlias") public var pathAlias: String?
  /// When anything of it last changed.
  @Attribute("lastUpdate") public var lastUpdate: Date?
  /// Degrees north.
  @Attribute("latitude") public var latitude: Double?
  /// Degrees east.
  @Attribute("longitude") public var longitude: Double?
  /// The secret of the addresses of its images.
  @Attribute("secret") public var secret: String?
  /// The server of its images.
  @Attribute("server") public var server: String?
  /// The images, a line each: see ``RenditionText``.
  @Attribute("renditions") public var renditionText: String
  /// Since when its picture is known to be gone; see ``isPictureGone``.
  @Attribute("pictureGoneSince") public internal(set) var pictureGoneSince: Date?
  /// Which pictures were gone then: an import that brings others at the same moment leaves nothing wrong.
  @Attribute("goneFingerprint") var goneFingerprint: Int?
  /// When a ``Sync`` last asked whether it is still there; nil when none did.
  @Attribute("checkedAt") public internal(set) var checkedAt: Date?
  /// Who took it.
  @ToOne("photographer") public var photographer: Photographer?
  /// The sources that brought it.
  @ToMany("sources") public var sources: ObjectSet<Source>

  /// The photographer goes with the last of the photos.
  public override func prepareForDeletion() {
    guard let photographer, !photographer.isDeleted, !photographer.hasOtherPhotos() else { return }
    managedObjectContext?.delete(photographer)
  }
}
