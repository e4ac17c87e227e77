import Foundation

/// The photo at which the judging of a list was left.
nonisolated struct CullPlace: Codable, Equatable {
  /// The URI of the photo.
  let photo: String
  /// The time when it was left.
  let left: Date
}

/// The places of lists, by the names of the lists.
nonisolated extension [String: CullPlace] {
  /// The number of lists whose places are kept.
  private static let limit = 100

  /// Keeps the place of a list, and forgets the oldest of too many.
  mutating func keep(_ photo: String, of list: String, at time: Date = .now) {
    guard self[list]?.photo != photo else { return }
    self[list] = CullPlace(photo: photo, left: time)
    removeOldest()
  }

  /// Returns the places when a session ends: those of the lists that it judged, and for the rest the saved ones.
  ///
  /// - Parameters:
  ///   - start: The places when the session began.
  ///   - end: Those at its end.
  ///   - saved: Those that are saved by now, also by other browsers.
  static func merged(start: Self, end: Self, saved: Self) -> Self {
    var merged = saved
    for list in Set(start.keys).union(end.keys) where start[list] != end[list] { merged[list] = end[list] }
    merged.removeOldest()
    return merged
  }

  private mutating func removeOldest() {
    for (list, _) in sorted(by: { $0.value.left < $1.value.left }).prefix(Swift.max(0, count - Self.limit)) {
      self[list] = nil
    }
  }
}
