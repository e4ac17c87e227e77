public import Foundation
public import ObjectGraph

/// A photo of the library.
///
/// Titles and descriptions are untrusted text: sanitize them before they are sent to a terminal.
public final class Photo: ManagedObject {
  /// Flickr's ID, which identifies the photo.
  @Attribute(Photo.flickrID) public var flickrID: String
  /// The title for display: trimmed; the description if there is no title, “Unknown” if there is neither.
  @Attribute(Photo.title) public var title: String
  /// The sort key of the title.
  @Attribute(Photo.sortTitle) public var sortTitle: String
  /// The description for display: without markup, in one line.
  @Attribute(Photo.subtitle) public var subtitle: String
  /// A Boolean value that indicates whether the title was received as it is displayed.
  @Attribute(Photo.isTitleRaw) var isTitleRaw: Bool
  /// The title as received if it differs from the displayed one.
  @Attribute(Photo.otherTitle) var otherTitle: String?
  /// A Boolean value that indicates whether the description was received as it is displayed.
  @Attribute(Photo.isSubtitleRaw) var isSubtitleRaw: Bool
  /// The description as received if it differs from the displayed one.
  @Attribute(Photo.otherDescription) var otherDescription: String?
  /// The upload date.
  @Attribute(Photo.uploaded) public var uploaded: Date?
  /// The date taken as `YYYY-MM-DD HH:MM:SS` in the owner's time; nil if unknown.
  @Attribute(Photo.taken) public var taken: String?
  /// The precision of `taken`: 0 the second, 4 the month, 6 the year, 8 “circa”.
  @Attribute(Photo.takenGranularity) public var takenGranularity: Int
  /// The tags, separated by blanks.
  @Attribute(Photo.tags) public var tags: String?
  /// The number of views.
  @Attribute(Photo.views) public var views: Int?
  /// The number of the license.
  @Attribute(Photo.license) public var license: String?
  /// `photo` or `video`.
  @Attribute(Photo.media) public var media: String?
  /// The owner's path alias in URLs.
  @Attribute(Photo.pathAlias) public var pathAlias: String?
  /// The date of the last change to the photo or its metadata at Flickr.
  @Attribute(Photo.lastUpdate) public var lastUpdate: Date?
  /// The latitude in degrees north.
  @Attribute(Photo.latitude) public var latitude: Double?
  /// The longitude in degrees east.
  @Attribute(Photo.longitude) public var longitude: Double?
  /// The secret in the URLs of its images.
  @Attribute(Photo.secret) public var secret: String?
  /// The server of its images.
  @Attribute(Photo.server) public var server: String?
  /// The images: see ``RenditionText``.
  @Attribute(Photo.renditionText) public var renditionText: String
  /// The date since which its picture is known to be gone; see ``isPictureGone``.
  @Attribute(Photo.pictureGoneSince) public internal(set) var pictureGoneSince: Date?
  /// The fingerprint of the pictures that were gone: if a concurrent import sets other pictures, the state
  /// stays correct.
  @Attribute(Photo.goneFingerprint) var goneFingerprint: Int?
  /// The date of the last check by a ``Sync``; nil if there was none.
  @Attribute(Photo.checkedAt) public internal(set) var checkedAt: Date?
  /// The quarters by which the photo is turned clockwise where it is shown: 0 to 3.
  @Attribute(Photo.turns) public internal(set) var turns: Int
  /// The flag; see ``PhotoFlag``.
  @Attribute(Photo.flag) var flag: Int
  /// The number of stars: 0 to 5.
  @Attribute(Photo.stars) var stars: Int
  /// The color label; see ``ColorLabel``.
  @Attribute(Photo.label) var label: Int
  /// The place where the marks come from; see ``MarkOrigin``.
  @Attribute(Photo.markOriginNumber) var markOriginNumber: Int
  /// The date at which the photo was marked last; `nil` if it never was.
  @Attribute(Photo.markedAt) public internal(set) var markedAt: Date?
  /// The user's own file with the picture: see `OwnPicture`.
  @Attribute(Photo.ownPictureText) var ownPictureText: String?
  /// The user's title, which replaces the received one.
  @Attribute(Photo.ownTitle) var ownTitle: String?
  /// The user's description, which replaces the received one.
  @Attribute(Photo.ownDescription) var ownDescription: String?
  /// The tags that the user added, separated by blanks.
  @Attribute(Photo.addedTags) var addedTags: String?
  /// The received tags that the user removed, separated by blanks.
  @Attribute(Photo.removedTags) var removedTags: String?
  /// The tags as received if the user added or removed tags.
  @Attribute(Photo.otherTags) var otherTags: String?
  /// The photographer.
  @ToOne(Photo.photographer) public var photographer: Photographer?
  /// The sources of the photo.
  @ToMany(Photo.sources) public var sources: ObjectSet<Source>
  /// The files of the user from which it came.
  @ToMany(Photo.files) public var files: ObjectSet<LocalFile>
  /// The settings with which it was taken; `nil` if they were not fetched.
  @ToOne(Photo.shot) public var shot: Shot?
  /// The places of the photo in albums.
  @ToMany(Photo.albumEntries) var albumEntries: ObjectSet<AlbumEntry>
  /// The look of its picture; `nil` if none was decoded yet.
  @ToOne(Photo.look) public internal(set) var look: Look?
}

/// The texts as received.
///
/// Most of them equal the displayed ones, and are stored once. Libraries of version 1 store all of them.
extension Photo {
  /// The title as received; nil if none was received.
  public var rawTitle: String? { isTitleRaw ? title : otherTitle }

  /// The description as received, with markup; nil if none was received.
  public var rawDescription: String? { isSubtitleRaw ? subtitle : otherDescription }
}

/// The names and types, for the model, the accessors and requests.
extension Photo {
  static let flickrID = Property<Photo, String>("flickrID")
  static let title = Property<Photo, String>("title")
  static let sortTitle = Property<Photo, String>("sortTitle")
  static let subtitle = Property<Photo, String>("subtitle")
  static let isTitleRaw = Property<Photo, Bool>("isTitleRaw")
  static let otherTitle = Property<Photo, String?>("rawTitle")
  static let isSubtitleRaw = Property<Photo, Bool>("isSubtitleRaw")
  static let otherDescription = Property<Photo, String?>("rawDescription")
  static let uploaded = Property<Photo, Date?>("uploaded")
  static let taken = Property<Photo, String?>("taken")
  static let takenGranularity = Property<Photo, Int>("takenGranularity")
  static let tags = Property<Photo, String?>("tags")
  static let views = Property<Photo, Int?>("views")
  static let license = Property<Photo, String?>("license")
  static let media = Property<Photo, String?>("media")
  static let pathAlias = Property<Photo, String?>("pathAlias")
  static let lastUpdate = Property<Photo, Date?>("lastUpdate")
  static let latitude = Property<Photo, Double?>("latitude")
  static let longitude = Property<Photo, Double?>("longitude")
  static let secret = Property<Photo, String?>("secret")
  static let server = Property<Photo, String?>("server")
  static let renditionText = Property<Photo, String>("renditions")
  static let pictureGoneSince = Property<Photo, Date?>("pictureGoneSince")
  static let goneFingerprint = Property<Photo, Int?>("goneFingerprint")
  static let checkedAt = Property<Photo, Date?>("checkedAt")
  static let turns = Property<Photo, Int>("turns")
  static let flag = Property<Photo, Int>("flag")
  static let stars = Property<Photo, Int>("stars")
  static let label = Property<Photo, Int>("label")
  static let markOriginNumber = Property<Photo, Int>("markOrigin")
  static let markedAt = Property<Photo, Date?>("markedAt")
  static let ownPictureText = Property<Photo, String?>("ownPicture")
  static let ownTitle = Property<Photo, String?>("ownTitle")
  static let ownDescription = Property<Photo, String?>("ownDescription")
  static let addedTags = Property<Photo, String?>("addedTags")
  static let removedTags = Property<Photo, String?>("removedTags")
  static let otherTags = Property<Photo, String?>("receivedTags")
  static let photographer = ToOneProperty<Photo, Photographer>("photographer")
  static let shot = ToOneProperty<Photo, Shot>("shot")
  static let look = ToOneProperty<Photo, Look>("look")
  static let sources = ToManyProperty<Photo, Source>("sources")
  static let files = ToManyProperty<Photo, LocalFile>("files")
  static let albumEntries = ToManyProperty<Photo, AlbumEntry>("albumEntries")
}
