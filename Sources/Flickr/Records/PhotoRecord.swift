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
  /// How exact it is: 0 the second, 4 the month, 6 the year, 8 “circa”.
  public var granularity: Int
  /// Whether nobody knows: then `localTime` repeats the upload.
  public var isUnknown: Bool

  /// Makes a date; without further arguments one exact to the second.
  public init(localTime: String, granularity: Int = 0, isUnknown: Bool = false) {
    self.localTime = localTime
    self.granularity = granularity
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
  public var width: Int?
  /// In pixels, where the answer says.
  public var height: Int?

  /// Makes a rendition.
  public init(suffix: String, url: String, width: Int? = nil, height: Int? = nil) {
    self.suffix = suffix
    self.url = url
    self.width = width
    self.height = height
  }
}

extension PhotoRecord {
  /// The page of the photo at Flickr, to be credited and opened; `nil` when the owner is not known.
  public var pageURL: String? {
    guard let owner = pathAlias ?? ownerID else { return nil }
    return "https://www.flickr.com/photos/\(owner)/\(id)/"
  }

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
