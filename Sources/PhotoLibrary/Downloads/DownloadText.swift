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

  /// Returns degrees; account downloads have them in millionths.
  static func degrees(_ number: Double?, limit: Double) -> Double? {
    guard let number else { return nil }
    let degrees = abs(number) > limit ? number / 1_000_000 : number
    return abs(degrees) <= limit ? degrees : nil
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
