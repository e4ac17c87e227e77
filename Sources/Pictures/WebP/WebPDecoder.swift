internal import CWebP
import PictureBasics

/// Decodes one WebP picture with libwebp; of an animation, the first frame, in its place on the canvas.
///
/// The chunks around the pictures are read here, because libwebp itself reads no animations and no metadata.
struct WebPDecoder {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let library: WebPFunctions?

  init(_ bytes: [UInt8], limits: DecodingLimits, library: WebPFunctions? = WebPLibrary.functions) {
    self.bytes = bytes
    self.limits = limits
    self.library = library
  }

  /// Decodes so much that it covers what `need` gives for the whole, upright picture.
  func decode(_ need: (PixelSize) -> PixelSize) throws(PictureError) -> DecodedPicture {
    guard let library else { throw .missingLibrary(.webp, package: WebPLibrary.package) }
    let parts = WebPParts(bytes)
    let orientation = parts.orientation
    let frame = WebPFrame(in: parts)
    let still = try WebPStill(frame?.data ?? bytes[...], limits: limits, library: library)
    let stored = frame?.canvas ?? still.size
    let fullSize = orientation.applied(to: stored)
    var picture: WebPStill.Picture
    if let frame, !frame.fillsCanvas(still.size) {
      try limits.check(stored, copies: 4, rowWork: stored.width)
      picture = try still.decode(covering: still.size, copies: 1)
      guard picture.size == still.size else { throw .tooLarge(stored) }
      picture = .init(
        size: stored, pixels: frame.placed(still.size, picture.pixels), isTruncated: picture.isTruncated)
    } else {
      picture = try still.decode(
        covering: orientation.applied(to: need(fullSize)), copies: orientation.bitmaps)
    }
    parts.profile.flatMap(ColorTransform.transform)?.convert(&picture.pixels)
    return DecodedPicture(
      bitmap: Bitmap(size: picture.size, pixels: picture.pixels).turned(orientation), fullSize: fullSize,
      format: .webp, isTruncated: picture.isTruncated)
  }
}
