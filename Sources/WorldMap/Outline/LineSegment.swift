/// A straight line between two places in a plane.
struct LineSegment: Hashable {
  var start: SIMD2<Double>
  var end: SIMD2<Double>

  /// Returns the part of the line inside a rectangle; `nil` if there is none (Liang and Barsky, 1984).
  ///
  /// - Parameters:
  ///   - lower: The corner with the least coordinates.
  ///   - upper: The corner with the greatest coordinates.
  func clipped(from lower: SIMD2<Double>, to upper: SIMD2<Double>) -> LineSegment? {
    let step = end - start
    // The part from the first fraction of the line to the second is inside.
    var (first, last) = (0.0, 1.0)
    for axis in 0..<2 {
      for (toEdge, along) in [
        (start[axis] - lower[axis], -step[axis]), (upper[axis] - start[axis], step[axis]),
      ] {
        if along == 0, toEdge < 0 { return nil }
        guard along != 0 else { continue }
        let fraction = toEdge / along
        if along < 0 { first = max(first, fraction) } else { last = min(last, fraction) }
      }
    }
    return first <= last ? LineSegment(start: start + first * step, end: start + last * step) : nil
  }
}
