/// The search for all pairs of near looks.
///
/// Gradients are compared only where one of their four bands of 16 bits differs by at most one bit. Two gradients of a distance
/// up to 7 have such a band, because four bands with two differences make 8. Of the pairs at distances from 8 to 10 the search
/// finds those that have one.
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
      let index = BandIndex(gradients, band: band)
      gradients.withUnsafeBufferPointer { gradients in
        for first in gradients.indices {
          // A million looks take seconds.
          if first.isMultiple(of: 1024), Task.isCancelled { return }
          index.forEachNeighbor(of: gradients[first]) { second in
            let difference = gradients[first] ^ gradients[second]
            guard second > first, difference.nonzeroBitCount <= LookLikeness.largestDistance,
              firstBand(of: difference) == band, LookLikeness.areNear(looks[first], looks[second])
            else { return }
            pairs.append(LookPair(first: first, second: second))
          }
        }
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

/// The places of gradients by 16 of their bits.
private struct BandIndex {
  private let shift: UInt64
  private var starts = [Int](repeating: 0, count: 65537)
  private var places: [Int]

  init(_ gradients: [UInt64], band: Int) {
    shift = 16 * UInt64(band)
    places = [Int](repeating: 0, count: gradients.count)
    for gradient in gradients { starts[key(gradient) + 1] += 1 }
    for value in 1...65536 { starts[value] += starts[value - 1] }
    var next = starts
    for (place, gradient) in gradients.enumerated() {
      places[next[key(gradient)]] = place
      next[key(gradient)] += 1
    }
  }

  private func key(_ gradient: UInt64) -> Int { Int(gradient >> shift & 0xFFFF) }

  /// Calls `body` with each place whose band differs by at most one bit from that of `gradient`.
  func forEachNeighbor(of gradient: UInt64, _ body: (Int) -> Void) {
    let key = key(gradient)
    for bit in 0...16 {
      // The bit beyond the band stands for the band itself.
      let neighbor = (key ^ (1 << bit)) & 0xFFFF
      for place in starts[neighbor]..<starts[neighbor + 1] { body(places[place]) }
    }
  }
}
