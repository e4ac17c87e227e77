public import Flickr

extension Rendition {
  /// The longer side in pixels: as the answer said, else as the suffix promises; nil for suffixes that promise none.
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

  /// Whether it shows only the middle of the photo, as a square.
  var isCropped: Bool { suffix == "sq" || suffix == "q" }
}

/// Which rendition of a photo serves a need, and which others would do.
struct RenditionChoice {
  /// No rendition beyond this is asked for as long as there is one within: larger ones are withheld from many
  /// people, and no terminal shows them better.
  static let largestSide = 1024

  /// The smallest one that covers the need, else the largest there is.
  let best: Rendition
  /// Those that show more than the best one, the smallest first.
  let larger: [Rendition]
  /// Those that show less, the largest first.
  let smaller: [Rendition]

  /// Chooses for a picture whose longer side shall have so many pixels; nil when there is nothing to choose from.
  init?(of renditions: [Rendition], longerSide: Int) {
    let sorted = Self.candidates(renditions).sorted { Self.side($0) < Self.side($1) }
    let within = sorted.lastIndex { Self.side($0) <= Self.largestSide } ?? 0
    guard !sorted.isEmpty else { return nil }
    let index = min(sorted.firstIndex { Self.side($0) >= longerSide } ?? within, within)
    best = sorted[index]
    larger = Array(sorted[(index + 1)...])
    smaller = sorted[..<index].reversed()
  }

  /// Squares are cut out of the photo: they stand in only where there is nothing whole.
  private static func candidates(_ renditions: [Rendition]) -> [Rendition] {
    let whole = renditions.filter { !$0.isCropped }
    return whole.isEmpty ? renditions : whole
  }

  /// What nobody knows the size of is the original as a rule, and larger than all others.
  private static func side(_ rendition: Rendition) -> Int { rendition.longerSide ?? .max }
}
