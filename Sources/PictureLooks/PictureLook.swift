/// The appearance of a picture in 24 bytes, by which similar pictures are found.
///
/// Two looks can be compared without the pictures. A look depends on the upright picture, not on its size or file format.
public struct PictureLook: Hashable, Sendable {
  /// The number of bytes of a look.
  public static let byteCount = 24

  /// The signs of 64 horizontal steps of luma, row by row, the first in the highest bit (a difference hash).
  public let gradient: UInt64
  /// The coarse distribution of light and color.
  public let layout: ColorLayout
  /// The mean distance from gray, from 0 to 255.
  public let chroma: UInt8
  /// The mean luma, from 0 to 255.
  public let luma: UInt8
  /// The amount of fine detail: higher is sharper, on a logarithmic scale.
  public let sharpness: UInt8
  /// The proportions: 128 for a square, more for a wide picture, 16 for each doubling of width by height.
  public let shape: UInt8

  /// A Boolean value that indicates whether the picture has no color.
  ///
  /// JPEG adds a trace of color to grays, and scans of prints have a tint: a mean distance of 3 of 255 is not seen.
  public var isGray: Bool { chroma <= 3 }

  /// Creates a look of its parts.
  init(
    gradient: UInt64, layout: ColorLayout, chroma: UInt8, luma: UInt8, sharpness: UInt8, shape: UInt8
  ) {
    self.gradient = gradient
    self.layout = layout
    self.chroma = chroma
    self.luma = luma
    self.sharpness = sharpness
    self.shape = shape
  }

  /// Creates a look from its stored form; `nil` unless there are 24 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount,
      let layout = ColorLayout(coefficients: bytes[8..<20].map { Int8(bitPattern: $0) })
    else { return nil }
    self.init(
      gradient: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, layout: layout, chroma: bytes[20],
      luma: bytes[21], sharpness: bytes[22], shape: bytes[23])
  }

  /// The stored form: gradient with the highest byte first, layout, chroma, luma, sharpness, shape.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: gradient >> (56 - 8 * UInt64($0))) }
      + layout.coefficients.map { UInt8(bitPattern: $0) } + [chroma, luma, sharpness, shape]
  }

  /// Returns the number of steps of luma that differ, from 0 to 64.
  public func gradientDistance(to other: PictureLook) -> Int {
    (gradient ^ other.gradient).nonzeroBitCount
  }
}
