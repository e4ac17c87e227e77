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
