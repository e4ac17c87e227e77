import PictureBasics

/// The limits on the cost of decoding, checked against the file header before any allocation.
///
/// With the standard limits no input takes 256 MB or two seconds.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest number of pixels a picture may say it has.
  public var pixels: Int
  /// The largest number of bytes for pixels and whatever the decoder keeps meanwhile, without the file itself.
  ///
  /// A picture whose pixels alone are too many is decoded smaller.
  public var memory: Int
  /// The largest number of bytes a file may have.
  public var fileSize: Int
  /// The largest amount of work, in pixels of an ordinary JPEG; passes over the picture and the bytes of its file count as so and
  /// so many, by what they cost.
  public var work: Int

  /// Makes limits.
  public init(pixels: Int, memory: Int, fileSize: Int, work: Int) {
    self.pixels = pixels
    self.memory = memory
    self.fileSize = fileSize
    self.work = work
  }

  /// The limits for untrusted pictures on a machine that runs other programs too.
  public static let standard = DecodingLimits(
    pixels: 100_000_000, memory: 160 << 20, fileSize: 48 << 20, work: 250_000_000)
}

extension DecodingLimits {
  /// The longest side of a picture that is decoded, in pixels: the longest that a JPEG can have.
  ///
  /// Resizing needs memory for each pixel of a side, which no limit on the area bounds.
  static let longestSide = 65_535

  /// Checks the cost of bitmaps.
  ///
  /// - Parameters:
  ///   - size: The extent of each bitmap.
  ///   - copies: The number of bitmaps that are in memory at the same time.
  ///   - rowWork: The amount of work for a row.
  /// - Throws: A `PictureError` if a limit is exceeded.
  func check(_ size: PixelSize, copies: Int, rowWork: Int) throws(PictureError) {
    guard max(size.width, size.height) <= Self.longestSide else { throw .tooLarge(size) }
    guard size.area <= pixels, size.area <= memory / (4 * copies) else { throw .tooLarge(size) }
    guard rowWork * size.height <= work else { throw .tooLaborious(size) }
  }
}
