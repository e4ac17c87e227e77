public import Flickr

extension Rendition {
  /// The longer side in pixels: from the response, else by the suffix; nil for suffixes without a fixed
  /// size.
  ///
  /// See https://www.flickr.com/services/api/misc.urls.html.
  public var longerSide: Int? {
    let said = max(width ?? 0, height ?? 0)
    return said > 0 ? said : Self.promised[suffix]
  }

  private static let promised = [
    "sq": 75, "t": 100, "q": 150, "s": 240, "n": 320, "w": 400, "m": 500, "z": 640, "c": 800, "l": 1024,
    "h": 1600, "k": 2048, "3k": 3072, "4k": 4096, "5k": 5120, "6k": 6144,
  ]

  /// A Boolean value that indicates whether the rendition is a square crop of the center.
  var isCropped: Bool { suffix == "sq" || suffix == "q" }
}

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
