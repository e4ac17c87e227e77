public import PictureBasics

/// A picture that was read.
public struct DecodedPicture: Hashable, Sendable {
  /// The pixels, upright; smaller than the whole picture where less was asked for.
  public let bitmap: Bitmap
  /// The extent of the whole picture, upright.
  public let fullSize: PixelSize
  /// The format of the file.
  public let format: PictureFormat
  /// A Boolean value that indicates whether the file ends early or is broken within, so that a part of the
  /// pixels is made up (gray or transparent).
  public let isTruncated: Bool

  /// A Boolean value that indicates whether files of the format can be animated.
  public var mayBeAnimated: Bool { format == .gif || format == .webp }

  /// Returns the picture after some quarter turns clockwise.
  ///
  /// - Complexity: O(*pixels*)
  public func turned(quarters: Int) -> DecodedPicture {
    DecodedPicture(
      bitmap: bitmap.turned(quarters: quarters), fullSize: fullSize.turned(quarters: quarters),
      format: format,
      isTruncated: isTruncated)
  }

  /// Returns the picture as a smaller version of another one, or unchanged if that is not larger or has other proportions.
  public func made(from original: PixelSize) -> DecodedPicture {
    let small = original.scaled(toLongerSide: fullSize.longerSide)
    // Sizes are rounded to whole pixels, up or down.
    let isSimilar = abs(small.width - fullSize.width) <= 1 && abs(small.height - fullSize.height) <= 1
    guard original.covers(fullSize), isSimilar else { return self }
    return DecodedPicture(bitmap: bitmap, fullSize: original, format: format, isTruncated: isTruncated)
  }
}
