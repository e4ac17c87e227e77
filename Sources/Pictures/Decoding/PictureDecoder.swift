import PhotoMetadata
public import PictureBasics

/// Makes pixels of the bytes of a file: JPEG, PNG, GIF, WebP, HEIC or AVIF, or the preview of a raw file.
public enum PictureDecoder {
  /// Decodes a picture, no larger than necessary.
  ///
  /// The call blocks the calling thread until it ends: 25 ms for a thumbnail of 12 megapixels. Any number of
  /// threads may decode at once; each may need as much memory as `limits` allow.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. One that ends early is shown as far as it goes.
  ///   - needed: The extent the bitmap has to cover, in the upright picture's directions. A JPEG is scaled down
  ///     while it is decoded, by halves, as long as it still covers it, a WebP picture to just this extent, and a HEIC or
  ///     AVIF picture after it was decoded, by a whole number; `nil` asks for all pixels.
  ///   - limits: What decoding may cost. Where only the bitmap would be too large, it is made smaller.
  public static func decode(
    _ bytes: [UInt8], covering needed: PixelSize? = nil, limits: DecodingLimits = .standard
  ) throws(PictureError) -> DecodedPicture {
    try decode(bytes, limits) { needed ?? $0 }
  }

  /// Decodes a picture that will be shown within a box, as large as its proportions allow.
  ///
  /// Equivalent to `decode(_:covering:limits:)` with `fullSize.fitted(into: box)`, a size that the caller
  /// does not know before decoding.
  public static func decode(
    _ bytes: [UInt8], fitting box: PixelSize, limits: DecodingLimits = .standard
  ) throws(PictureError) -> DecodedPicture {
    try decode(bytes, limits) { $0.fitted(into: box) }
  }

  private static func decode(
    _ bytes: [UInt8], _ limits: DecodingLimits, _ need: (PixelSize) -> PixelSize
  ) throws(PictureError) -> DecodedPicture {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= limits.fileSize else { throw .fileTooLarge(bytes: bytes.count) }
    switch PictureFormat(of: bytes) {
    case .jpeg: return try JPEGDecoder(bytes[...], limits: limits).decode(need)
    case .png: return try PNGDecoder(bytes, limits: limits).decode()
    case .gif: return try GIFDecoder(bytes, limits: limits).decode()
    case .webp: return try WebPDecoder(bytes, limits: limits).decode(need)
    case .heic: return try HEIFDecoder(bytes, as: .heic, limits: limits).decode(need)
    case .avif: return try HEIFDecoder(bytes, as: .avif, limits: limits).decode(need)
    case .raw: return try decodePreview(bytes, limits, need)
    case .tiff where RAWParts.isRaw(tiff: bytes): return try decodePreview(bytes, limits, need)
    case let other?: throw .otherFormat(other)
    case nil:
      guard let start = JPEGHeader.start(in: bytes) else { throw .notAPicture }
      return try JPEGDecoder(bytes[start...], limits: limits).decode(need)
    }
  }

  private static func decodePreview(
    _ bytes: [UInt8], _ limits: DecodingLimits, _ need: (PixelSize) -> PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let preview: [UInt8]
    do throws(RAWPreviewError) {
      preview = try RAWPreview.file(of: bytes)
    } catch {
      throw error.pictureError
    }
    return try JPEGDecoder(preview[...], limits: limits).decode(need)
  }
}
