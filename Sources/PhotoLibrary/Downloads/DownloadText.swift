import Flickr
import Foundation

/// Conversions of values in downloads into those of the library.
enum DownloadText {
  /// Returns an ID of Flickr; `nil` for other text.
  static func flickrID(_ text: String?) -> String? {
    guard let text, (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return text
  }

  /// Returns `YYYY-MM-DD HH:MM:SS`; `nil` for other text, and for the zeros that stand for an unknown date.
  static func localTime(_ text: String?) -> String? {
    guard let time = text.flatMap(FlickrTime.local), !time.hasPrefix("0000") else { return nil }
    return time
  }

  /// Returns the date of `YYYY-MM-DD HH:MM:SS` in UTC.
  static func date(_ text: String?) -> Date? {
    guard let text, text.utf8.count >= 19, !text.hasPrefix("0000") else { return nil }
    let time = text.prefix(10) + "T" + text.dropFirst(11).prefix(8) + "Z"
    return try? Date(String(time), strategy: .iso8601)
  }

  /// Returns tags as Flickr's API has them: lower case, letters and digits only, separated by blanks.
  static func tags(_ tags: [String]) -> String? {
    let words = tags.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns a place in degrees; `nil` if there is none, or no such place.
  ///
  /// Account downloads have whole millionths of degrees. The size of a number does not show that: places near the equator or the
  /// meridian of Greenwich have few.
  static func place(latitude: Double?, longitude: Double?) -> (latitude: Double, longitude: Double)? {
    guard var latitude, var longitude, latitude != 0 || longitude != 0 else { return nil }
    if latitude.rounded() == latitude, longitude.rounded() == longitude {
      (latitude, longitude) = (latitude / 1_000_000, longitude / 1_000_000)
    }
    return abs(latitude) <= 90 && abs(longitude) <= 180 ? (latitude, longitude) : nil
  }

  /// Returns the number of a license by its name (flickr.photos.licenses.getInfo).
  static func license(_ name: String?) -> String? {
    guard let name = name?.lowercased() else { return nil }
    return licenses.firstIndex(of: name).map(String.init)
  }

  private static let licenses = [
    "all rights reserved", "attribution-noncommercial-sharealike license",
    "attribution-noncommercial license",
    "attribution-noncommercial-noderivs license", "attribution license", "attribution-sharealike license",
    "attribution-noderivs license", "no known copyright restrictions", "united states government work",
    "public domain dedication (cc0)", "public domain mark",
  ]
}
