/// The search for the looks that are nearest to one.
public enum NearestLooks {
  /// Returns the distance of two looks, from 0: the structure counts as much as light and color together.
  public static func distance(from one: PictureLook, to other: PictureLook) -> Int {
    2 * one.gradientDistance(to: other) + one.layout.lumaDistance(to: other.layout)
      + one.layout.colorDistance(to: other.layout)
  }

  /// Returns the indices of the looks nearest to one, the nearest first, then those with the lower index.
  ///
  /// - Parameters:
  ///   - count: The highest number of looks.
  ///   - look: The look.
  ///   - looks: The looks that are searched.
  /// - Complexity: O(*n* + *count* log *count*) for *n* looks.
  public static func find(_ count: Int, nearestTo look: PictureLook, in looks: [PictureLook]) -> [Int] {
    guard count > 0 else { return [] }
    var distances = [UInt16](repeating: 0, count: looks.count)
    // Few distances are possible, so that counting them finds the largest one that is needed without sorting all.
    var numbers = [Int](repeating: 0, count: largestDistance + 1)
    for index in looks.indices {
      let distance = distance(from: look, to: looks[index])
      distances[index] = UInt16(distance)
      numbers[distance] += 1
    }
    var (limit, found) = (0, numbers[0])
    while found < count, limit < largestDistance {
      limit += 1
      found += numbers[limit]
    }
    return distances.indices.filter { distances[$0] <= limit }
      .sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(count).map { $0 }
  }

  /// The sum of 64 steps, counted twice, and of eleven coefficients of one byte.
  private static let largestDistance = 2 * 64 + 11 * 255
}
