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
  /// The precision of a date of which the year and the month are known.
  public static let month = 4
  /// The valid precisions (https://www.flickr.com/services/api/misc.dates.html).
  public static let granularities = [exact, month, 6, 8]

  /// Creates a date, which is exact to the second by default.
  ///
  /// An unknown precision counts as exact. Flickr's `0000-01-01 00:00:00` means that there is no date.
  public init(localTime: String, granularity: Int = exact, isUnknown: Bool = false) {
    self.localTime = localTime
    self.granularity = Self.granularities.contains(granularity) ? granularity : Self.exact
    self.isUnknown = isUnknown || localTime.hasPrefix("0000-")
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
