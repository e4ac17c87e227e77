public import Foundation

/// The data of a photo in a response of Flickr.
///
/// `nil` means that the response did not contain the field, which differs from an empty value: a list
/// fetched without descriptions does not delete any.
public struct PhotoRecord: Hashable, Sendable, Codable, Identifiable {
  /// Flickr's ID, which consists of digits and never changes.
  public var id: String
  /// The title as received: not trimmed, possibly empty.
  ///
  /// Display `displayTitle` instead.
  public var title: String?
  /// The description as received, with markup and entities.
  ///
  /// Display `subtitle` instead.
  public var description: String?
  /// The owner's NSID, such as `78733179@N04`.
  public var ownerID: String?
  /// The owner's name, which is not unique.
  public var ownerName: String?
  /// The upload date.
  ///
  /// The owner can set it to any time.
  public var uploaded: Date?
  /// The date on which the photo was taken.
  public var taken: TakenDate?
  /// The normalized tags, separated by blanks.
  public var tags: String?
  /// The number of views.
  public var views: Int?
  /// The number of the license as text, including numbers unknown to this library.
  public var license: String?
  /// `photo` or `video`.
  public var media: String?
  /// The path alias of the owner, if the owner chose one.
  public var pathAlias: String?
  /// The date of the last change to the photo or its metadata.
  public var lastUpdate: Date?
  /// The latitude in degrees north; `nil` together with `longitude` if no location was received.
  public var latitude: Double?
  /// The longitude in degrees east.
  public var longitude: Double?
  /// `true` if the photo has no location; otherwise `nil`.
  public var lacksPlace: Bool?
  /// `true` if the record is an item of a feed, which lists public photos, and does not contain the precision of the date
  /// taken; otherwise `nil`.
  public var isFeedItem: Bool?
  /// The secret in the URLs of sizes up to 1024.
  public var secret: String?
  /// The server in image URLs.
  public var server: String?
  /// The renditions, in the order received; without those that Flickr withholds.
  public var renditions: [Rendition]

  /// Creates a record with only an ID.
  public init(id: String) {
    self.id = id
    renditions = []
  }
}

extension PhotoRecord {
  /// The URL of the photo's page at Flickr, for attribution and for opening; `nil` if the owner is unknown.
  public var pageURL: String? { PhotoPageURL.text(owner: pathAlias ?? ownerID, id: id) }

  /// Returns the rendition with that suffix.
  ///
  /// - Complexity: O(*n*) in the number of renditions.
  public func rendition(_ suffix: String) -> Rendition? {
    renditions.first { $0.suffix == suffix }
  }

  /// The individual tags.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var tagWords: [String] {
    (tags ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
