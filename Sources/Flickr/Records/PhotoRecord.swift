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
  /// The latitude in degrees north; `nil` together with `longitude` if the photo has no location.
  public var latitude: Double?
  /// The longitude in degrees east.
  public var longitude: Double?
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

/// The date on which a photo was taken, according to its camera or owner.
public struct TakenDate: Hashable, Sendable, Codable {
  /// The date as `YYYY-MM-DD HH:MM:SS` in the owner's time, whose time zone is unknown.
  public var localTime: String
  /// The precision: 0 the second, 4 the month, 6 the year, 8 “circa”.
  public private(set) var granularity: Int
  /// A Boolean value that indicates whether the date is unknown; `localTime` then repeats the upload date.
  public var isUnknown: Bool

  /// The precision of a date that is exact to the second.
  public static let exact = 0
  /// The valid precisions (https://www.flickr.com/services/api/misc.dates.html).
  public static let granularities = [exact, 4, 6, 8]

  /// Creates a date, which is exact to the second by default.
  ///
  /// An unknown precision counts as exact.
  public init(localTime: String, granularity: Int = exact, isUnknown: Bool = false) {
    self.localTime = localTime
    self.granularity = Self.granularities.contains(granularity) ? granularity : Self.exact
    self.isUnknown = isUnknown
  }
}

/// An image of a photo in one size.
public struct Rendition: Hashable, Sendable, Codable {
  /// The size, as the suffix of its key in responses: `sq t s q m n z c l h k o`.
  ///
  /// These differ from the suffixes in URLs: `url_s` ends in `_m.jpg`, `url_m` has none, `url_l` ends in
  /// `_b.jpg`.
  public var suffix: String
  /// The URL of the image.
  public var url: String
  /// The width in pixels, if known.
  public private(set) var width: Int?
  /// The height in pixels, if known.
  public private(set) var height: Int?

  /// The valid widths and heights in pixels; other numbers are ignored.
  public static let sides = 1...1_000_000

  /// Creates a rendition; a width or height outside ``sides`` counts as unknown.
  public init(suffix: String, url: String, width: Int? = nil, height: Int? = nil) {
    self.suffix = suffix
    self.url = url
    self.width = width.flatMap { Self.sides.contains($0) ? $0 : nil }
    self.height = height.flatMap { Self.sides.contains($0) ? $0 : nil }
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

extension TakenDate {
  /// Decodes a date from a stored record; numbers are validated as those of a response.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      localTime: try container.decode(String.self, forKey: .localTime),
      granularity: try container.decode(Int.self, forKey: .granularity),
      isUnknown: try container.decode(Bool.self, forKey: .isUnknown))
  }
}

extension Rendition {
  /// Decodes a rendition from a stored record; numbers are validated as those of a response.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      suffix: try container.decode(String.self, forKey: .suffix),
      url: try container.decode(String.self, forKey: .url),
      width: try container.decodeIfPresent(Int.self, forKey: .width),
      height: try container.decodeIfPresent(Int.self, forKey: .height))
  }
}
