import Flickr

/// The choice of a rendition for a required size, and its alternatives.
struct RenditionChoice {
  /// The largest side that is requested as long as there is such a rendition: larger ones are often
  /// withheld, and no terminal displays them better.
  static let largestSide = 1024

  /// The smallest rendition that covers the required size, else the largest.
  let best: Rendition
  /// The renditions larger than the best one, the smallest first.
  let larger: [Rendition]
  /// The renditions smaller than the best one, the largest first.
  let smaller: [Rendition]

  /// Chooses a rendition for a longer side in pixels; returns nil if there are no renditions.
  init?(of renditions: [Rendition], longerSide: Int) {
    let sorted = Self.candidates(renditions).sorted { Self.side($0) < Self.side($1) }
    let within = sorted.lastIndex { Self.side($0) <= Self.largestSide } ?? 0
    guard !sorted.isEmpty else { return nil }
    let index = min(sorted.firstIndex { Self.side($0) >= longerSide } ?? within, within)
    best = sorted[index]
    larger = Array(sorted[(index + 1)...])
    smaller = sorted[..<index].reversed()
  }

  /// Returns the uncropped renditions; square crops are used only if there are no others.
  private static func candidates(_ renditions: [Rendition]) -> [Rendition] {
    let whole = renditions.filter { !$0.isCropped }
    return whole.isEmpty ? renditions : whole
  }

  /// Returns the longer side; a rendition of unknown size is usually the original, and larger than all
  /// others.
  private static func side(_ rendition: Rendition) -> Int { rendition.longerSide ?? .max }
}
