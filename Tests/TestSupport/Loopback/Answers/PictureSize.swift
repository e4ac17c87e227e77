/// A size in which Flickr offers pictures.
public struct PictureSize: Hashable, Sendable {
  /// The name in lists: `url_sq`.
  public let extra: String
  /// The suffix after the secret in the file name.
  public let ending: String
  /// The name in `getSizes`.
  public let label: String
  /// The longer side in pixels; 0 for the original.
  public let side: Int

  private init(_ extra: String, _ ending: String, _ label: String, _ side: Int) {
    self.extra = extra
    self.ending = ending
    self.label = label
    self.side = side
  }

  /// All sizes, the original last.
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

  /// A Boolean value that indicates whether the size has its own secret and is missing if the owner restricts
  /// it.
  public var isRestricted: Bool { side == 0 || side > 1_024 }
  /// A Boolean value that indicates whether the picture is cropped to a square.
  public var isSquare: Bool { extra == "sq" || extra == "q" }

  /// Returns the pixel size for an original, or `nil` if the original is too small.
  public func pixels(of frame: PictureFrame) -> PictureFrame? {
    let longer = max(frame.width, frame.height)
    if side == 0 { return frame }
    if isSquare { return PictureFrame(width: side, height: side) }
    // The small sizes always exist.
    guard side <= longer || side <= 240 else { return nil }
    func scaled(_ length: Int) -> Int { max(1, (2 * length * side + longer) / (2 * longer)) }
    return PictureFrame(width: scaled(frame.width), height: scaled(frame.height))
  }
}

/// The size of a picture in pixels.
public struct PictureFrame: Hashable, Sendable {
  /// The width.
  public var width: Int
  /// The height.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
