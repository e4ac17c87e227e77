/// A size that Flickr makes of every picture.
public struct PictureSize: Hashable, Sendable {
  /// Its name in lists: `url_sq`.
  public let extra: String
  /// What stands behind the secret in the name of the file.
  public let ending: String
  /// Its name in `getSizes`.
  public let label: String
  /// The longer side in pixels; 0 for the original.
  public let side: Int

  private init(_ extra: String, _ ending: String, _ label: String, _ side: Int) {
    self.extra = extra
    self.ending = ending
    self.label = label
    self.side = side
  }

  /// All of them, the original last.
  public static let all: [PictureSize] = [
    PictureSize("sq", "_s", "Square", 75), PictureSize("q", "_q", "Large Square", 150),
    PictureSize("t", "_t", "Thumbnail", 100), PictureSize("s", "_m", "Small", 240),
    PictureSize("n", "_n", "Small 320", 320), PictureSize("w", "_w", "Small 400", 400),
    PictureSize("m", "", "Medium", 500), PictureSize("z", "_z", "Medium 640", 640),
    PictureSize("c", "_c", "Medium 800", 800), PictureSize("l", "_b", "Large", 1_024),
    PictureSize("h", "_h", "Large 1600", 1_600), PictureSize("k", "_k", "Large 2048", 2_048),
    PictureSize("3k", "_3k", "X-Large 3K", 3_072), PictureSize("4k", "_4k", "X-Large 4K", 4_096),
    PictureSize("5k", "_5k", "X-Large 5K", 5_120), PictureSize("6k", "_6k", "X-Large 6K", 6_144),
    PictureSize("o", "_o", "Original", 0),
  ]

  /// Whether it has a secret of its own and is missing where the owner restricts it.
  public var isRestricted: Bool { side == 0 || side > 1_024 }
  /// Whether it is cut to a square.
  public var isSquare: Bool { extra == "sq" || extra == "q" }

  /// Its pixels, of a picture of so many; `nil` when that is too small.
  public func pixels(of frame: PictureFrame) -> PictureFrame? {
    let longer = max(frame.width, frame.height)
    if side == 0 { return frame }
    if isSquare { return PictureFrame(width: side, height: side) }
    // The small ones are there always.
    guard side <= longer || side <= 240 else { return nil }
    func scaled(_ length: Int) -> Int { max(1, (2 * length * side + longer) / (2 * longer)) }
    return PictureFrame(width: scaled(frame.width), height: scaled(frame.height))
  }
}

/// How many pixels a picture has.
public struct PictureFrame: Hashable, Sendable {
  /// From left to right.
  public var width: Int
  /// From top to bottom.
  public var height: Int

  /// Makes a frame.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
