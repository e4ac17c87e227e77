/// The positions of photos in an album: fractions, of which there is one more between any two, until the digits of a
/// `Double` are used up.
///
/// Photos that are added get whole numbers. Between two neighbors there is room for about 50 moves into the smallest part of
/// the gap, fewer behind many photos: 32 at the millionth. When a gap is used up, the caller gives all photos of the album
/// whole numbers again, in the same event, so that an undo restores all of them.
enum AlbumPositions {
  /// Returns increasing positions between two others.
  ///
  /// - Parameters:
  ///   - count: The number of positions.
  ///   - lower: The position of the photo before them; `nil` at the beginning of the album.
  ///   - upper: The position of the photo behind them; `nil` at the end.
  /// - Returns: `nil` if there is no room for them.
  static func spread(_ count: Int, between lower: Double?, and upper: Double?) -> [Double]? {
    let positions: [Double]
    switch (lower, upper) {
    case (nil, nil): positions = whole(count)
    case (let lower?, nil): positions = (0..<count).map { (lower + 1).rounded(.down) + Double($0) }
    case (nil, let upper?): positions = (0..<count).map { (upper - 1).rounded(.up) - Double(count - 1 - $0) }
    case (let lower?, let upper?):
      let step = (upper - lower) / Double(count + 1)
      positions = (1...max(1, count)).map { lower + step * Double($0) }
    }
    let all = [lower].compactMap { $0 } + positions + [upper].compactMap { $0 }
    let isIncreasing = zip(all, all.dropFirst()).allSatisfy { $0 < $1 }
    return isIncreasing && all.allSatisfy(\.isFinite) ? positions : nil
  }

  /// Returns whole numbers, from 1.
  static func whole(_ count: Int) -> [Double] { (0..<count).map { Double($0 + 1) } }
}
