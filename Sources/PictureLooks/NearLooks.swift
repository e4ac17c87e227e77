/// An index of looks that finds those near one of them.
///
/// Gradients are compared only where one of their four bands of 16 bits differs by at most one bit. Two gradients of a distance
/// up to 7 have such a band, because four bands with two differences make 8. Of the pairs at a distance of 8 the search finds
/// those that have one.
///
/// No list of pairs is made: *n* nearly equal pictures, such as those of a time-lapse, have *n*² / 2 of them.
public struct NearLooks: Sendable {
  private let looks: [PictureLook]
  private let bands: [GradientBand]

  /// Creates an index of looks.
  ///
  /// - Complexity: O(*n*) for *n* looks.
  public init(_ looks: [PictureLook]) {
    self.looks = looks
    bands = (0..<GradientBand.count).map { GradientBand($0, of: looks) }
  }

  /// Returns the indices of the looks that are near one of the looks, without that one, in no order.
  ///
  /// - Complexity: O(*n* / 1,000) for *n* looks with independent gradients, O(*n*) for nearly equal ones.
  public func neighbors(of index: Int) -> [Int] {
    var found: [Int] = []
    for band in bands {
      band.forEach(near: looks[index].gradient) { other in
        if other != index, LookLikeness.areNear(looks[index], looks[other]) { found.append(other) }
      }
    }
    return found
  }

  /// Returns the indices of the looks that are near at least one other, in ascending order.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  /// - Complexity: O(*n* + *n*² / 1,000) for *n* looks with independent gradients, O(*n*) for nearly equal ones; O(*n*) of memory
  ///   for any.
  public static func indices(in looks: [PictureLook]) throws(CancellationError) -> [Int] {
    var isMarked = [Bool](repeating: false, count: looks.count)
    for number in 0..<GradientBand.count {
      try GradientBand(number, of: looks).mark(&isMarked, in: looks)
    }
    return looks.indices.filter { isMarked[$0] }
  }
}
