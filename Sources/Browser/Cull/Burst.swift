import Foundation
import PhotoLibrary

/// Photos that one photographer took in quick succession.
enum Burst {
  /// The longest time between two photos of a burst.
  private static let longestPause = 10.0
  /// The most photos of a burst on one side of a photo.
  private static let reach = 50

  /// Returns the places of a burst around a photo.
  ///
  /// - Parameters:
  ///   - place: The place of the photo.
  ///   - count: The number of photos.
  ///   - photo: Returns the photo at a place.
  static func range(around place: Int, count: Int, photo: (Int) -> Photo) -> ClosedRange<Int> {
    var (first, last) = (place, place)
    while first > max(0, place - reach), belong(photo(first - 1), photo(first)) { first -= 1 }
    while last < min(count - 1, place + reach), belong(photo(last), photo(last + 1)) { last += 1 }
    return first...last
  }

  private static func belong(_ one: Photo, _ other: Photo) -> Bool {
    guard one.photographer === other.photographer, let first = time(of: one), let second = time(of: other)
    else { return false }
    return abs(first - second) <= longestPause
  }

  /// Returns the time at which a photo was taken in seconds; `nil` if it is not known to the second.
  private static func time(of photo: Photo) -> Double? {
    guard photo.takenGranularity == 0, let taken = photo.taken, taken.utf8.count >= 19 else { return nil }
    let numbers = taken.prefix(19).split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return Double(timegm(&parts))
  }
}
