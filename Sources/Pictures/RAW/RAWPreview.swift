internal import CRAW
import PhotoMetadata
import PictureBasics

/// The preview in a raw file: a picture that the camera has developed.
///
/// Raw data are never developed here: that takes seconds, and the photographer's own program does it better.
public enum RAWPreview {
  /// Returns the preview of a file, as a JPEG or PNG that stands upright by the orientation of the raw file.
  ///
  /// Only the parts of the file that are needed are read. The call blocks on the disk.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - head: The beginning of the file, which contains the orientation.
  public static func file(
    path: String, head: [UInt8], limits: DecodingLimits = .standard
  ) throws(RAWPreviewError) -> [UInt8] {
    try file(head: head, limits: limits, library: RAWLibrary.functions) { library, context in
      library.open_file(context, path)
    }
  }

  /// Returns the preview of a file in memory.
  static func file(
    of bytes: [UInt8], limits: DecodingLimits, library: RAWFunctions? = RAWLibrary.functions
  ) throws(RAWPreviewError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { buffer throws(RAWPreviewError) in
      try file(head: bytes, limits: limits, library: library) { library, context in
        library.open_memory(context, buffer.baseAddress, buffer.count)
      }
    }
  }

  private static func file(
    head: [UInt8], limits: DecodingLimits, library: RAWFunctions?,
    open: (RAWFunctions, OpaquePointer) -> Int32
  ) throws(RAWPreviewError) -> [UInt8] {
    guard let library else { throw .missingLibrary(package: RAWLibrary.package) }
    guard let context = library.create(UInt32(proofsheet_raw_silent)) else { throw .damaged }
    defer { library.close(context) }
    try check(open(library, context))
    try check(library.read_preview(context))
    var status: Int32 = 0
    guard let picture = library.make_preview(context, &status) else {
      try check(status)
      throw .noPreview
    }
    defer { library.free_preview(picture) }
    let orientation = RAWParts.orientation(head: head).flatMap { UInt16(exactly: $0) }
      .flatMap(Orientation.init)
    let bytes = UnsafeBufferPointer(start: proofsheet_raw_bytes(picture), count: Int(picture.pointee.count))
    switch Int(picture.pointee.kind) {
    case proofsheet_raw_jpeg:
      let jpeg = Array(bytes)
      // The preview has an orientation of its own, which LibRaw adds where it is missing.
      return orientation.map { EXIF.replaced(inJPEG: jpeg, by: $0) } ?? jpeg
    case proofsheet_raw_bitmap:
      let bitmap = try bitmap(picture.pointee, bytes, limits)
      return PNGEncoder.encode(orientation.map(bitmap.turned) ?? bitmap)
    default: throw .noPreview
    }
  }

  /// Returns a preview of pixels, of one byte for each channel.
  private static func bitmap(
    _ picture: proofsheet_raw_picture, _ bytes: UnsafeBufferPointer<UInt8>, _ limits: DecodingLimits
  ) throws(RAWPreviewError) -> Bitmap {
    let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
    let channels = Int(picture.channels)
    guard size.area > 0, picture.bits == 8, channels == 1 || channels == 3 else { throw .noPreview }
    guard size.area <= limits.pixels, 4 * size.area <= limits.memory / 2 else { throw .tooLarge(size) }
    guard bytes.count >= channels * size.area else { throw .damaged }
    var pixels = [UInt8](repeating: 255, count: 4 * size.area)
    for index in 0..<size.area {
      for channel in 0..<3 {
        pixels[4 * index + channel] = bytes[channels * index + min(channel, channels - 1)]
      }
    }
    return Bitmap(size: size, pixels: pixels)
  }

  private static func check(_ status: Int32) throws(RAWPreviewError) {
    switch Int(status) {
    case proofsheet_raw_ok: return
    case proofsheet_raw_unsupported: throw .unknownKind
    case proofsheet_raw_no_preview, proofsheet_raw_unsupported_preview: throw .noPreview
    default: throw .damaged
    }
  }
}
