/// Gradients of looks, sorted by 16 of their 64 bits.
///
/// That is the order in which they are compared: those of a million looks do not fit into the caches of a processor.
struct GradientBand: Sendable {
  /// The number of bands of a gradient.
  static let count = 4

  private static let keyCount = 1 << 16
  /// The number of comparisons after which a search checks for cancellation: they take about a millisecond.
  private static let checkedCount = 100_000

  private let number: Int
  private var starts = [Int](repeating: 0, count: keyCount + 1)
  private var gradients: [UInt64]
  /// The indices that the looks had in the list.
  private var indices: [Int]

  /// Creates the band with a number, from 0, of the gradients of looks.
  init(_ number: Int, of looks: [PictureLook]) {
    self.number = number
    gradients = looks.map(\.gradient)
    indices = [Int](repeating: 0, count: looks.count)
    for look in looks { starts[key(look.gradient) + 1] += 1 }
    for key in 1...Self.keyCount { starts[key] += starts[key - 1] }
    var next = starts
    for (index, look) in looks.enumerated() {
      let key = key(look.gradient)
      (gradients[next[key]], indices[next[key]]) = (look.gradient, index)
      next[key] += 1
    }
  }

  private func key(_ gradient: UInt64) -> Int { Int(gradient >> (16 * UInt64(number)) & 0xFFFF) }

  /// Returns the places of the gradients with a key.
  private func places(_ key: Int) -> Range<Int> { starts[key]..<starts[key + 1] }

  /// Returns a key, and those that differ from it by one bit.
  private static func keys(near key: Int) -> [Int] {
    // The bit beyond the key stands for the key itself.
    (0...16).map { (key ^ (1 << $0)) & 0xFFFF }
  }

  /// Calls `body` with the indices of the looks whose gradients are near another one.
  ///
  /// A gradient is left out if an earlier band is as near, so that all bands together give each look once.
  func forEach(near gradient: UInt64, _ body: (Int) -> Void) {
    for place in Self.keys(near: key(gradient)).lazy.flatMap({ places($0) }) {
      let difference = gradient ^ gradients[place]
      if difference.nonzeroBitCount <= LookLikeness.largestDistance, Self.first(near: difference) == number {
        body(indices[place])
      }
    }
  }

  /// Returns the first band with at most one of the differing bits.
  private static func first(near difference: UInt64) -> Int? {
    (0..<count).first { (difference >> (16 * UInt64($0)) & 0xFFFF).nonzeroBitCount <= 1 }
  }

  /// Sets the flags of the looks that are near another one whose band differs by at most one bit.
  ///
  /// A look that has a flag is compared with those only that have none: of any number of nearly equal looks, each is compared
  /// with few others.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func mark(_ isMarked: inout [Bool], in looks: [PictureLook]) throws(CancellationError) {
    var count = 0
    for key in 0..<Self.keyCount where !places(key).isEmpty {
      // Of two keys, the lower one looks for the other.
      for other in Self.keys(near: key) where other >= key && !places(other).isEmpty {
        let others = places(other)
        var unmarked = others.filter { !isMarked[indices[$0]] }
        for first in places(key) {
          count += others.count
          if count > Self.checkedCount {
            guard !Task.isCancelled else { throw CancellationError() }
            count = 0
          }
          if !isMarked[indices[first]], let second = firstPlace(near: first, in: others, looks) {
            isMarked[indices[first]] = true
            isMarked[indices[second]] = true
          }
          guard isMarked[indices[first]], !unmarked.isEmpty else { continue }
          unmarked.removeAll { second in
            let index = indices[second]
            if !isMarked[index] {
              isMarked[index] = firstPlace(near: first, in: second..<second + 1, looks) != nil
            }
            return isMarked[index]
          }
        }
      }
    }
    guard !Task.isCancelled else { throw CancellationError() }
  }

  /// Returns the first of some places whose look is near the one at another place.
  private func firstPlace(near first: Int, in places: Range<Int>, _ looks: [PictureLook]) -> Int? {
    let gradient = gradients[first]
    return places.first { second in
      (gradient ^ gradients[second]).nonzeroBitCount <= LookLikeness.largestDistance && second != first
        && LookLikeness.areNear(looks[indices[first]], looks[indices[second]])
    }
  }
}
