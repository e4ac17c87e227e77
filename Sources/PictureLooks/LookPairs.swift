/// The search for all pairs of near looks.
///
/// Gradients are compared only where one of their four bands of 16 bits differs by at most one bit. Two gradients of a distance
/// up to 7 have such a band, because four bands with two differences make 8. Of the pairs at a distance of 8 the search finds
/// those that have one.
public enum LookPairs {
  /// The largest distance at which no pair is missed.
  public static let exactDistance = 7

  /// Returns all pairs of near looks, each once.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  /// - Complexity: O(*n* + *n*² / 1,000) for *n* looks with independent gradients.
  public static func near(in looks: [PictureLook]) throws(CancellationError) -> [LookPair] {
    let gradients = looks.map(\.gradient)
    var pairs: [LookPair] = []
    for band in 0..<4 {
      BandIndex(gradients, band: band).forEachNear { first, second, difference in
        guard firstBand(of: difference) == band, LookLikeness.areNear(looks[first], looks[second]) else {
          return
        }
        pairs.append(LookPair(first: min(first, second), second: max(first, second)))
      }
      guard !Task.isCancelled else { throw CancellationError() }
    }
    return pairs
  }

  /// The first band with at most one difference: a pair with several such bands is reported in this one only.
  private static func firstBand(of difference: UInt64) -> Int? {
    (0..<4).first { (difference >> (16 * UInt64($0)) & 0xFFFF).nonzeroBitCount <= 1 }
  }
}

/// Gradients sorted by 16 of their bits, which is the order in which they are compared: those of a million looks do not fit
/// into the caches of a processor.
private struct BandIndex {
  private let shift: UInt64
  private var starts = [Int](repeating: 0, count: 65537)
  private var gradients: [UInt64]
  /// The places that the gradients had in the list.
  private var places: [Int]

  init(_ list: [UInt64], band: Int) {
    shift = 16 * UInt64(band)
    gradients = list
    places = [Int](repeating: 0, count: list.count)
    for gradient in list { starts[key(gradient) + 1] += 1 }
    for value in 1...65536 { starts[value] += starts[value - 1] }
    var next = starts
    for (place, gradient) in list.enumerated() {
      let key = key(gradient)
      (gradients[next[key]], places[next[key]]) = (gradient, place)
      next[key] += 1
    }
  }

  private func key(_ gradient: UInt64) -> Int { Int(gradient >> shift & 0xFFFF) }

  /// Calls `body` once with the places, and the differing bits, of each two gradients that are near each other and whose bands
  /// differ by at most one bit; stops when the task is canceled.
  func forEachNear(_ body: (_ first: Int, _ second: Int, _ difference: UInt64) -> Void) {
    gradients.withUnsafeBufferPointer { gradients in
      for key in 0..<65536 where starts[key] < starts[key + 1] {
        // A million looks take seconds.
        if key.isMultiple(of: 256), Task.isCancelled { return }
        // The bit beyond the band stands for the band itself; of two bands, the lower one looks for the other.
        for other in (0...16).map({ (key ^ (1 << $0)) & 0xFFFF }) where other >= key {
          let others = starts[other]..<starts[other + 1]
          for first in starts[key]..<starts[key + 1] {
            let gradient = gradients[first]
            for second in other == key ? first + 1..<others.upperBound : others {
              let difference = gradient ^ gradients[second]
              if difference.nonzeroBitCount <= LookLikeness.largestDistance {
                body(places[first], places[second], difference)
              }
            }
          }
        }
      }
    }
  }
}
