public import Foundation

/// A photo as an answer of Flickr's tells of it.
///
/// `nil` means that the answer did not say, which is not the same as empty: a list that was asked for without
/// descriptions takes none away.
public struct PhotoRecord: Hashable, Sendable, Codable, Identifiable {
  /// Flickr's id: digits, the same for ever.
  public var id: String
  /// The title as it came: not trimmed, perhaps empty.
  ///
  /// `displayTitle` is for people.
  public var title: String?
  /// The description as it came, with markup and entities.
  ///
  /// `subtitle` is for people.
  public var description: String?
  /// The owner's NSID, such as `78733179@N04`.
  public var ownerID: String?
  /// The owner's name; several owners may have the same.
  public var ownerName: String?
  /// When it was uploaded.
  ///
  /// The owner can set it to any time.
  public var uploaded: Date?
  /// When it was taken.
  public var taken: TakenDate?
  /// Normalised words, separated by blanks.
  public var tags: String?
  /// How often it was looked at.
  public var views: Int?
  /// The number of the licence as text; numbers that are not known yet come too.
  public var license: String?
  /// `photo` or `video`.
  public var media: String?
  /// The owner's name in addresses, if the owner chose one.
  public var pathAlias: String?
  /// When anything of it last changed.
  public var lastUpdate: Date?
  /// Degrees north; `nil` together with `longitude` when the photo has no place.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// The secret of the addresses of sizes up to 1024.
  public var secret: String?
  /// The server that is part of image addresses.
  public var server: String?
  /// The images, in the order they came; without those that Flickr withholds.
  public var renditions: [Rendition]

  /// Makes a record of which nothing but the id is known.
  public init(id: String) {
    self.id = id
    renditions = []
  }
}

/// When a photo was taken, as its camera or owner says.
public struct TakenDate: Hashable, Sendable, Codable {
  /// `YYYY-MM-DD HH:MM:SS` in the owner's time, of which no zone is known.
  public var localTime: String
  /// The precision: 0 the second, 4 the month, 6 the year, 8 “circa”.
  public private(set) var granularity: Int
  /// Whether nobody knows: then `localTime` repeats the upload.
  public var isUnknown: Bool

  /// The precision of a date that is exact to the second.
  public static let exact = 0
  /// The precisions that Flickr knows (https://www.flickr.com/services/api/misc.dates.html).
  public static let granularities = [exact, 4, 6, 8]

  /// Makes a date; without further arguments one exact to the second.
  ///
  /// A precision that Flickr does not know counts as exact.
  public init(localTime: String, granularity: Int = exact, isUnknown: Bool = false) {
    self.localTime = localTime
    self.granularity = Self.granularities.contains(granularity) ? granularity : Self.exact
    self.isUnknown = isUnknown
  }
}

/// One image of a photo.
public struct Rendition: Hashable, Sendable, Codable {
  /// The size by the suffix of its key in answers: `sq t s q m n z c l h k o`.
  ///
  /// Mind that these are not the suffixes in addresses: `url_s` ends in `_m.jpg`, `url_m` in none, `url_l` in `_b.jpg`.
  public var suffix: String
  /// The address of the image.
  public var url: String
  /// In pixels, where the answer says.
  public private(set) var width: Int?
  /// In pixels, where the answer says.
  public private(set) var height: Int?

  /// The possible widths and heights in pixels; no other number is believed.
  public static let sides = 1...1_000_000

  /// Makes a rendition; a width or height outside of ``sides`` counts as unknown.
  public init(suffix: String, url: String, width: Int? = nil, height: Int? = nil) {
    self.suffix = suffix
    self.url = url
    self.width = width.flatMap { Self.sides.contains($0) ? $0 : nil }
    self.height = height.flatMap { Self.sides.contains($0) ? $0 : nil }
  }
}

extension PhotoRecord {
  /// The page of the photo at Flickr, to be credited and opened; `nil` when the owner is not known.
  public var pageURL: String? { PhotoPageURL.text(owner: pathAlias ?? ownerID, id: id) }

  /// The image with that suffix.
  ///
  /// O(number of renditions).
  public func rendition(_ suffix: String) -> Rendition? {
    renditions.first { $0.suffix == suffix }
  }

  /// The tags one by one.
  ///
  /// O(length).
  public var tagWords: [String] {
    (tags ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension TakenDate {
  /// Reads a date from a stored record; numbers are judged as those of an answer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      localTime: try container.decode(String.self, forKey: .localTime),
      granularity: try container.decode(Int.self, forKey: .granularity),
      isUnknown: try container.decode(Bool.self, forKey: .isUnknown))
  }
}

extension Rendition {
  /// Reads a rendition from a stored record; numbers are judged as those of an answer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      suffix: try container.decode(String.self, forKey: .suffix),
      url: try container.decode(String.self, forKey: .url),
      width: try container.decodeIfPresent(Int.self, forKey: .width),
      height: try container.decodeIfPresent(Int.self, forKey: .height))
  }
}
